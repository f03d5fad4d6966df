// prove_records.mjs FILE: proves the deals of records as the page of a game does (ladder/web/static/proof.js), and that it
// finds two cards exchanged and another key. Prints how many hands were proved, and how many of them were not shuffled.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { prove } from '../../ladder/web/static/proof.js';
import { dealRules } from '../../sample-bots/js/avondale.mjs';

globalThis.crypto ??= webcrypto; // Node 18 has it, but not as browsers do

async function proved(record, watch) {
  let count = 0;
  for await (const line of prove(record, watch)) count += line.includes('not shuffled');
  return count;
}

async function mustFail(record, watch, change) {
  const changed = structuredClone(record);
  change(changed.hands[changed.hands.length - 1], changed);
  const failed = await proved(changed, watch).then(() => false, () => true);
  if (!failed) throw new Error(`${record.game}: proved though it was changed`);
}

let hands = 0;
let same = 0;
for (const line of readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
  const record = JSON.parse(line);
  const rules = dealRules(record.ruleset.preset, record.ruleset.options);
  const watch = { seats: rules.seats, hand_count: rules.hands, deck: rules.cards, packets: rules.packets, same_pack: rules.samePack };
  same += await proved(record, watch);
  hands += record.hands.length;
  await mustFail(record, watch, (hand) => {
    const [a, b] = hand.deal.hands;
    [a[0], b[0]] = [b[0], a[0]];
    delete hand.deal.deck;
  });
  await mustFail(record, watch, (_, changed) => { changed.fair.keys[changed.hands.length - 1] = '00'; });
}
console.log(`${hands} hands proved, ${same} of them not shuffled`);
