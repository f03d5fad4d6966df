// fair_bot.mjs FILE: plays at random with the JavaScript client and writes what the client reports
// of each game.
import { appendFileSync } from 'node:fs';
import { Client } from '../../sample-bots/js/avondale.mjs';

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const decide = (turn) => {
  if (turn.choose) return turn.give([...turn.from].sort(() => Math.random() - 0.5).slice(0, turn.choose));
  if (turn.phase === 'auction' && Math.random() < 0.6) return turn.plain[0];
  return pick(turn.plain);
};
const onOver = (game) => appendFileSync(process.argv[2],
  `${game.preset} ${game.fair ? 'fair' : game.unfair || 'unknown'} ` +
  `${game.proof.nonce ? 'own-nonce' : 'no-nonce'} ${game.proof.deals.length}\n`);
await new Client(decide, { name: 'fair', onOver }).runStdio();
