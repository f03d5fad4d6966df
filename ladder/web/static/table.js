// table.js - a finished game as cards on a table: step by step, by itself, from anyone's seat.
// All that it shows comes from /api/v1/games/ID/watch; the lists of the page stay as they are.
import { PLACES, callText, cardElement, cardText, cardWords, element, idle, list, trickElement } from "./cards.js";
import { startProof } from "./proof.js";

const DELAY_MSEC = 900;

const isPlay = (step) => step.phase === "play" && !step.action.startsWith("claim");

// What lies where after `count` steps of a hand.
function stateAt(hand, count) {
  const state = { hands: hand.hands.map(list), down: (hand.down ?? []).map(list), kitty: list(hand.kitty), opens: hand.opens, trick: [], winner: null, won: {}, said: {}, contract: null, last: null };
  for (const step of hand.steps.slice(0, count)) {
    if (state.winner !== null) {
      state.trick = [];
      state.winner = null;
    }
    if (isPlay(step)) {
      const card = step.action.split("=")[0];
      state.hands[step.hand] = state.hands[step.hand].filter((held) => held !== card);
      state.trick.push({ hand: step.hand, card: step.action });
    } else {
      state.said[step.seat] = step.action;
    }
    for (const [index, cards] of Object.entries(step.hands ?? {})) state.hands[index] = list(cards);
    for (const [index, cards] of Object.entries(step.down ?? {})) state.down[index] = list(cards);
    if (step.kitty !== undefined) state.kitty = list(step.kitty);
    if (step.opens) state.opens = step.opens;
    if (step.contract) state.contract = step.contract;
    if (step.winner !== undefined) {
      state.winner = step.winner;
      state.won[step.winner] = (state.won[step.winner] ?? 0) + 1;
    }
    state.last = step;
  }
  return state;
}

class Table {
  // `ask`: a number of a hand to what a bot would have done at each of its steps.
  constructor(root, names, watch, ask) {
    this.root = root;
    this.ask = ask;
    this.hints = []; // by hand; null: on their way, or there are none
    this.names = names;
    this.watch = watch;
    this.hand = 0;
    this.step = 0;
    this.eyes = -1; // the seat whose cards are shown; -1: all cards
    this.timer = null;
    this.build();
    this.show();
  }

  current() {
    return this.watch.hands[this.hand];
  }

  build() {
    const button = (text, label, act) => element("button", { type: "button", "aria-label": label, title: label, text, onclick: act });
    this.playButton = button("Play", "Play or pause", () => this.toggle());
    this.backButton = button("\u2190", "One step back", () => this.go(this.step - 1));
    this.onButton = button("\u2192", "One step on", () => this.go(this.step + 1));
    const hands = element("select", { onchange: () => this.jump(hands.selectedIndex) });
    this.watch.hands.forEach((hand, i) => hands.append(element("option", { text: `${i + 1}: ${hand.contract?.call ?? (hand.scores ? "no contract" : "no contract yet")}${hand.scores ? "" : ", cut off"}` })));
    const eyes = element("select", { onchange: () => this.look(eyes.selectedIndex - 1) });
    eyes.append(element("option", { text: "everybody" }), ...this.names.map((name, seat) => element("option", { text: `${seat}: ${name}` })));
    this.handSelect = hands;
    this.range = element("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.range.value)) });
    this.felt = element("div", { class: "felt" });
    this.words = element("p", { "aria-live": "polite" });
    this.may = element("p", { class: "soft may" });
    this.hint = element("p", { class: "soft hint" });
    this.root.append(
      element("h2", { text: "On the table" }),
      element("div", { class: "controls" }, element("label", {}, "Hand", hands), element("label", {}, "Cards seen by", eyes), element("div", {}, this.backButton, this.playButton, this.onButton)),
      this.range,
      this.words,
      this.may,
      this.hint,
      this.felt,
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.hidden = false;
  }

  key(event) {
    if (event.target.matches("select, input") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight") this.go(this.step + 1);
    else if (event.key === "ArrowLeft") this.go(this.step - 1);
    else return;
    event.preventDefault();
  }

  go(step) {
    this.step = Math.max(0, Math.min(step, this.current().steps.length));
    this.show();
  }

  jump(hand) {
    this.hand = hand;
    this.go(0);
  }

  look(seat) {
    this.eyes = seat;
    this.show();
  }

  toggle() {
    if (this.timer) this.stop();
    else this.timer = setInterval(() => this.tick(), DELAY_MSEC);
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  tick() {
    if (this.step < this.current().steps.length) this.go(this.step + 1);
    else if (this.hand + 1 < this.watch.hands.length) this.jump(this.hand + 1);
    else {
      this.stop();
      this.show();
    }
  }

  sees(hand, state) {
    return this.eyes < 0 || this.watch.owners[hand] === this.eyes || state.opens[hand];
  }

  sentence(state) {
    const step = state.last;
    if (!step) return `Hand ${this.hand + 1}: the cards are dealt.`;
    const shown = this.eyes < 0 || isPlay(step) || !step.action.includes(":") || step.seat === this.eyes;
    const [word, ...cards] = step.action.split(":");
    const done = isPlay(step) ? "plays " + cardWords(step.action) : cards.length ? `${word}: ` + (shown ? cards.map(cardText).join(" ") : `${cards.length} cards`) : `says ${word}`;
    const took = state.winner === null ? "" : ` The trick goes to ${this.names[this.watch.owners[state.winner]]}.`;
    return `${this.names[step.seat]} ${done}${step.fault ? ` (${step.fault})` : ""}.${took}`;
  }

  // What ended a hand that was cut off, at its last step.
  ending() {
    const hand = this.current(), forfeit = this.watch.forfeit;
    if (hand.scores || this.step < hand.steps.length) return "";
    if (!forfeit || this.hand + 1 < this.watch.hands.length) return " Here the hand was cut off.";
    return ` Here the hand was cut off: ${this.names[forfeit.seat]} forfeits (${forfeit.cause}).`;
  }

  // What the next seat could do, for whoever may see its cards.
  choices(next) {
    if (!next || !(this.eyes < 0 || this.eyes === next.seat)) return "";
    const words = list(next.legal);
    const asCards = next.phase === "play" || next.choose;
    const shown = words.map((word) => (asCards && word !== "claim" ? cardText(word) : callText(word))).join(", ");
    return `${this.names[next.seat]} may ${next.choose ? `${next.phase} ${next.choose} of` : next.phase === "play" ? "play" : "say"}: ${shown}`;
  }

  async fetchHints(hand) {
    this.hints[hand] = null;
    try {
      this.hints[hand] = await this.ask(hand + 1);
    } catch {
      return; // the game is whole without them
    }
    if (hand === this.hand) this.showHint();
  }

  // What the bot `basic` would do in place of the next seat, for whoever may see its cards.
  advice(next) {
    const found = this.hints[this.hand]?.[this.step];
    if (!next || !found || !(this.eyes < 0 || this.eyes === next.seat)) return "";
    const [word, ...cards] = found.action.split(":");
    const verb = next.phase === "play" ? "play" : cards.length ? word : "say";
    const what = next.phase === "play" ? cardText(found.action) : cards.length ? cards.map(cardText).join(" ") : callText(word);
    return `basic would ${verb} ${what}, because: ${found.why}`;
  }

  showHint() {
    this.hint.textContent = this.advice(this.current().steps[this.step]);
  }

  seatElement(seat, state, next) {
    const sides = this.watch.sides;
    const from = this.eyes < 0 ? 0 : this.eyes;
    const place = PLACES[this.watch.seats][(seat - from + this.watch.seats) % this.watch.seats];
    const mine = this.watch.owners.map((owner, hand) => (owner === seat ? hand : -1)).filter((hand) => hand >= 0);
    const won = mine.reduce((sum, hand) => sum + (state.won[hand] ?? 0), 0);
    const said = state.said[seat] ? ` \u00b7 ${state.said[seat].split(":")[0]}` : "";
    const box = element("div", { class: `seat at-${place}` },
      element("p", { class: next?.seat === seat ? "turn" : "", text: this.names[seat] }),
      element("p", { class: "soft", text: `side ${sides[seat] + 1} \u00b7 ${won} won${said}` }));
    for (const hand of mine)
      box.append(element("ul", { class: "cards", "aria-label": `Cards of ${this.names[seat]}` }, ...this.handElements(hand, state)));
    return box;
  }

  // Cards that lie under others are seen by nobody at the table.
  handElements(hand, state) {
    const held = state.hands[hand].map((card) => cardElement(card, !this.sees(hand, state)));
    return held.concat((state.down[hand] ?? []).map((card) => cardElement(card, this.eyes >= 0)));
  }

  centreElement(state) {
    const cards = state.trick.map(({ hand, card }) => trickElement(card, this.names[this.watch.owners[hand]], hand === state.winner));
    const kitty = this.eyes < 0 && state.kitty.length ? [element("p", { class: "soft", text: "Kitty " + state.kitty.map(cardText).join(" ") })] : [];
    return element("div", { class: "centre" }, element("p", { text: state.contract ? `Contract ${state.contract}` : "Auction" }), element("ul", { class: "trick", "aria-label": "On the table" }, ...cards), ...kitty);
  }

  show() {
    const hand = this.current();
    const state = stateAt(hand, this.step);
    const next = hand.steps[this.step];
    this.felt.replaceChildren(this.centreElement(state), ...this.names.map((name, seat) => this.seatElement(seat, state, next)));
    this.words.setAttribute("aria-live", this.timer ? "off" : "polite"); // by itself it goes on before it is read out
    this.words.textContent = this.sentence(state) + this.ending();
    this.may.textContent = this.choices(next);
    if (this.hints[this.hand] === undefined && hand.steps.length) this.fetchHints(this.hand);
    this.showHint();
    this.handSelect.selectedIndex = this.hand;
    this.range.max = hand.steps.length;
    this.range.value = this.step;
    this.range.setAttribute("aria-valuetext", `step ${this.step} of ${hand.steps.length}`);
    idle(this.backButton, this.step === 0);
    idle(this.onButton, this.step === hand.steps.length);
    this.playButton.textContent = this.timer ? "Pause" : "Play";
  }
}

async function start() {
  const root = document.getElementById("table");
  if (!root) return;
  const answer = async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const base = `/api/v1/games/${root.dataset.game}`;
  const [game, watch] = await Promise.all([answer(base), answer(base + "/watch")]);
  if (watch.hands.length) new Table(root, game.players.map((player) => player.name), watch, async (hand) => (await answer(`${base}/hints?hand=${hand}`)).hints);
  const check = document.getElementById("check");
  if (check) startProof(check, watch, () => answer(base + "/record"));
}

start();
