#!/usr/bin/env node
// A cautious beginner on avondale.mjs: bids what it can count, wins cheaply, never beats its partner.
import { main, power, suit } from './avondale.mjs';

/** Tricks that a hand should win: trumps, side aces, and four tenths for a guarded king. */
function count(hand, denomination) {
  const trumps = hand.map((card) => power(card, denomination)).filter((high) => high >= 100);
  const sides = hand.filter((card) => power(card, denomination) < 100);
  const kings = sides.filter((card) => card[0] === 'K' && sides.filter((c) => suit(c) === suit(card)).length > 1);
  const sure = trumps.reduce((sum, high) => sum + (high >= 180 ? 1 : high >= 115 ? 0.7 : 0.4), 0);
  return sure + 0.9 * sides.filter((card) => card[0] === 'A').length + 0.4 * kings.length;
}

function bid({ game, legal }) {
  const helped = new Set(game.sides).size < game.players.length ? 2.5 : 0.5; // by partner and kitty
  const worth = (call) => count(game.hand, call.slice(1)) + helped;
  const good = legal.filter((call) => /^[6-9]/.test(call) && worth(call) >= Number(call[0]));
  return good.sort((a, b) => worth(b) - worth(a))[0] ?? legal[0];
}

function decide(turn) {
  const { game } = turn;
  const lose = game.contract?.toLose;
  const high = (card) => power(card, game.denomination, game.led);
  const rising = (cards) => [...cards].sort((a, b) => high(a) - high(b));
  if (turn.choose) return turn.give((lose ? rising(turn.from).reverse() : rising(turn.from)).slice(0, turn.choose));
  if (turn.phase === 'auction') return bid(turn);
  if (turn.phase !== 'play') return turn.legal.includes('no') ? 'no' : turn.plain[0];
  const cards = rising(turn.plain);
  if (!game.winning) return lose ? cards[0] : cards.at(-1);
  const under = cards.filter((card) => high(card) <= high(game.winning.card));
  if (lose) return under.at(-1) ?? cards[0]; // the highest that stays below
  return (game.ours(game.winning.hand) ? undefined : cards[under.length]) ?? cards[0];
}

main(decide, { name: 'cautious-js' });
