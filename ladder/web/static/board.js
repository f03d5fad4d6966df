// board.js - a card table: seats around it, their cards, the trick, auction and score. Game page, live table and play use it.
//
//   const table = board(element, { onCard, onBid });
//   table.show(state, { animate: true });
//   table.main.append(...): what stands below the table; table.colours(): a choice of two or four colours
//
// `element` becomes the board. The same state draws the same board, so that a caller can show any step. Elements of
// cards that stay are kept, with the focus. `animate`: cards move to the trick, and a taken trick moves away (not with
// reduced motion).
//
// onCard(card, hand): a card of a hand with `pick` was clicked, whether it is legal or not (ask `aria-disabled`).
// onBid(call): a button of `bids` was clicked.
//
// The state. Cards are words of the protocol ("10H", "RJ", "RJ=S"), seats and hands are numbers from 0. All but
// `seats` may be left out.
//   seats     [{ name, side, note }]: side from 0; note: a few words beside the name (a clock, "away")
//   from      the seat that sits at the bottom; 0
//   hands     [{ owner, cards, count, under, pick, legal, chosen, advised, label }] by hand
//             owner: its seat, or -1 (a dead hand, not shown); cards: those that are seen, in the order of the list;
//             count: all that it holds (the rest lies face down); under: cards below others, of which null is not seen;
//             pick: its cards are buttons; legal, chosen, advised: lists of its cards; without `legal` all are legal
//   dealer, turn   seats
//   auction   [{ seat, call }] in order
//   contract  { call, by, partner } or null
//   trick     [{ hand, card }] in order; the first one led
//   winner    the hand that takes the complete trick on the table
//   tricks    [{ cards: [{ hand, card }], winner }]: the complete ones of this hand
//   taken     tricks by hand
//   scores    points by side; gained: what this hand gave to each side
//   kitty     { cards, count, label }
//   bids      calls that may be made now: a grid of buttons in the middle
//   advised   one of `bids`
//   number    of the hand, from 1
//   text      a line in the middle of an empty table
// Names come from other people: they are set as textContent only.
//
// Also here: face(card), back() and sortHand(cards, call) for pages that show cards of their own.
import { PLACES, callText, cardColour, cardText, cardWords, element, isJoker, remembered } from "./cards.js";

const NS = "http://www.w3.org/2000/svg";
const FLY_MSEC = 260;

/* --------------------------------------------------------------------------------- faces */

// Drawn around the origin, about 20 units high.
const PIPS = {
  S: "M0-10C3-5.5 9-2.5 9 3.3A4.3 4.3 0 0 1 1.5 6.3Q1.7 8.8 3.4 10H-3.4Q-1.7 8.8-1.5 6.3A4.3 4.3 0 0 1-9 3.3C-9-2.5-3-5.5 0-10Z",
  H: "M0 10C-3 5.5-9.5 1.5-9.5-4A4.9 4.9 0 0 1 0-6 4.9 4.9 0 0 1 9.5-4C9.5 1.5 3 5.5 0 10Z",
  D: "M0-10.5Q3.3-4.5 8 0 3.3 4.5 0 10.5-3.3 4.5-8 0-3.3-4.5 0-10.5Z",
  C: "M1.3 4.6Q1.6 8.6 3.6 10H-3.6Q-1.6 8.6-1.3 4.6A4.6 4.6 0 1 1-3.9-2.8 4.6 4.6 0 1 1 3.9-2.8 4.6 4.6 0 1 1 1.3 4.6Z",
  star: "M0-10L2.6-3.4 9.5-3.1 4.1 1.3 5.9 8.1 0 4.2-5.9 8.1-4.1 1.3-9.5-3.1-2.6-3.4Z",
};
// Crowns and caps, 40 units wide, standing on y = 0; a jester's cap for the joker.
const HEADS = {
  K: "M-20 0L-22-20-12-10-8-24 0-12 8-24 12-10 22-20 20 0ZM0-32V-22M-4-28H4M-20 5H20",
  Q: "M-18 0Q-18-12-24-18-14-14-12-8-10-18 0-24 10-18 12-8 14-14 24-18 18-12 18 0ZM-18 5H18M-3-28A3 3 0 1 0 3-28 3 3 0 1 0-3-28Z",
  J: "M-19 0V-10Q-14-20 2-18 20-16 19 0ZM4-18Q8-32 24-32 22-18 12-16M-22 5H22",
  joker: "M-24 14Q-30-16-38-8-34-34-12-18-8-44 6-38 12-34 10-18 32-34 38-8 28-14 24 14ZM-24 21H24",
};
const LEFT = 37, MIDDLE = 57, RIGHT = 77;
const ROWS = [30, 56.7, 83.3, 110];
const both = (...ys) => ys.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const one = (...ys) => ys.map((y) => [MIDDLE, y]);
const LAYOUTS = {
  2: one(30, 110), 3: one(30, 70, 110), 4: both(30, 110), 5: [...both(30, 110), ...one(70)], 6: both(30, 70, 110),
  7: [...both(30, 70, 110), ...one(50)], 8: [...both(30, 70, 110), ...one(50, 90)], 9: [...both(...ROWS), ...one(70)],
  10: [...both(...ROWS), ...one(43, 97)], 11: [...both(...ROWS), ...one(43, 70, 97)], 12: [...both(...ROWS), ...one(...ROWS)],
  13: [...both(...ROWS), ...one(30, 50, 70, 90, 110)],
};

function svg(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const pip = (suit, x, y, scale, turned = false) => svg("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${turned ? -scale : scale})` });

// Rank above suit; a class moves the suit beside it where only the upper edge of a card is seen.
function index(rank, suit) {
  const text = svg("text", { x: 16, y: rank.length > 1 ? 31 : 33, ...(rank.length > 1 ? { class: "two", textLength: 27, lengthAdjust: "spacingAndGlyphs" } : {}) });
  text.textContent = rank;
  return svg("g", { class: "index" }, rank ? text : pip("star", 16, 21, 1.3), ...(suit ? [svg("g", { class: "index-suit" }, pip(suit, 16, 50, 1.05))] : []));
}

function middle(rank, suit) {
  if (!rank) {
    const cap = svg("path", { d: HEADS.joker, class: "drawn", transform: "translate(57 70)" });
    const bells = [[-38, -6], [6, -40], [38, -6]].map(([x, y]) => svg("circle", { cx: 57 + x, cy: 70 + y, r: 5 }));
    return [cap, ...bells, ...(suit ? [pip(suit, 57, 112, 1.2)] : [])];
  }
  if (rank === "A") return [pip(suit, 54, 72, 2.7)];
  if (!HEADS[rank]) return LAYOUTS[rank].map(([x, y]) => pip(suit, x, y, 0.88, y > 70));
  const half = (turn) => svg("g", { transform: turn }, svg("path", { d: HEADS[rank], class: "drawn", transform: "translate(57 45)" }), pip(suit, 57, 60, 0.9));
  return [svg("rect", { x: 29, y: 8, width: 56, height: 124, rx: 5, class: "frame" }), half("translate(0 0)"), half("rotate(180 57 70)"), svg("path", { d: "M29 78L85 62", class: "line" })];
}

function drawFace(card) {
  const joker = isJoker(card), rank = joker ? "" : card.slice(0, -1), suit = joker ? card[3] : card.at(-1);
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("g", { class: "middle" }, ...middle(rank, suit)),
    index(rank, suit),
    ...(suit ? [svg("g", { class: "corner" }, pip(suit, 66, 100, 2.5))] : [svg("g", { class: "corner" }, pip("star", 66, 100, 2.5))]));
}

const faces = new Map();

// A card as an element; `tag`: "span" or "button".
export function face(card, tag = "span", label = cardWords(card)) {
  if (!faces.has(card)) faces.set(card, drawFace(card));
  const suit = isJoker(card) ? `joker ${cardColour(card)}` : `suit-${card.at(-1)}`;
  const made = element(tag, { class: `pc ${suit}`, "aria-label": label, ...(tag === "button" ? { type: "button" } : { role: "img" }) });
  made.append(faces.get(card).cloneNode(true));
  return made;
}

export const back = () => element("span", { class: "pc back", "aria-hidden": "true" });

/* --------------------------------------------------------------------------------- order */

const SAME_COLOUR = { S: "C", C: "S", D: "H", H: "D" };

const rankValue = (rank) => ({ J: 20, Q: 21, K: 22, A: 23 })[rank] ?? Number(rank);

// Trumps first, bowers and jokers among them, then suits in turns of colour, each from the top.
export function sortHand(cards, call = "") {
  const trumps = /^\d+([SCDH])$/.exec(call)?.[1] ?? "";
  const suits = trumps ? [trumps, ...({ S: "HCD", C: "DSH", D: "CHS", H: "SDC" })[trumps]] : [..."SHCD"];
  const place = (card) => {
    if (isJoker(card)) return card[0] === "R" ? 1000 : 999;
    const suit = card.at(-1), rank = card.slice(0, -1);
    if (rank === "J" && trumps && suit === trumps) return 998;
    if (rank === "J" && trumps && suit === SAME_COLOUR[trumps]) return 997;
    return 900 - 100 * suits.indexOf(suit) + rankValue(rank);
  };
  return [...cards].sort((a, b) => place(b) - place(a));
}

/* --------------------------------------------------------------------------------- parts */

// Makes the children of `parent` match `items`, by key; an item that stays keeps its element.
function sync(parent, items, key, make, update = () => {}) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const nodes = items.map((item, i) => {
    const name = key(item, i);
    let node = old.get(name);
    if (node) old.delete(name);
    else {
      node = make(item, i);
      node.dataset.key = name;
    }
    update(node, item, i);
    return node;
  });
  for (const node of old.values()) node.remove();
  nodes.forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
  });
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const colouredCall = (call) => {
  const suit = /^\d+([SCDH])$/.exec(call)?.[1];
  return element("span", { class: suit ? `card text-${suit}` : "card", text: callText(call) });
};

const colouredCard = (card) => element("span", { class: `card text-${isJoker(card) ? card[0] : card.at(-1)}`, title: cardWords(card), text: cardText(card) });

const STRAINS = ["S", "C", "D", "H", "NT", "NO", "JNT"];

class Board {
  constructor(root, { onCard, onBid } = {}) {
    this.onCard = onCard;
    this.onBid = onBid;
    this.seats = [];
    this.shape = "";
    this.facts = element("dl", { class: "board-facts" });
    this.felt = element("div", { class: "felt" });
    this.trick = element("ul", { class: "trick", "aria-label": "The trick" });
    this.kitty = element("div", { class: "kitty" });
    this.bids = element("div", { class: "bids", role: "group", "aria-label": "Bids" });
    this.text = element("p", { class: "felt-text" });
    this.centre = element("div", { class: "centre" }, this.kitty, this.text, this.trick, this.bids);
    this.auction = element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Auction" });
    this.tricks = element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Tricks so far" });
    this.side = element("div", { class: "board-side" }, element("h2", { text: "Auction" }), this.auction, element("h2", { text: "Tricks" }), this.tricks);
    this.main = element("div", { class: "board-main" }, this.facts, element("div", { class: "felt-room" }, this.felt));
    root.classList.add("board");
    root.replaceChildren(this.main, this.side);
  }

  colours() {
    const select = remembered("colours", element("select", {}, element("option", { text: "two", value: "two" }), element("option", { text: "four", value: "four" })), "two");
    const apply = () => document.documentElement.classList.toggle("four", select.value === "four");
    select.addEventListener("change", apply);
    apply();
    return element("label", {}, "Colours of suits", select);
  }

  show(state, { animate = false } = {}) {
    const moves = animate && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const taken = moves ? this.leaving(state) : null;
    const from = moves ? this.origins(state) : null;
    this.state = state;
    this.place(state);
    this.showFacts(state);
    state.seats.forEach((seat, i) => this.showSeat(state, seat, i));
    this.showCentre(state);
    this.showAuction(state);
    this.showTricks(state);
    if (from) this.fly(from, taken);
  }

  // Makes new elements if the number of seats, or the seat at the bottom, has changed.
  place(state) {
    const count = state.seats.length, from = state.from ?? 0, shape = `${count} ${from}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.felt.dataset.seats = count;
    this.places = state.seats.map((_, seat) => PLACES[count][(seat - from + count) % count]);
    this.seats = this.places.map((place) => {
      const parts = { name: element("span", { class: "name" }), marks: element("span", { class: "marks" }), hands: element("div", { class: "hands" }) };
      parts.plate = element("p", { class: "plate" }, parts.name, parts.marks);
      parts.box = element("div", { class: `seat at-${place}${"wxey".includes(place) ? " flank" : ""}` }, parts.plate, parts.hands);
      return parts;
    });
    const order = state.seats.map((_, i) => this.seats[(from + i) % count].box);
    this.felt.replaceChildren(this.centre, ...order);
  }

  owner(hand) {
    const { hands, seats } = this.state;
    return hands?.[hand]?.owner ?? (hand < seats.length ? hand : hand - seats.length);
  }

  takenBy(state, seat) {
    return (state.taken ?? []).reduce((sum, count, hand) => sum + (this.owner(hand) === seat ? count : 0), 0);
  }

  showFacts(state) {
    const { contract, scores, seats } = state, parts = [];
    const fact = (word, ...content) => parts.push(element("div", {}, element("dt", { text: word }), element("dd", {}, ...content)));
    if (state.number) fact("Hand", String(state.number));
    if (contract) {
      const mine = seats.reduce((sum, { side }, seat) => sum + (side === seats[contract.by].side || seat === contract.partner ? this.takenBy(state, seat) : 0), 0);
      const level = Number(/^\d+/.exec(contract.call)?.[0] ?? 0);
      fact("Contract", colouredCall(contract.call), " ", element("span", { class: "by", text: seats[contract.by].name }));
      fact("Taken", level ? `${mine} of ${level}` : String(mine));
    } else {
      fact("Contract", element("span", { class: "soft", text: state.auction?.length ? "auction" : "none yet" }));
    }
    (scores ?? []).forEach((score, side) => {
      const names = seats.filter((seat) => seat.side === side).map((seat) => seat.name).join(" + ");
      const gained = state.gained?.[side], content = [element("b", { text: String(score) })];
      if (gained !== undefined) content.push(" ", element("span", { class: "soft", text: gained < 0 ? `\u2212${-gained}` : `+${gained}` }));
      fact(names, ...content);
      parts.at(-1).classList.add("score", `side-${side}`);
    });
    this.facts.replaceChildren(...parts);
  }

  marks(state, i) {
    const made = [], { contract } = state;
    const mark = (name, text, words, extra = []) => made.push(element("span", { class: `mark ${name}`, title: words }, ...extra, ...(text ? [text] : []), element("span", { class: "vh", text: ` ${words}` })));
    if (state.dealer === i) mark("dealer", "D", "deals");
    if (contract?.by === i) mark("call", "", "is the contract", [colouredCall(contract.call)]);
    else if (contract?.partner === i && state.seats[i].side !== state.seats[contract.by].side) mark("call", "partner", "of the contractor");
    const last = contract ? null : (state.auction ?? []).findLast(({ seat }) => seat === i);
    if (last) mark(last.call === "pass" ? "said pass" : "said", "", "said", [colouredCall(last.call)]);
    const taken = this.takenBy(state, i);
    if (contract || taken) mark("taken", String(taken), taken === 1 ? "trick" : "tricks");
    return made;
  }

  showSeat(state, seat, i) {
    const parts = this.seats[i], hands = (state.hands ?? []).map((hand, number) => ({ ...hand, number })).filter(({ number }) => this.owner(number) === i);
    parts.box.classList.toggle("turn", state.turn === i);
    for (let side = 0; side < 6; side++) parts.plate.classList.toggle(`side-${side}`, seat.side === side);
    setText(parts.name, seat.name);
    parts.name.title = seat.name;
    parts.marks.replaceChildren(...this.marks(state, i), ...(seat.note ? [element("span", { class: "mark note", text: seat.note })] : []), ...(state.turn === i ? [element("span", { class: "vh", text: " to act" })] : []));
    sync(parts.hands, hands, (hand) => `hand-${hand.number}`, () => element("ul", { class: "hand" }), (list, hand) => this.showHand(list, hand, seat.name));
  }

  showHand(list, hand, name) {
    const cards = hand.cards ?? [], under = hand.under ?? [];
    const hidden = Math.max(0, (hand.count ?? cards.length) - cards.length);
    const items = [...cards.map((card) => ({ key: card, card })), ...Array.from({ length: hidden }, (_, i) => ({ key: `down-${i}` })),
      ...under.map((card, i) => ({ key: `under-${card ?? i}`, card, under: true }))];
    list.setAttribute("aria-label", (hand.label ?? `Cards of ${name}`) + (hidden ? `: ${hidden} face down` : ""));
    list.classList.toggle("closed", cards.length === 0);
    list.classList.toggle("pick", Boolean(hand.pick));
    list.style.setProperty("--n", Math.max(2, items.length));
    sync(list, items, ({ key }) => key + (hand.pick ? "!" : ""), (item) => this.cardSlot(item, hand), (slot, { card }) => {
      if (!card) return;
      const inner = slot.firstChild, legal = hand.legal?.includes(card) ?? true, chosen = Boolean(hand.chosen?.includes(card));
      slot.classList.toggle("dim", !legal);
      slot.classList.toggle("raised", Boolean(hand.legal) && legal);
      slot.classList.toggle("chosen", chosen);
      slot.classList.toggle("advised", Boolean(hand.advised?.includes(card)));
      if (!hand.pick) return;
      inner.setAttribute("aria-disabled", String(!legal));
      if (hand.chosen) inner.setAttribute("aria-pressed", String(chosen));
      else inner.removeAttribute("aria-pressed");
    });
  }

  cardSlot({ card, under }, hand) {
    const inner = card ? face(card, hand.pick && !under ? "button" : "span") : back();
    const slot = element("li", { class: under ? "slot under" : "slot", "aria-hidden": card ? false : "true" }, inner);
    if (card && hand.pick && !under) inner.addEventListener("click", () => this.onCard?.(card, hand.number));
    return slot;
  }

  showCentre(state) {
    const trick = state.trick ?? [], seats = state.seats, kitty = state.kitty;
    sync(this.trick, trick, ({ hand, card }) => `${hand} ${card}`, ({ hand, card }, i) => {
      const owner = this.owner(hand), second = hand !== owner ? " second" : seats.length === 2 && (state.hands?.length ?? 0) > 2 ? " first" : "";
      return element("li", { class: `slot at-${this.places[owner]}${second}`, "data-lay": i }, face(card));
    }, (slot, { hand, card }, i) => {
      const best = hand === state.winner;
      slot.classList.toggle("best", best);
      slot.classList.toggle("led", i === 0);
      slot.style.zIndex = i + 1;
      slot.firstChild.setAttribute("aria-label", `${seats[this.owner(hand)].name}: ${cardWords(card)}${i === 0 ? ", led" : ""}${best ? ", takes the trick" : ""}`);
    });
    const lies = trick.length === 0 && !state.bids && (kitty?.cards?.length || kitty?.count);
    this.kitty.hidden = !lies;
    if (lies) {
      const label = kitty.label ?? "Kitty", list = element("ul", { class: "hand" });
      this.showHand(list, { ...kitty, label }, "");
      this.kitty.replaceChildren(element("p", { text: label }), list);
    }
    this.text.hidden = !state.text;
    setText(this.text, state.text ?? "");
    this.showBids(state.bids ?? null, state.advised);
  }

  // A row for each level, a column for each suit. Pass and other calls without a level have a row of their own; more
  // than two special calls are a menu there.
  showBids(bids, advised) {
    this.bids.hidden = !bids;
    if (!bids) return this.bids.replaceChildren();
    const calls = bids.map((call) => ({ call, level: /^\d+/.exec(call)?.[0] ?? "", strain: STRAINS.indexOf(call.replace(/^\d+/, "")) }));
    const rows = [...new Set(calls.filter(({ level }) => level).map(({ level }) => level))].map((level) => calls.filter((bid) => bid.level === level));
    const words = calls.filter(({ level }) => !level);
    const columns = [...new Set([0, 1, 2, 3, 4, ...calls.filter(({ level }) => level).map(({ strain }) => strain)])];
    this.bids.style.setProperty("--c", columns.length);
    const one = ({ call, strain }) => {
      const made = element("button", { type: "button", class: call === advised ? "advised" : false, onclick: () => this.onBid?.(call) }, colouredCall(call));
      made.dataset.key = call;
      if (strain >= 0) made.style.gridColumn = columns.indexOf(strain) + 1;
      return made;
    };
    const usual = words.filter(({ call }) => call === "pass"), special = words.filter(({ call }) => call !== "pass");
    const many = special.length > 2, open = special.some(({ call }) => call === advised);
    const menu = many ? [element("details", { open }, element("summary", { text: "Special calls" }), element("div", { class: "bid-words" }, ...special.map(one)))] : special.map(one);
    const focused = this.bids.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.bids.replaceChildren(...rows.map((list) => element("div", { class: "bid-row" }, ...list.map(one))), ...(words.length ? [element("div", { class: "bid-words" }, ...usual.map(one), ...menu)] : []));
    if (focused) (this.bids.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? this.bids.querySelector("button"))?.focus();
  }

  // Columns from the dealer's left, as at a table.
  showAuction(state) {
    const calls = state.auction ?? [], count = state.seats.length, first = ((state.dealer ?? count - 1) + 1) % count;
    const order = state.seats.map((_, i) => (first + i) % count), rows = [];
    let column = 0;
    for (const { seat, call } of calls) {
      const at = order.indexOf(seat);
      if (!rows.length || at < column) rows.push([]);
      rows.at(-1)[at] = call;
      column = at + 1;
    }
    const head = element("tr", {}, ...order.map((seat) => element("th", { scope: "col", text: state.seats[seat].name })));
    const body = rows.map((row) => element("tr", {}, ...order.map((_, at) => element("td", { class: row[at] === "pass" ? "soft" : false }, ...(row[at] ? [colouredCall(row[at])] : [])))));
    this.auction.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
    this.auction.scrollTop = this.auction.scrollHeight;
  }

  // A row for each trick, a cell for each hand, in the order of seats; the led card and the winning card are marked.
  showTricks(state) {
    const all = [...(state.tricks ?? [])], hands = [];
    if (state.trick?.length && all.at(-1)?.cards !== state.trick && (state.winner ?? null) === null) all.push({ cards: state.trick, winner: null });
    for (let hand = 0; hand < Math.max(state.seats.length, state.hands?.length ?? 0); hand++) if (this.owner(hand) >= 0) hands.push(hand);
    const name = (hand) => state.seats[this.owner(hand)].name + (hand >= state.seats.length ? " (table)" : "");
    const head = element("tr", {}, element("th", { scope: "col" }, element("span", { class: "vh", text: "Trick" })), ...hands.map((hand) => element("th", { scope: "col", text: name(hand) })));
    const row = ({ cards, winner }, i) => element("tr", {}, element("th", { scope: "row", text: String(i + 1) }), ...hands.map((hand) => {
      const at = cards.findIndex((played) => played.hand === hand);
      if (at < 0) return element("td");
      const content = [colouredCard(cards[at].card)];
      if (at === 0) content.push(element("span", { class: "vh", text: " led" }));
      if (winner === hand) content.push(element("span", { class: "vh", text: " takes it" }));
      return element("td", { class: `${winner === hand ? "won" : ""}${at === 0 ? " first" : ""}` }, ...content);
    }));
    this.tricks.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, ...all.map(row))));
    this.tricks.scrollTop = this.tricks.scrollHeight;
  }

  /* ------------------------------------------------------------------------------- motion */

  // Where the cards that join the trick are now: their place in the hand, or the hand itself if they are face down.
  origins(state) {
    const found = new Map();
    if (!this.state) return found;
    const there = new Set((this.state.trick ?? []).map(({ hand, card }) => `${hand} ${card}`));
    for (const { hand, card } of state.trick ?? []) {
      if (there.has(`${hand} ${card}`)) continue;
      const list = this.felt.querySelector(`[data-key="hand-${hand}"]`);
      const slot = list && ([...list.children].find(({ dataset }) => dataset.key.replace("!", "") === card.split("=")[0]) ?? list.lastElementChild ?? list);
      if (slot) found.set(`${hand} ${card}`, slot.getBoundingClientRect());
    }
    return found;
  }

  // Copies of a complete trick that the next state does not have.
  leaving(state) {
    const old = this.state;
    if (!old || (old.winner ?? null) === null || (state.winner ?? null) === old.winner && state.trick?.length === old.trick.length) return null;
    return { owner: this.owner(old.winner), cards: [...this.trick.children].map((slot) => ({ copy: slot.cloneNode(true), box: slot.getBoundingClientRect() })) };
  }

  fly(from, taken) {
    for (const slot of this.trick.children) {
      const start = from.get(slot.dataset.key), end = start && slot.getBoundingClientRect();
      if (!start) continue;
      const x = start.left + start.width / 2 - end.left - end.width / 2, y = start.top + start.height / 2 - end.top - end.height / 2;
      slot.firstChild.animate([{ transform: `translate(${x}px, ${y}px) scale(${start.width / end.width || 1})` }, { transform: "none" }], { duration: FLY_MSEC, easing: "cubic-bezier(.2,.7,.3,1)" });
    }
    if (!taken) return;
    const goal = this.seats[taken.owner].plate.getBoundingClientRect(), room = this.felt.getBoundingClientRect();
    for (const { copy, box } of taken.cards) {
      copy.removeAttribute("data-key");
      copy.className = "slot flying";
      copy.setAttribute("aria-hidden", "true");
      Object.assign(copy.style, { left: `${box.left - room.left}px`, top: `${box.top - room.top}px`, width: `${box.width}px` });
      this.felt.append(copy);
      const x = goal.left + goal.width / 2 - box.left - box.width / 2, y = goal.top + goal.height / 2 - box.top - box.height / 2;
      copy.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 }], { duration: FLY_MSEC * 1.3, easing: "ease-in", fill: "forwards" }).finished.catch(() => {}).finally(() => copy.remove());
    }
  }
}

export const board = (root, options) => new Board(root, options);
