/**
 * avondale: a client for the avondale arena, where programs play the card game 500.
 *
 * A bot is a function that gets a `Turn` and returns one action, or a promise of one. Everything else is
 * done here: the connection (standard input and output, TCP, TLS), both encodings, the token, fair-deal
 * nonces, coming back after a lost connection, and a typed view of the game so far.
 *
 *     import { main } from './avondale.mjs';
 *     main((turn) => turn.choose ? turn.give(turn.from.slice(0, turn.choose)) : turn.plain[0], { name: 'mine' });
 *
 * Started without arguments it speaks on standard input and output, as `avondale match` wants it; with
 * `--connect HOST:PORT` it plays on a ladder. Node 18 or later, no packages; the msgpack encoding needs
 * `@msgpack/msgpack`. Browsers take the file as it is: `new Client(decide, options).runWebSocket(url)`.
 *
 * @module avondale
 */
// ---- for programs: /play gets this file without these parts
import { Lobby, Plan } from './lobby.mjs';

// The modules of Node. A browser has none of them, and needs none.
const inNode = typeof process === 'object' && Boolean(process.versions?.node);
const [cryptography, fs, net, os, path, tls, util] = await Promise.all(
  ['crypto', 'fs', 'net', 'os', 'path', 'tls', 'util'].map((name) => (inNode ? import(`node:${name}`) : undefined)));
// ---- for all

export const version = '0.1.0';
// ---- for programs
const PROTOCOL_VERSION = 1;

// ---------------------------------------------------------------------------------------- cards

const SUITS = 'SCDH';
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', 'J', 'Q', 'K', 'A'];
/** @type {Record<string, string>} */
const SAME_COLOUR = { S: 'C', C: 'S', D: 'H', H: 'D' };

/**
 * The printed suit of a card, one of S C D H, or '' for a joker. `RJ=S`, a led joker, is a joker.
 * @param {string} card
 * @returns {string}
 */
export function suit(card) {
  return card.startsWith('RJ') || card.startsWith('BJ') ? '' : card.slice(-1);
}

/**
 * 2 to 14 for the spot cards up to `13`; J, Q, K and A are 14 to 17; 18 for a joker.
 * @param {string} card
 * @returns {number}
 */
export function rank(card) {
  return suit(card) ? RANKS.indexOf(card.slice(0, -1)) + 2 : 18;
}

/**
 * How high a card is where `denomination` (S C D H NT JNT) rules: the highest in a trick wins. Knows nothing
 * of the matching four and of `joker_order=red`.
 * @param {string} card
 * @param {string} denomination
 * @param {string} [led] the suit to follow: a card that neither follows it nor is a trump is worth 0;
 *   without it every suit counts
 * @returns {number}
 */
export function power(card, denomination, led = '') {
  if (!suit(card)) return 200 + (card.startsWith('BJ') ? 1 : 0);
  if (denomination in SAME_COLOUR) {
    if (card === `J${denomination}`) return 190;
    if (card === `J${SAME_COLOUR[denomination]}`) return 180;
    if (suit(card) === denomination) return 100 + rank(card);
  }
  if (led && suit(card) !== led) return 0;
  return denomination === 'JNT' && card[0] === 'J' ? 18 : rank(card);
}

// ---- for all
// --------------------------------------------------------------------------------- typed values

/**
 * What is being played.
 */
export class Contract {
  /**
   * @param {string} [call] '' where a hand is played without a contract (all passed)
   * @param {number} [by] the contractor's seat, or -1
   * @param {number} [partner]
   */
  constructor(call = '', by = -1, partner = undefined) {
    this.call = call;
    this.by = by;
    this.partner = partner;
  }

  // ---- for programs
  /** 6 to 10, or 0 for anything but a bid. */
  get level() {
    return Number(/^(6|7|8|9|10)[SCDHNJ]/.exec(this.call)?.[1] ?? 0);
  }

  /** S C D H NT or JNT; a special call is played without trumps: NT. */
  get denomination() {
    const word = this.level ? this.call.slice(String(this.level).length) : 'NT';
    return word === 'NO' ? 'NT' : word;
  }

  /** Whether the contractor wants no trick. */
  get toLose() {
    return this.call.includes('misere') || this.call === 'shields' || this.call === 'patastrophe';
  }
  // ---- for all
}

/**
 * @typedef {object} Play
 * @property {number} hand
 * @property {string} card as played; `RJ=S` is a joker led as spades
 *
 * @typedef {object} Trick
 * @property {Play[]} plays in the order in which they fell
 * @property {number} [winner] the hand that won it, once it is complete
 *
 * @typedef {object} Decision
 * @property {number} seat
 * @property {number} hand
 * @property {string} phase
 * @property {string} action '' or only its kind where its cards may not be seen
 * @property {number} [count] the number of cards that may not be seen
 *
 * @typedef {object} HandResult
 * @property {string} outcome played, passed-out, misdealt
 * @property {Contract} contract
 * @property {number[]} tricks by side, as the next two
 * @property {number[]} delta
 * @property {number[]} scores
 *
 * @typedef {Record<string, any> & {t: string}} Message a message by key; its name is under `t`
 */

/** One game as its seat sees it, kept up to date by the client. Read it, do not change it. */
export class Game {
  /** @param {Message} message */
  constructor(message) {
    /** @type {number} */ this.g = message.g;
    /** @type {string} */ this.id = message.id;
    /** The own seat. @type {number} */ this.seat = message.seat;
    /** @type {string[]} */ this.players = message.players;
    /** @type {string} */ this.preset = message.preset;
    /** What differs from the preset. @type {Record<string, string>} */
    this.options = Object.fromEntries((message.options ?? []).map((/** @type {string} */ word) => cut(word)));
    /** Side of each seat. @type {number[]} */ this.sides = message.sides;
    /** By side. @type {number[]} */ this.scores = message.scores;
    /** @type {string} */ this.policy = message.policy;
    /** Milliseconds: auction, exchange, play, bank, inc; a missing one is unlimited. @type {Record<string, number>} */
    this.limits = {};
    for (const key of ['auction', 'exchange', 'play', 'bank', 'inc']) {
      if (key in message) this.limits[key] = message[key];
    }
    this.resumed = message.resumed ?? false;
    /** The hands that are over (after coming back in a new process: those since then). @type {HandResult[]} */
    this.results = [];

    // of the running hand:
    this.dealer = -1;
    this.deal = 0;
    this.attempt = 0;
    /** The own cards. @type {string[]} */ this.hand = [];
    /** Cards that lie face up, by hand: table hands, shown hands. @type {Map<number, string[]>} */
    this.open = new Map();
    /** @type {string[]} */ this.exposed = [];
    /** @type {Decision[]} */ this.history = [];
    /** The highest call so far. */ this.high = 'pass';
    /** Who made it. @type {number | undefined} */ this.highBy = undefined;
    /** @type {Contract | undefined} */ this.contract = undefined;
    /** The running trick. @type {Trick} */ this.trick = { plays: [] };
    /** The complete ones of this hand. @type {Trick[]} */ this.tricks = [];

    // at the end:
    this.reason = '';
    /** Sides. @type {number[]} */ this.winners = [];
    /** In thousandths, on a ladder. @type {number | undefined} */ this.rating = undefined;
    /**
     * Whether all that this seat saw follows from the published seed: the commitment, the mix of all nonces with the
     * own one, the key and the dealer of each deal, and every card that the seat saw, dealt again. Undefined while
     * that is not known, and in a preset of a later version.
     * @type {boolean | undefined}
     */
    this.fair = undefined;
    /** The first thing that does not, such as 'deal 3, attempt 0: the cards of hand 2'. */
    this.unfair = '';
    /** Of a client's game. @internal @type {Proof | undefined} */
    this.proof = undefined;
    /** @internal */ this.drawn = '';
    /** The deal of the last result. @internal */ this.ended = '';
  }

  // ---- for programs
  /**
   * The seat a hand belongs to; table hands come after the seats.
   * @param {number} hand
   */
  owner(hand) {
    return hand % this.players.length;
  }

  /**
   * Whether a hand is on our side (the five-handed partner included, once it is known).
   * @param {number} hand
   */
  ours(hand) {
    const seat = this.owner(hand);
    const pair = this.contract ? [this.contract.by, this.contract.partner] : [];
    return this.sides[seat] === this.sides[this.seat] ||
      (pair.includes(seat) && pair.includes(this.seat));
  }

  /** Of the contract; NT before there is one. */
  get denomination() {
    return this.contract?.denomination ?? 'NT';
  }

  /** The suit to follow in the running trick; the trumps where one was led; '' before the lead. */
  get led() {
    const card = this.trick.plays[0]?.card;
    if (!card) return '';
    if (power(card, this.denomination) < 100) return suit(card);
    return card.includes('=') ? card.slice(3) : this.denomination;
  }

  /** What wins the running trick so far; undefined before the lead. @returns {Play | undefined} */
  get winning() {
    const height = (/** @type {Play} */ play) => power(play.card, this.denomination, this.led);
    /** @type {Play | undefined} */
    let best;
    for (const play of this.trick.plays) {
      if (!best || height(play) > height(best)) best = play;
    }
    return best;
  }

  /**
   * Tricks that a side has in this hand.
   * @param {number} side
   */
  tricksOf(side) {
    return this.tricks.filter((trick) => trick.winner !== undefined &&
      this.sides[this.owner(trick.winner)] === side).length;
  }
  // ---- for all
}

// ---- for programs
/** One decision that is asked for. */
export class Turn {
  /**
   * @param {Game} game
   * @param {Message} message
   */
  constructor(game, message) {
    this.game = game;
    /** @type {number} */ this.n = message.n;
    /** @type {string} */ this.phase = message.phase;
    /** The hand that plays; the own seat but for table hands and open partners. @type {number} */
    this.hand = message.hand ?? game.seat;
    /** @type {string[]} */ this.legal = message.legal ?? [];
    /** give, discard: so many of `from`; else 0. @type {number} */ this.choose = message.choose ?? 0;
    /** @type {string[]} */ this.from = message.from ?? [];
    /** @type {string[]} */ this.out = message.out ?? [];
    /** Time left, bank included; undefined without a limit. @type {number | undefined} */ this.ms = message.ms;
    /** @type {number | undefined} */ this.bank = message.bank;
    /**
     * The hint that was asked for; undefined: none was, or the arena gives none.
     * @type {{bot: string, action: string, why: string, left: number} | undefined}
     */
    this.advice = undefined;
  }

  /** What is legal and complete as it stands: all of `legal` but `claim`. */
  get plain() {
    return this.legal.filter((word) => word !== 'claim');
  }

  /**
   * The action that gives or lays away these cards, as the phase asks.
   * @param {string[]} cards
   */
  give(cards) {
    return [this.phase, ...cards].join(':');
  }
}

/**
 * The action that claims the rest with all own cards, in the order in which they would be led.
 * @param {string[]} cards
 */
export function claim(cards) {
  return ['claim', ...cards].join(':');
}

// ------------------------------------------------------------------------------------ encodings

/** The arena refused something; `code` is from the table of errors in the protocol. */
export class ProtocolError extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(`${code}: ${text}`);
    this.name = 'ProtocolError';
    this.code = code;
  }
}

// ---- for all
const INTEGERS = new Set(('v rating g seat auction exchange play bank inc nonce d attempt dealer hand count by ' +
  'partner n choose ms x breach forfeit games left delay bid_ms play_ms stake').split(' '));
const BOOLEANS = new Set(['resumed', 'ok', 'slam', 'same', 'pair', 'rated', 'listed', 'hints', 'watch']);
const INTEGER_LISTS = new Set('sides scores tricks delta bans winners seeking playing free delays differ'.split(' '));
const STRING_LISTS = new Set('players options nonces cards legal from out rulesets names codes hosts played seats'.split(' '));

/** @param {string} word @returns {[string, string]} the parts before and after the first `=` */
function cut(word) {
  const at = word.indexOf('=');
  if (at < 0) throw new SyntaxError(`not KEY=VALUE: ${word}`);
  return [word.slice(0, at), word.slice(at + 1)];
}

/** @param {string} text */
const escaped = (text) => text.replace(/[\0-\x20,%\x7f]/g, (found) =>
  `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** @param {string} text */
function integer(text) {
  if (!/^-?\d+$/.test(text)) throw new SyntaxError(`not an integer: ${text}`);
  return Number(text);
}

/** @param {string} key @param {string} value @returns {unknown} */
function decodeValue(key, value) {
  if (INTEGERS.has(key)) return integer(value);
  if (BOOLEANS.has(key)) return value === '1';
  const words = value === '' ? [] : value.split(',');
  if (INTEGER_LISTS.has(key)) return words.map(integer);
  if (STRING_LISTS.has(key)) return words.map((word) => (word === '%' ? '' : decodeURIComponent(word)));
  try {
    return decodeURIComponent(value);
  } catch { // a key of a later version may hold a list, whose empty items are a lone %
    return value;
  }
}

/** @param {unknown} value @returns {string} */
function encodeValue(value) {
  if (Array.isArray(value)) return value.map((item) => (item === '' ? '%' : encodeValue(item))).join(',');
  return typeof value === 'string' ? escaped(value) : String(Number(value));
}

/**
 * A message in the text encoding, line feed included.
 * @param {Message} message
 */
export function encodeLine(message) {
  const words = [message.t];
  for (const [key, value] of Object.entries(message)) {
    if (key !== 't') words.push(`${key}=${encodeValue(value)}`);
  }
  return `${words.join(' ')}\n`;
}

/**
 * A line from the arena as a message. Throws if it is none.
 * @param {string} line
 * @returns {Message}
 */
export function decodeLine(line) {
  const [name, ...pairs] = line.split(' ');
  /** @type {Message} */
  const message = { t: name };
  for (const pair of pairs) {
    const [key, value] = cut(pair);
    message[key] = decodeValue(key, value);
  }
  return message;
}

// ---- for programs
/** @param {...Uint8Array} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The messages of a stream of text, however it is cut into chunks.
 * @param {AsyncIterable<Uint8Array>} chunks
 * @returns {AsyncGenerator<Message>}
 */
export async function* decodeText(chunks) {
  const text = new TextDecoder();
  /** @type {Uint8Array} */
  let rest = new Uint8Array(0);
  for await (const chunk of chunks) {
    rest = rest.length ? joined(rest, chunk) : chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield decodeLine(text.decode(rest.subarray(0, end)).replace(/\r$/, ''));
      rest = rest.subarray(end + 1);
    }
  }
}

/**
 * @typedef {object} Codec
 * @property {(message: Message) => string | Uint8Array} encode
 * @property {(chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Message>} decode
 */

/** @param {string} encoding @returns {Promise<Codec>} */
async function codecOf(encoding) {
  if (encoding === 'text') return { encode: encodeLine, decode: decodeText };
  const name = '@msgpack/msgpack'; // a variable, so that only those who use msgpack need the package
  const msgpack = await import(name);
  return { encode: msgpack.encode, decode: msgpack.decodeMultiStream };
}

// ----------------------------------------------------------------------------------- fair deals

// What the presets say about the deal, where it is not 43 cards to four players.
/** @type {Record<string, string>} */
const DEALS = {
  ...Object.fromEntries(('wikipedia australian australian-pack trickster-australian trickster-american perfect ' +
    'split-colours walker francis wilkinson open-330 unrestricted no-misere set ralph breach point-spread')
    .split(' ').map((name) => [name, ''])),
  american: 'deck=45',
  'saint-paul': 'deck=45',
  'original-1904': 'deck=45',
  'french-canadian': 'deck=46',
  'matching-four': 'deck=43m',
  'two-jokers': 'deck=44',
  'five-kitty': 'deck=45',
  'six-kitty': 'deck=46',
  'three-handed': 'players=3 deck=33',
  'three-handed-dead': 'players=3 dead_hands=1',
  'two-handed-table': 'players=2 two_handed=table',
  'two-handed-dead': 'players=2 deck=33 dead_hands=1',
  'two-handed-draft': 'players=2 two_handed=draft deck=52',
  'two-handed-draw': 'players=2 two_handed=draw deck=45',
  'five-handed': 'players=5 deck=53',
  'five-handed-hidden': 'players=5 deck=53',
  'six-handed': 'players=6 deck=63',
  'six-handed-cutthroat': 'players=6 deck=63',
  everything: 'deck=46',
};
/** The lowest rank of S C D H; all others begin with the two. @type {Record<string, string>} */
const LOWEST = { 33: '7777', 43: '5544', '43m': '5454', 44: '5544', 45: '4444', 46: '4444' };
/** All others have RJ alone. @type {Record<string, string[]>} */
const JOKERS = { 52: [], 44: ['RJ', 'BJ'], 46: ['RJ', 'BJ'], 64: ['RJ', 'BJ'], 66: ['RJ', 'BJ'] };
const EXCHANGES = ['double-misere', 'shields', 'patastrophe'];
const PACKETS = ['', '', '3 K1 4 K1 3', '3 K1 4 K1 3 K1', '3 K1 4 K2 3 K1', '3 K3 4 K2 3', '3 K3 3 K3 4'];

/** @param {string} name */
function deckOf(name) {
  /** @type {string[]} */ const cards = [];
  [...SUITS].forEach((of, at) => {
    for (const word of RANKS.slice(RANKS.indexOf((LOWEST[name] ?? '2222')[at]))) {
      const high = name === '65' || name === '66' ||
        (['63', '64'].includes(name) && (word !== '13' || 'DH'.includes(of)));
      if (high || !['11', '12', '13'].includes(word)) cards.push(word + of);
    }
  });
  return [...cards, ...(JOKERS[name] ?? ['RJ'])];
}

/**
 * What of a ruleset says how cards are dealt.
 * @typedef {{cards: string[], seats: number, hands: number, packets: string, twoHanded: string, draftKitty: number,
 *   samePack: boolean}} DealRules samePack: where all passed, the same cards are dealt again, without a shuffle
 *
 * What a seat saw of a deal.
 * @typedef {object} SeenDeal
 * @property {number} deal
 * @property {number} attempt
 * @property {number} dealer
 * @property {string} key
 * @property {string[]} own
 * @property {[number, string[]][]} up cards of table hands that lie or turned face up
 * @property {string[]} kitty as its taker
 * @property {string[]} kittyUp
 * @property {string[]} exposed
 * @property {string[]} drawn
 * @property {Map<number, string[]>} held cards that a hand played, showed or claimed with
 * @property {number} contractor
 * @property {number[]} exchange the seats between which cards were given
 * @property {Map<number, string>} swapped the exposed card that a seat took for one of its own
 * @property {string} outcome
 * @property {boolean} [same] the pack of the deal before, not shuffled
 *
 * What a seat was told of the fairness of a game, to be checked when the seed is published.
 * @typedef {object} Proof
 * @property {string} set
 * @property {string} commit
 * @property {number} seat
 * @property {DealRules | undefined} rules
 * @property {string} mix
 * @property {string[]} nonces
 * @property {string} [nonce] the own one, unless it came too late
 * @property {SeenDeal[]} deals
 * @property {string} changed what was told twice, and differently
 * @property {boolean} resumed
 */

/**
 * Undefined: a preset that is not known here.
 * @param {string} preset
 * @param {Record<string, string>} options
 * @returns {DealRules | undefined}
 */
export function dealRules(preset, options) {
  if (!(preset in DEALS)) return undefined;
  /** @type {Record<string, string>} */
  const words = { players: '4', deck: '43', deal: '', dead_hands: '0', two_handed: 'none', draft_kitty: '0',
    all_pass: '' };
  for (const word of DEALS[preset].split(' ').filter(Boolean)) words[cut(word)[0]] = cut(word)[1];
  for (const [name, value] of Object.entries(options)) if (name in words) words[name] = value;
  const cards = deckOf(words.deck);
  const seats = Number(words.players);
  const hands = words.two_handed === 'table' ? 4 : seats + Number(words.dead_hands);
  const usual = words.two_handed === 'draft' ? '3 4 3' : PACKETS[cards.length - 10 * hands] ?? '';
  return { cards, seats, hands, packets: words.two_handed === 'draw' ? '' : words.deal || usual,
    twoHanded: words.two_handed, draftKitty: Number(words.draft_kitty), samePack: words.all_pass === 'same-pack' };
}

// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in a few lines: a browser's own are asynchronous.
const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0));
/** @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUND_KEYS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {Uint8Array} bytes */
function digest(bytes) {
  const blocks = new DataView(new ArrayBuffer((bytes.length + 72) >> 6 << 6));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 128);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length << 3);
  const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));
  const state = [...FIRST_STATE];
  const words = new Int32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 64; i += 1) {
      const [a, b] = [words[i - 15], words[i - 2]];
      words[i] = i < 16 ? blocks.getInt32(at + 4 * i)
        : words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_KEYS[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const utf8 = new TextEncoder();

/** @param {(Uint8Array | string)[]} parts */
const bytesOf = (parts) => joined(...parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part)));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {...(Uint8Array | string)} parts */
const sha256 = (...parts) => toHex(digest(bytesOf(parts)));

/** @param {Uint8Array} key of 64 bytes at most @param {...(Uint8Array | string)} parts */
function hmac(key, ...parts) {
  const pad = (/** @type {number} */ byte) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  return digest(joined(pad(0x5c), digest(joined(pad(0x36), bytesOf(parts)))));
}

/** @param {number} value @param {number} bytes big-endian */
const unsigned = (value, bytes) => Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)));

/** @param {Uint8Array} bytes with their length before them */
const sized = (bytes) => joined(unsigned(bytes.length, 2), bytes);

/** @param {Uint8Array} seed @param {Uint8Array} mix @param {number} deal @param {number} attempt */
const keyOf = (seed, mix, deal, attempt) => hmac(seed, 'fair-deal/1 deal\0', mix, unsigned(deal, 4), unsigned(attempt, 4));

/** @param {Uint8Array} key @returns {Generator<number, never>} */
function* streamOf(key) {
  for (let counter = 0; ; counter += 1) yield* hmac(key, unsigned(counter, 4));
}

/**
 * From 0 to bound - 1, each with the same chance: bytes beyond a multiple of it are thrown away.
 * @param {Generator<number, never>} stream
 * @param {number} bound
 */
function draw(stream, bound) {
  for (;;) {
    const byte = stream.next().value;
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}

/** @param {DealRules} rules @param {Uint8Array} key */
function shuffled(rules, key) {
  const cards = [...rules.cards];
  const stream = streamOf(key);
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = draw(stream, i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/**
 * The cards of a deal that all passed, as the next dealer takes them.
 * @param {ReturnType<typeof dealCards>} dealt
 * @param {number} dealer
 */
function samePack({ hands, kitty }, dealer) {
  return [...hands.flatMap((_, i) => hands[(dealer + 1 + i) % hands.length]), ...kitty];
}

/**
 * Where the cards of a pack lie before anybody acts. `draws`: the cards that each seat looks at, in order.
 * @param {DealRules} rules
 * @param {string[]} pack
 * @param {number} dealer
 */
function dealCards(rules, pack, dealer) {
  const cards = [...pack];
  /** @type {{hands: string[][], kitty: string[], exposed: string[], draws: string[][]}} */
  const dealt = { hands: Array.from({ length: rules.hands }, () => []), kitty: [], exposed: [], draws: [] };
  if (rules.twoHanded === 'draw') {
    dealt.draws = [0, 1].map((seat) => cards.slice(0, 40).filter((_, at) => (at >> 1) % 2 === (seat + dealer + 1) % 2));
    dealt.kitty = cards.slice(40);
    return dealt;
  }
  for (const packet of rules.packets.split(' ')) {
    const size = Number(packet.replace('K', ''));
    const left = dealt.hands.map((_, i) => dealt.hands[(dealer + 1 + i) % rules.hands]);
    for (const to of packet.startsWith('K') ? [dealt.kitty] : left) to.push(...cards.splice(0, size));
  }
  if (rules.twoHanded === 'draft') {
    dealt.exposed = cards.splice(0, 8);
    dealt.kitty = cards.splice(0, rules.draftKitty);
  }
  return dealt;
}

/** @param {string[]} some @param {string[]} of */
const within = (some, of) => some.every((card) => of.includes(card));

/** @param {string[]} some @param {string[]} of */
function inOrder(some, of) {
  let at = -1;
  return some.every((card) => {
    at = of.indexOf(card, at + 1);
    return at >= 0;
  });
}

/**
 * What of the cards that were seen does not lie where the shuffle puts it; '' if all do.
 * @param {ReturnType<typeof dealCards>} dealt
 * @param {SeenDeal} seen
 * @param {number} seat
 */
function wrongCards(dealt, seen, seat) {
  const { kitty, exposed, draws, hands } = dealt;
  const same = (/** @type {string[]} */ a, /** @type {string[]} */ b) => within(a, b) && within(b, a);
  /** @param {number} of all cards that can have come into that hand, but for those of a partner */
  const base = (of) => [...(draws.length ? draws[of] : hands[of]),
    ...(of === seen.contractor ? [...kitty, ...exposed] : []),
    ...exposed.filter((card) => card === seen.swapped.get(of))];

  if (!draws.length && seen.own.length && !same(seen.own, hands[seat])) return `the cards of hand ${seat}`;
  for (const [hand, cards] of seen.up) {
    if (!within(cards, cards.length === 5 ? hands[hand].slice(5) : hands[hand])) return `the cards of hand ${hand}`;
  }
  if (seen.exposed.length && !same(seen.exposed, exposed)) return 'the exposed cards';
  if (draws.length && !inOrder(seen.drawn, draws[seat])) return 'the cards that were drawn';
  if (seen.kittyUp.length && !same(seen.kittyUp, kitty.slice(-1))) return 'the kitty';
  if (seen.kitty.length && !(within(kitty, seen.kitty) && within(seen.kitty, [...kitty, ...exposed]))) {
    return 'the kitty';
  }
  for (const [hand, cards] of seen.held) {
    const all = seen.exchange.includes(hand) ? seen.exchange.flatMap(base) : base(hand);
    if (!within(cards, all)) return `the cards of hand ${hand}`;
  }
  return '';
}

/**
 * Whether a deal may follow the one before it; after a lost connection some may not have been seen.
 * @param {boolean} resumed
 * @param {SeenDeal} seen
 * @param {SeenDeal | undefined} before
 */
function wrongOrder(resumed, seen, before) {
  const again = before?.deal === seen.deal;
  if (resumed && (!before || before.deal < seen.deal || (again && before.attempt === seen.attempt))) return '';
  if (!before) return seen.deal === 1 && seen.attempt === 0 ? '' : 'it is not the first';
  if (again && (resumed || seen.attempt === before.attempt + 1)) {
    return before.outcome === 'played' ? 'it was dealt again' : '';
  }
  return seen.deal === before.deal + 1 && seen.attempt === 0 ? '' : 'it does not follow the deal before it';
}

/**
 * Whether a deal has its key, or none because it follows from the one before, as it must after all passed.
 * @param {DealRules} rules
 * @param {Uint8Array} key
 * @param {SeenDeal} seen
 * @param {SeenDeal | undefined} before
 * @param {boolean} resumed
 */
function wrongKey(rules, key, seen, before, resumed) {
  const same = seen.same ?? false;
  let follows = same && resumed; // what became of the deal before was missed
  if (!rules.samePack || seen.attempt || (!before && seen.deal === 1)) follows = false;
  else if (before?.deal === seen.deal - 1 && before.outcome) follows = before.outcome === 'passed-out';
  if (same !== follows) return follows ? 'it is not the pack of the deal before' : 'it is not from the shuffle';
  if (same) return seen.key ? 'it has a key' : '';
  if (!seen.key) return 'it is not from the shuffle';
  return sha256('fair-deal/1 key\0', key) === seen.key ? '' : 'the key';
}

/**
 * The first thing that does not follow from the published seed, in words; '' if all that was seen does.
 * @param {Proof} proof
 * @param {string} seedHex
 * @returns {string}
 */
export function unfair(proof, seedHex) {
  const { rules } = proof;
  if (!rules) return 'the deck of this preset is not known';
  if (proof.changed) return proof.changed;
  const seed = fromHex(seedHex);
  const commitment = sha256('fair-deal/1 commit\0', sized(utf8.encode(proof.set)), seed);
  if (commitment !== proof.commit) return 'the commitment';
  if (proof.nonce !== undefined && !proof.nonces.includes(proof.nonce)) return 'the own nonce';
  const nonces = proof.nonces.map((nonce) => sized(fromHex(nonce)));
  const mixed = sha256('fair-deal/1 mix\0', fromHex(commitment), sized(utf8.encode(rules.cards.join(','))),
    unsigned(nonces.length, 2), ...nonces);
  if (mixed !== proof.mix) return 'the mix';
  const mix = fromHex(mixed);
  const first = draw(streamOf(keyOf(seed, mix, 0, 0)), rules.seats);
  /** @type {ReturnType<typeof dealCards> | undefined} */
  let dealt;
  for (const [index, seen] of proof.deals.entries()) {
    const key = keyOf(seed, mix, seen.deal, seen.attempt);
    const before = proof.deals[index - 1];
    let wrong = wrongKey(rules, key, seen, before, proof.resumed);
    if (!wrong && seen.dealer !== (first + seen.deal - 1) % rules.seats) wrong = 'the dealer';
    wrong ||= wrongOrder(proof.resumed, seen, before);
    if (!seen.same) {
      dealt = dealCards(rules, shuffled(rules, key), seen.dealer);
    } else if (before?.deal !== seen.deal) { // else it is told again
      dealt = dealt && before?.deal === seen.deal - 1
        ? dealCards(rules, samePack(dealt, before.dealer), seen.dealer) : undefined;
    }
    if (dealt) wrong ||= wrongCards(dealt, seen, proof.seat); // else what it follows from was missed
    if (wrong) return `deal ${seen.deal}, attempt ${seen.attempt}: ${wrong}`;
  }
  return '';
}

/**
 * Whether all that a seat saw of a game follows from the published seed.
 * @param {Proof} proof
 * @param {string} seedHex
 */
export function isFair(proof, seedHex) {
  return unfair(proof, seedHex) === '';
}

/**
 * Takes what may be told again after coming back, but not otherwise.
 * @param {Proof} proof
 * @param {Partial<Proof>} values
 */
function tell(proof, values) {
  /** @type {Record<string, any>} */ const told = proof;
  for (const [name, value] of Object.entries(values)) {
    if (told[name].length && String(told[name]) !== String(value)) proof.changed ||= `the ${name} changed`;
    told[name] = value;
  }
}

/** @param {Message} message @returns {SeenDeal} */
const seenDeal = (message) => ({ deal: message.d, attempt: message.attempt, dealer: message.dealer, key: message.key ?? '',
  same: message.same ?? false, own: [...(message.cards ?? [])], up: [], kitty: [], kittyUp: [], exposed: [], drawn: [],
  held: new Map(), contractor: -1, exchange: [], swapped: new Map(), outcome: '' });

/**
 * Keeps what a message shows of the cards of the running deal.
 * @param {SeenDeal} seen
 * @param {number} seat
 * @param {Message} message
 */
function witness(seen, seat, message) {
  const { t: name, k: kind, cards = [] } = message;
  const hand = message.hand ?? message.seat;
  const hold = (/** @type {string[]} */ held) =>
    seen.held.set(hand, [...(seen.held.get(hand) ?? []), ...held.map((card) => card.split('=')[0])]);
  if (name === 'hand') {
    seen.outcome = message.outcome;
  } else if (name === 'cards') {
    if (hand === seat && !seen.own.length) seen.own = [...cards];
  } else if (kind === 'up') {
    if (message.where === 'hand') seen.up.push([hand, cards]);
    else if (message.where === 'kitty') seen.kittyUp = cards;
    else if (!seen.exposed.length) seen.exposed = cards;
  } else if (kind === 'drawn') {
    seen.drawn.push(...cards);
  } else if (kind === 'contract') {
    seen.contractor = message.by;
    if (EXCHANGES.includes(message.call)) seen.exchange = [message.by, message.partner];
  } else if (kind === 'kitty') {
    seen.kitty = cards;
  } else if (kind === 'show') {
    hold(cards);
  } else if (kind === 'action') {
    const [word, ...rest] = (message.a ?? '').split(':');
    if (message.phase === 'play') hold(word === 'claim' ? rest : [word]);
    // A slam: the partner gives; the exchanges are known already.
    if (message.phase === 'give' && !seen.exchange.length) seen.exchange = [seen.contractor, message.seat];
    if (message.phase === 'swap' && rest.length) seen.swapped.set(message.seat, rest[0]);
  }
}

// ---- for all
// --------------------------------------------------------------------------- following the game

/** @param {string[] | undefined} cards @param {string} card */
function remove(cards, card) {
  const at = cards ? cards.indexOf(card) : -1;
  if (at >= 0) cards?.splice(at, 1);
}

/** @param {Game} game @param {Message} message */
function onDeal(game, message) {
  game.dealer = message.dealer;
  game.deal = message.d;
  game.attempt = message.attempt;
  game.hand = [...(message.cards ?? [])];
  game.open = new Map();
  game.exposed = [];
  game.history = [];
  game.high = 'pass';
  game.highBy = undefined;
  game.contract = undefined;
  game.trick = { plays: [] };
  game.tricks = [];
  game.drawn = '';
}

/** @param {Game} game @param {Message} message */
function onAction(game, message) {
  const { seat, phase, a: action = '' } = message;
  const hand = message.hand ?? seat;
  const [word, ...cards] = action.split(':');
  const own = seat === game.seat;
  game.history.push({ seat, hand, phase, action, count: message.count });
  if (phase === 'play') {
    const card = word === 'claim' ? cards[0] : action;
    game.trick.plays.push({ hand, card });
    if (hand === game.seat) remove(game.hand, card.split('=')[0]);
    remove(game.open.get(hand), card.split('=')[0]);
  } else if (['auction', 'raise', 'blind'].includes(phase)) {
    if (!['pass', 'look', 'no', ''].includes(action)) [game.high, game.highBy] = [action, seat];
  } else if (phase === 'give' || phase === 'discard') {
    if (own) cards.forEach((/** @type {string} */ card) => remove(game.hand, card));
    else if (phase === 'give') game.hand.push(...cards); // we see it because it comes to us
  } else if (phase === 'swap' && word === 'swap' && own) {
    remove(game.hand, cards[1]);
    game.hand.push(cards[0]);
  } else if (phase === 'draw' && own && action === 'keep' && game.drawn) {
    game.hand.push(game.drawn);
  }
}

/** @param {Game} game @param {Message} message */
function onEvent(game, message) {
  const hand = message.hand ?? message.seat;
  switch (message.k) {
    case 'action':
      onAction(game, message);
      break;
    case 'trick':
      game.tricks.push({ ...game.trick, winner: hand });
      game.trick = { plays: [] };
      break;
    case 'contract':
      game.contract = new Contract(message.call, message.by, message.partner);
      break;
    case 'partner':
      if (game.contract) game.contract.partner = message.seat;
      break;
    case 'kitty':
      if (message.seat === game.seat) game.hand.push(...(message.cards ?? []));
      break;
    case 'drawn':
      if (message.seat !== game.seat) break;
      game.drawn = message.cards[0];
      if (message.ok) game.hand.push(game.drawn);
      break;
    case 'show':
      game.open.set(hand, [...message.cards]);
      break;
    case 'up':
      if (message.where === 'exposed') game.exposed = [...message.cards];
      if (message.where === 'hand') game.open.set(hand, [...(game.open.get(hand) ?? []), ...message.cards]);
      break;
    default:
  }
}

/** @param {Game} game @param {Message} message */
function onHand(game, message) {
  game.scores = message.scores;
  if (game.ended === `${game.deal} ${game.attempt}`) game.results.pop(); // told again after a lost connection
  game.ended = `${game.deal} ${game.attempt}`;
  game.results.push({
    outcome: message.outcome,
    contract: new Contract(message.call, message.by, message.partner),
    tricks: message.tricks,
    delta: message.delta,
    scores: message.scores,
  });
}

/** @param {Game} game @param {Message} message */
function onOver(game, message) {
  game.reason = message.reason;
  game.winners = message.winners;
  game.scores = message.scores;
  game.rating = message.rating;
}

/**
 * Takes what a message says of a game: `deal`, `cards`, `event`, `hand`, `over`. A client does that by itself.
 * @param {Game} game
 * @param {Message} message
 */
export function follow(game, message) {
  if (message.t === 'event') onEvent(game, message);
  else if (message.t === 'deal') onDeal(game, message);
  else if (message.t === 'hand') onHand(game, message);
  else if (message.t === 'over') onOver(game, message);
  else if (message.t === 'cards' && message.hand === game.seat) game.hand = [...message.cards];
  else if (message.t === 'cards') game.open.set(message.hand, [...message.cards]);
}

// ---- for programs
// ----------------------------------------------------------------------------------- connection

/**
 * @callback Decide
 * @param {Turn} turn
 * @returns {string | Promise<string>} one action of the notation ('8H', 'pass', `turn.give(cards)`)
 *
 * @typedef {object} ClientOptions
 * @property {string} name 1 to 32 of A-Z a-z 0-9 . _ -
 * @property {string} [token] the ladder's, where it asks for one
 * @property {string} [tokenFile] a file that keeps the token: it is read, and a new name is claimed and its token written
 *   there; none: no name is claimed. Not with `token`
 * @property {string} [invite] the code that lets a new name in, where the arena asks for one; not said once there is a token
 * @property {boolean} [nonce] adds randomness of its own to every shuffle, and checks the proof (`Game.fair`); true
 * @property {'text' | 'msgpack'} [encoding] text; msgpack where that package is installed
 * @property {number} [games] how many games at once, 1
 * @property {boolean} [eager] events come at once, not with the next turn
 * @property {(game: Game) => void} [onOver] called when a game is over
 * @property {string} [software] free text for the arena's log
 * @property {string} [version] of the bot, 1 to 32 of A-Z a-z 0-9 . _ -; the ladder rates each version by itself
 * @property {Record<string, unknown>} [seek] the fields of a `seek`, sent after each connection: `{rated: false, chat: 'none'}`
 * @property {boolean} [lobby] takes no game until it asks for one: by `seek`, or by the methods of `Lobby`
 * @property {(client: Client, message: Message) => void} [onMessage] called with each message of the arena, after the
 *   client has taken it; for a turn, before the decision
 * @property {(turn: Turn) => boolean} [hint] whether to ask the arena for a hint, which is `turn.advice` for `decide` then;
 *   only games that do not count have hints
 *
 * @typedef {object} Where
 * @property {string} host a name or an address; or unix:PATH, with the port 0
 * @property {number} port
 * @property {{host: string, port: number}[]} [also] other nodes of the arena, tried in turn where `host` does not answer
 * @property {boolean} [tls] encrypt; the certificate must be good for `host`
 * @property {string} [ca] a file with the certificate to trust, instead of the system's
 * @property {string} [fingerprint] SHA-256 in hex of the arena's certificate: that one and no other, whoever signed it
 * @property {number} [reconnect] failed attempts in a row, at each address, after which the error is thrown, 5
 * @property {number} [pause] milliseconds before the first attempt, doubled for each one after it, 1000
 */

/** The errors that answer a `hint`. */
const NO_HINT = ['no-hints', 'rated', 'spent'];

/** Plays until the arena says bye. */
export class Client extends Lobby {
  /**
   * @param {Decide} decide
   * @param {ClientOptions} options
   */
  constructor(decide, options) {
    super();
    if (!['text', 'msgpack'].includes(options.encoding ?? 'text')) {
      throw new RangeError(`encoding is text or msgpack, not ${options.encoding}`);
    }
    if (options.token && options.tokenFile) throw new RangeError('token and tokenFile: one of them is expected');
    this.decide = decide;
    /** @private */ this.token = options.tokenFile ? tokenRead(options.tokenFile) : options.token;
    this.options = { nonce: true, encoding: 'text', games: 1, software: `avondale.mjs ${version}`, ...options };
    /** @type {string | undefined} */ this.session = undefined;
    /** In thousandths. @type {number | undefined} */ this.rating = undefined;
    /** Running games by their number. @type {Map<number, Game>} */ this.games = new Map();
    /** @private */ this.welcomed = false;
    /** Whether this client can follow a redirect to another node. @private */ this.follows = false;
    /** The node of a redirect that has just come. @private @type {{host: string, port: number} | undefined} */
    this.sent = undefined;
    /** The ticket for that node. @private @type {string | undefined} */ this.ticket = undefined;
    /** Turns that wait for their hint. @private @type {Turn[]} */ this.asked = [];
    /** @private @type {((message: Message) => void) | undefined} */ this.write = undefined;
  }

  /** @override @param {string} name @param {Record<string, unknown>} [fields] */
  send(name, fields = {}) {
    if (!this.write) throw new Error('there is no connection to an arena');
    this.write(/** @type {Message} */ ({ t: name, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }));
  }

  /**
   * Plays on standard input and output. `console.log` in a bot would garble the stream: use `console.error`.
   * @returns {Promise<void>}
   */
  async runStdio() {
    await this.play(process.stdin, process.stdout);
  }

  /**
   * Connects and plays; after a lost connection comes back with its session, so games go on. Goes where an arena
   * of several nodes sends it, and back to `where` if nobody there takes it.
   * @param {Where} where
   * @returns {Promise<void>}
   */
  async runTcp(where) {
    this.follows = true;
    await this.run([where, ...(where.also ?? []).map((other) => ({ ...where, ...other }))], where, connect);
  }

  /**
   * The same over a WebSocket, as a browser has it (and Node from 22 on): `ws://HOST:PORT/play/socket`, or `wss://`.
   * Says bye where an arena of several nodes would send it away.
   * @param {string} url
   * @param {{reconnect?: number, pause?: number}} [times] as in `Where`
   * @returns {Promise<void>}
   */
  async runWebSocket(url, times = {}) {
    await this.run([/** @type {any} */ ({ url })], times, (at) => connectWebSocket(at.url));
  }

  /**
   * @private
   * @param {Where[]} homes
   * @param {{reconnect?: number, pause?: number}} times
   * @param {(at: any) => Promise<any>} open
   */
  async run(homes, times, open) {
    const { reconnect = 5, pause = 1000 } = times;
    const where = homes[0];
    const wait = (/** @type {number} */ msec) => new Promise((resolve) => setTimeout(resolve, msec));
    let at = homes[0];
    for (let failed = 0; ;) {
      let error = /** @type {any} */ (new Error('the arena closed the connection'));
      error.code = 'ECONNRESET';
      this.welcomed = false;
      try {
        const socket = await open(at);
        try {
          if (await this.play(socket, socket)) return;
        } finally {
          socket.destroy();
        }
      } catch (caught) {
        error = caught;
      }
      if (this.sent) {
        at = { ...where, ...this.sent };
        this.sent = undefined;
        failed = 0;
        this.forget();
        if (!this.ticket) await wait(pause); // named with bye: no game waits for us there
      } else if (this.ticket) { // cannot connect there: the first node has to carry our bytes
        this.ticket = undefined;
        this.follows = false;
        at = homes[0];
      } else if (error.code === 'session' && this.session) { // the arena has forgotten us: start afresh
        this.forget();
      } else {
        // A broken connection has a code of the system; all else is a refusal, or a fault of this program.
        if (!/^(full|closing|E[A-Z]+)$/.test(error.code)) throw error;
        failed = this.welcomed ? 1 : failed + 1;
        if (!homes.includes(at)) {
          if (failed > reconnect) {
            at = homes[0];
            failed = 1;
            this.forget();
          }
        } else if (failed > reconnect * homes.length) {
          throw error;
        } else if (failed > 1) { // the same again after a lost connection, then the others in turn
          at = homes[(homes.indexOf(at) + 1) % homes.length];
        }
        await wait(pause * 2 ** Math.floor((failed - 1) / homes.length));
      }
    }
  }

  /** @private */
  forget() {
    this.session = undefined;
    this.games.clear();
  }

  /** @private @returns {Message} */
  hello() {
    const { name, tokenFile, invite, eager, nonce, games, software, version: own, seek, lobby } = this.options;
    return {
      t: 'hello',
      v: PROTOCOL_VERSION,
      name,
      ...(this.follows && { redirect: true }),
      ...(this.ticket ? { ticket: this.ticket } : this.token && { token: this.token }),
      ...(tokenFile && !this.ticket && { claim: true }),
      ...(invite && !this.token && !this.ticket && { invite }),
      ...(this.session && { session: this.session }),
      ...(eager && { eager }),
      ...(nonce && { nonce }),
      ...(games > 1 && { games }),
      ...(own && { version: own }),
      ...((seek || lobby) && { lobby: true }),
      software,
    };
  }

  /**
   * Plays until bye. Returns true then, or false to connect again, here or to `sent`.
   * @param {AsyncIterable<Uint8Array>} input
   * @param {NodeJS.WritableStream} output
   * @returns {Promise<boolean>}
   */
  async play(input, output) {
    const codec = await codecOf(this.options.encoding);
    output.on('error', () => {}); // the end of the input says it too
    this.asked = [];
    this.write = (message) => output.write(codec.encode(message));
    this.write(this.hello());
    try {
      for await (const message of codec.decode(input)) {
        if (message.t === 'bye') {
          this.sent = this.follows ? addressOf(message.address ?? '') : undefined;
          return !this.sent;
        }
        if (message.t === 'redirect' && this.follows) {
          this.sent = addressOf(message.address);
          this.ticket = message.ticket;
          return false;
        }
        for (const answer of [this.onMessage(message), await this.answer(message)]) {
          if (answer) this.write(answer);
        }
      }
      return false;
    } finally {
      this.write = undefined;
    }
  }

  /**
   * Shows a message to `onMessage`, then answers it if it is a turn, or the hint that a turn waited for.
   * @private
   * @param {Message} message
   * @returns {Promise<Message | undefined>}
   */
  async answer(message) {
    const game = this.games.get(message.g);
    let turn = /** @type {Turn | undefined} */ (undefined);
    this.options.onMessage?.(this, message);
    if (message.t === 'turn' && game) {
      turn = new Turn(game, message);
      if (this.options.hint?.(turn)) {
        this.asked.push(turn);
        return { t: 'hint', g: game.g, n: turn.n };
      }
    } else if (message.t === 'advice') {
      turn = this.asked.find((asked) => asked.game.g === message.g && asked.n === message.n);
      if (turn) turn.advice = { bot: message.bot, action: message.a, why: message.why, left: message.left };
    } else if (message.t === 'error' && NO_HINT.includes(message.code)) {
      turn = this.asked.find((asked) => asked.n === (message.n ?? asked.n));
    } else if (message.t === 'over') {
      this.asked = this.asked.filter((asked) => asked.game.g !== message.g);
    }
    if (!turn) return undefined;
    this.asked = this.asked.filter((asked) => asked !== turn);
    return { t: 'act', g: turn.game.g, n: turn.n, a: await this.decide(turn) };
  }

  /** @private @param {Message} message @returns {Message | undefined} */
  onMessage(message) {
    const game = this.games.get(message.g);
    if (message.t === 'welcome') {
      this.session = message.session;
      this.rating = message.rating;
      this.welcomed = true;
      this.ticket = undefined;
      if (message.token && this.options.tokenFile) {
        this.token = message.token;
        tokenWrite(this.options.tokenFile, message.token, this.options.name);
      }
      if (this.options.seek) return { t: 'seek', ...this.options.seek };
    } else if (message.t === 'error') {
      if (!this.welcomed) throw new ProtocolError(message.code, message.text);
      if (!NO_HINT.includes(message.code)) console.error(`${this.options.name}: ${message.code}: ${message.text}`);
      if (message.code === 'nonce' && game?.proof) game.proof.nonce = undefined; // too late: it counts as empty
    } else if (message.t === 'game') {
      return this.onGame(new Game(message), message);
    } else if (game && message.t !== 'turn') {
      this.onNews(game, message);
    }
    return undefined;
  }

  /** @private @param {Game} game @param {Message} message @returns {Message | undefined} */
  onGame(game, message) {
    const before = this.games.get(game.g);
    /** @type {Proof} */
    let proof = { set: message.set, commit: message.commit, seat: game.seat, mix: '', nonces: [], deals: [],
      rules: dealRules(game.preset, game.options), changed: '', resumed: game.resumed };
    if (before?.id === game.id && before.proof) {
      tell(before.proof, { set: proof.set, commit: proof.commit });
      game.results = before.results;
      game.ended = before.ended;
      proof = before.proof;
      proof.resumed = true;
    }
    game.proof = proof;
    this.games.set(game.g, game);
    if (!this.options.nonce || message.nonce === undefined) return undefined;
    proof.nonce ??= randomHex(16);
    return { t: 'nonce', g: game.g, x: proof.nonce };
  }

  /** @private @param {Game} game @param {Message} message */
  onNews(game, message) {
    const proof = /** @type {Proof} */ (game.proof);
    const deal = proof.deals.at(-1);
    if (deal && ['event', 'cards', 'hand'].includes(message.t)) witness(deal, game.seat, message);
    if (message.t === 'deal') proof.deals.push(seenDeal(message));
    if (message.t === 'fair') tell(proof, { nonces: message.nonces, mix: message.mix });
    follow(game, message);
    if (message.t !== 'over') return;
    if (message.seed && proof.rules) {
      game.unfair = unfair(proof, message.seed);
      game.fair = game.unfair === '';
    }
    if (game.unfair) console.error(`${this.options.name}: ${game.id} was not dealt fairly: ${game.unfair}`);
    this.games.delete(game.g);
    this.options.onOver?.(game);
  }
}

/** HOST:PORT; undefined if it is not that. No arena sends a bot to a path of its own machine. @param {string} text */
function addressOf(text) {
  const [, host, port] = /^(?!unix:)\[?(.*?)\]?:(\d+)$/.exec(text) ?? [];
  return port ? { host, port: Number(port) } : undefined;
}

/** What --connect takes: HOST:PORT, or unix:PATH, whose port is 0. @param {string} text */
function homeOf(text) {
  return /^unix:./.test(text) ? { host: text, port: 0 } : addressOf(text);
}

/**
 * A WebSocket as a stream: each message of it is a message of the arena.
 * @param {string} url
 * @returns {Promise<AsyncIterable<Uint8Array> & {write: (data: string | Uint8Array) => void, on: () => void, destroy: () => void}>}
 */
function connectWebSocket(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    /** @type {Uint8Array[]} */ const come = [];
    let [open, wake] = [true, () => {}];
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      come.push(typeof data === 'string' ? utf8.encode(data.endsWith('\n') ? data : `${data}\n`) : new Uint8Array(data));
      wake();
    };
    socket.onclose = () => {
      open = false;
      wake();
      reject(Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }));
    };
    socket.onopen = () => resolve({
      async* [Symbol.asyncIterator]() {
        while (open || come.length) {
          const chunk = come.shift();
          if (chunk) yield chunk;
          else await new Promise((/** @type {(value?: any) => void} */ done) => { wake = done; });
        }
      },
      write: (data) => socket.send(data),
      on: () => {},
      destroy: () => socket.close(),
    });
  });
}

/** @param {number} bytes */
const randomHex = (bytes) => toHex((globalThis.crypto ?? cryptography.webcrypto).getRandomValues(new Uint8Array(bytes)));

/** @param {Where} where @returns {Promise<any>} a socket of `net` or `tls` */
function connect({ host, port, tls: encrypted, ca, fingerprint }) {
  return new Promise((resolve, reject) => {
    const file = host.startsWith('unix:') ? host.slice('unix:'.length) : undefined;
    const servername = file ? 'localhost' : net.isIP(host) ? undefined : host;
    const at = file ? { path: file } : { host, port, autoSelectFamily: true };
    const socket = encrypted
      ? tls.connect({ ...at, servername, ca: ca ? fs.readFileSync(ca) : undefined, rejectUnauthorized: !fingerprint })
      : net.connect(at);
    if (!file) socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once(encrypted ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      const wanted = fingerprint?.replaceAll(':', '').toLowerCase();
      if (wanted && socket instanceof tls.TLSSocket && sha256(socket.getPeerCertificate().raw) !== wanted) {
        socket.destroy();
        reject(new Error("the arena's certificate has another fingerprint"));
      }
      resolve(socket);
    });
  });
}

/** @param {string} words of a message, `rated=0 chat=none` @returns {Record<string, unknown>} */
function fieldsOf(words) {
  const { t: _, ...fields } = decodeLine(`x ${words}`.trim());
  return fields;
}

/**
 * What --ruleset, --seek, --pair, --challenge, --open, --join, --accept, --say and --hints ask for.
 * @param {Record<string, any>} values
 * @param {Decide} decide
 * @returns {{plan: Plan, decide: Decide, options: Partial<ClientOptions>}}
 */
function arrange({ ruleset, seek, pair, challenge, open, join, accept, say, hints }, decide) {
  if ([challenge, open, join].filter((word) => word !== undefined).length > 1) {
    throw new RangeError('--challenge, --open and --join: one of them is expected');
  }
  const rulesets = ruleset?.split(',');
  const plan = new Plan({ ruleset: rulesets?.[0], challenge, open: open === undefined ? undefined : fieldsOf(open), join, accept,
    say, stays: accept !== undefined || seek !== undefined });
  const seeks = seek !== undefined || (!plan.arranges && (rulesets || pair));
  return {
    plan,
    decide: hints ? (turn) => turn.advice?.action ?? decide(turn) : decide,
    options: {
      ...(seeks && { seek: { ...fieldsOf(seek ?? ''), ...(rulesets && !plan.arranges && { rulesets }), ...(pair && { pair }) } }),
      ...(hints && { hint: () => true }),
      lobby: plan.arranges || accept !== undefined,
      onMessage: (client, message) => plan.take(client, message),
    },
  };
}

/**
 * Where the token of a name is kept by default: a file for each address and name.
 * @param {string} host
 * @param {number} port
 * @param {string} name
 */
export function tokenPath(host, port, name) {
  const base = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config');
  return path.join(base, 'avondale', 'tokens', (port ? `${host}_${port}` : host).replace(/[^A-Za-z0-9.-]/g, '_'), name.toLowerCase());
}

/** @param {string} file */
function tokenRead(file) {
  try {
    return fs.readFileSync(file, 'ascii').trim() || undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * All of it or nothing, and for this user only. A token that cannot be stored is printed, because the arena sends it
 * only once.
 * @param {string} file
 * @param {string} token
 * @param {string} name
 */
function tokenWrite(file, token, name) {
  const part = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(part, `${token}\n`, { mode: 0o600, flush: true });
    fs.renameSync(part, file);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    console.error(`${name}: the token cannot be kept (${why}). Keep it yourself: ${token}`);
  }
}

/**
 * The command line of a bot: --connect HOST:PORT[,HOST:PORT...] (else standard input and output), --name, --token, --token-file, --invite CODE, --tls,
 * --tls-ca FILE, --tls-fingerprint HEX, --encoding, --games, --version; of the lobby --ruleset LIST, --seek WORDS, --pair,
 * --challenge NAMES, --open WORDS, --join CODE, --accept NAMES, --say WORDS, --hints (sample-bots/README.md says what they
 * do). Exits with one line where the arena refuses it.
 * @param {Decide} decide
 * @param {Partial<ClientOptions> & {name: string}} options defaults
 * @returns {Promise<void>}
 */
export async function main(decide, options) {
  let { name } = options;
  try {
    const string = /** @type {const} */ ({ type: 'string' });
    const { values } = util.parseArgs({
      options: {
        connect: string,
        name: string,
        token: string,
        'token-file': string,
        invite: string,
        tls: { type: 'boolean' },
        'tls-ca': string,
        'tls-fingerprint': string,
        encoding: string,
        games: string,
        version: string,
        ruleset: string,
        seek: string,
        pair: { type: 'boolean' },
        challenge: string,
        open: string,
        join: string,
        accept: string,
        say: string,
        hints: { type: 'boolean' },
      },
    });
    const { connect: to, tls: plainly, 'tls-ca': ca, 'tls-fingerprint': fingerprint, 'token-file': kept, games, ruleset, seek, pair, challenge, open, join, accept, say, hints, ...rest } = values;
    name = values.name ?? name;
    const arranged = arrange({ ruleset, seek, pair, challenge, open, join, accept, say, hints }, decide);
    const addresses = to === undefined ? [] : to.split(',').map(homeOf);
    if (addresses.includes(undefined)) {
      throw new RangeError(`--connect ${to}: HOST:PORT or unix:PATH is expected, or several with commas`);
    }
    const [first, ...also] = /** @type {{host: string, port: number}[]} */ (addresses);
    const own = first && !values.token && !options.token
      ? tokenPath(first.host, first.port, name) : undefined;
    // In a local match a nonce would make the deals of the same --seed differ.
    const given = { nonce: to !== undefined, ...options, ...rest, games: Number(games ?? 1), tokenFile: kept ?? own, ...(to !== undefined && arranged.options) };
    const client = new Client(arranged.decide, /** @type {ClientOptions} */ (given));
    if (to === undefined) {
      await client.runStdio();
    } else {
      const encrypted = Boolean(plainly || ca || fingerprint);
      await client.runTcp({ ...first, also, tls: encrypted, ca, fingerprint });
      if (arranged.plan.failed) throw new Error(`no game: ${arranged.plan.failed}`);
    }
    process.exit(0);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exit(error instanceof RangeError || error instanceof TypeError ? 2 : 1);
  }
}
