// table.js - a finished game on a board: step by step or running, from any seat. Its data comes from
// /api/v1/games/ID/watch, or that of a tournament; the lists of the page stay as they are. The address names the step: #HAND.STEP.
import { board, sortHand } from "./board.js";
import { callText, cardText, cardWords, element, idle, isIdle, list, remembered } from "./cards.js";

const SPEEDS = { slow: 1800, normal: 900, fast: 350 }; // ms a step
const ADDRESS_MSEC = 300; // browsers refuse an address that changes more often
const CHANCES_MSEC = 10000, CHANCES_TRIES = 30; // between requests for chances that are not computed yet, and of them

const isPlay = (step) => step.phase === "play" && !step.action.startsWith("claim");

// The position after `count` steps of a hand.
function stateAt(hand, count) {
  const state = { hands: hand.hands.map(list), down: (hand.down ?? []).map(list), kitty: list(hand.kitty), opens: hand.opens, trick: [], winner: null, tricks: [], taken: hand.hands.map(() => 0), auction: [], contract: null, last: null };
  for (const step of hand.steps.slice(0, count)) {
    if (state.winner !== null) {
      state.trick = [];
      state.winner = null;
    }
    if (isPlay(step)) {
      const card = step.action.split("=")[0];
      state.hands[step.hand] = state.hands[step.hand].filter((held) => held !== card);
      state.trick.push({ hand: step.hand, card: step.action });
    } else if (!/^(discard|give|swap|take|keep|drop|claim)/.test(step.action)) {
      state.auction.push({ seat: step.seat, call: step.action.split(":")[0] });
    }
    // A partner who was named by a card is known when that card is played.
    const named = /^partner:(.+)$/.exec(step.action)?.[1];
    if (named) state.partner = { hand: state.hands.findIndex((cards) => cards.includes(named)), card: named };
    if (isPlay(step) && step.action.split("=")[0] === state.partner?.card) state.partner.known = true;
    for (const [index, cards] of Object.entries(step.hands ?? {})) state.hands[index] = list(cards);
    for (const [index, cards] of Object.entries(step.down ?? {})) state.down[index] = list(cards);
    if (step.kitty !== undefined) state.kitty = list(step.kitty);
    if (step.opens) state.opens = step.opens;
    if (step.contract) state.contract = { call: step.contract, by: hand.contract?.by ?? step.seat };
    if (step.winner !== undefined) {
      state.winner = step.winner;
      state.taken[step.winner]++;
      state.tricks.push({ cards: state.trick, winner: step.winner });
    }
    state.last = step;
  }
  return state;
}

class Table {
  // `ask`: maps the number of a hand to what a bot would have done at each of its steps.
  constructor(root, names, watch, ask) {
    this.root = root;
    this.ask = ask;
    this.hints = []; // by hand; null: on their way, or there are none
    this.names = names;
    this.watch = watch;
    this.starts = []; // place of each hand on the scrub bar
    let places = 0;
    for (const hand of watch.hands) {
      this.starts.push(places);
      places += hand.steps.length + 1;
    }
    this.places = places;
    this.hand = 0;
    this.step = 0;
    this.eyes = -1; // the seat whose cards are shown; -1: all cards
    this.timer = null;
    this.build();
    this.readAddress();
    this.show();
  }

  current() {
    return this.watch.hands[this.hand];
  }

  build() {
    const button = (text, label, act) => {
      const made = element("button", { type: "button", "aria-label": label, title: label, text });
      made.addEventListener("click", () => isIdle(made) || act());
      return made;
    };
    this.firstButton = button("|\u2190", "First step", () => this.goPlace(0));
    this.backButton = button("\u2190", "One step back", () => this.goPlace(this.place() - 1));
    this.playButton = button("Play", "Play or pause", () => this.toggle());
    this.onButton = button("\u2192", "One step on", () => this.goPlace(this.place() + 1));
    this.lastButton = button("\u2192|", "Last step", () => this.goPlace(this.places - 1));
    const hands = element("select", { onchange: () => this.goPlace(this.starts[hands.selectedIndex]) });
    this.watch.hands.forEach((hand, i) => hands.append(element("option", { text: `${i + 1}: ${hand.contract ? callText(hand.contract.call) : hand.scores ? "no contract" : "no contract yet"}${hand.scores ? "" : ", cut off"}` })));
    const eyes = element("select", { onchange: () => this.look(eyes.selectedIndex - 1) });
    eyes.append(element("option", { text: "everybody" }), ...this.names.map((name, seat) => element("option", { text: `${seat}: ${name}` })));
    this.handSelect = hands;
    this.speed = remembered("speed", element("select", { onchange: () => this.timer && this.run() }, ...Object.keys(SPEEDS).map((name) => element("option", { text: name, value: name }))), "normal");
    this.range = element("input", { type: "range", min: 0, max: this.places - 1, value: 0, "aria-label": "Step", oninput: () => this.goPlace(Number(this.range.value)) });
    this.marks = element("div", { class: "marks-bar", "aria-hidden": "true" }, ...this.watch.hands.map((hand, i) => {
      const mark = element("span", { text: String(i + 1) });
      mark.style.left = `${(100 * this.starts[i]) / Math.max(1, this.places - 1)}%`;
      return mark;
    }));
    this.words = element("p", { class: "told", "aria-live": "polite" });
    this.may = element("p", { class: "soft may" });
    this.hint = element("p", { class: "soft hint" });
    this.link = element("a", { href: "#", text: "Link to this step" });
    const room = element("div");
    this.board = board(room);
    this.board.main.append(
      element("div", { class: "scrub" }, this.range, this.marks),
      element("div", { class: "controls" }, element("div", {}, this.firstButton, this.backButton, this.playButton, this.onButton, this.lastButton), element("label", {}, "Speed", this.speed), element("label", {}, "Hand", hands), element("label", {}, "Cards seen by", eyes), this.board.colours()),
      this.words,
      this.hint,
      this.may,
      element("p", { class: "soft keys" }, this.link, ". Keys: arrows step, Page Up and Down change the hand, Home and End find its ends, space plays."),
    );
    this.root.append(element("h2", { class: "vh", text: "On the table" }), room);
    this.root.hidden = false;
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.readAddress() && this.show());
  }

  // Keys belong to the table wherever the focus is, but not in a field, and the space bar not on what it presses.
  key(event) {
    if (event.target.matches("select, textarea, input:not([type=range])") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === " " && event.target !== document.body && !this.board.main.contains(event.target)) return;
    if (event.key === " " && event.target.matches("button, a, summary")) return;
    const steps = this.current().steps.length, start = this.starts[this.hand];
    const goals = { ArrowRight: this.place() + 1, ArrowLeft: this.place() - 1, Home: start, End: start + steps, PageDown: this.starts[this.hand + 1] ?? this.places - 1, PageUp: this.step ? start : this.starts[this.hand - 1] ?? 0 };
    const inside = this.root.contains(event.target) || event.target === document.body || event.target.id === "main";
    if (!inside || (event.key !== " " && !(event.key in goals))) return;
    if (event.key === " ") this.toggle();
    else this.goPlace(goals[event.key]);
    event.preventDefault();
  }

  place() {
    return this.starts[this.hand] + this.step;
  }

  goPlace(place) {
    const next = Math.max(0, Math.min(place, this.places - 1)), one = next === this.place() + 1;
    this.hand = this.starts.findLastIndex((start) => start <= next);
    this.step = next - this.starts[this.hand];
    this.show(one);
    this.writeAddress();
  }

  readAddress() {
    const found = /^#(?:hand-)?(\d+)(?:\.(\d+))?$/.exec(location.hash), hand = found && this.watch.hands[found[1] - 1];
    if (!hand) return false;
    this.hand = found[1] - 1;
    this.step = Math.min(Number(found[2] ?? 0), hand.steps.length);
    if (!found[2]) document.getElementById("table").scrollIntoView(); // a link to the plain list of that hand
    return true;
  }

  writeAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => history.replaceState(null, "", `#${this.hand + 1}.${this.step}`), ADDRESS_MSEC);
  }

  look(seat) {
    this.eyes = seat;
    this.show();
  }

  run() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), SPEEDS[this.speed.value]);
  }

  toggle() {
    if (this.timer) this.stop();
    else this.run();
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  tick() {
    if (this.place() + 1 === this.places) this.stop();
    this.goPlace(this.place() + 1);
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

  // The state of board.js after this step.
  boardState(state, next) {
    const hand = this.current(), { owners, sides } = this.watch, call = state.contract?.call ?? "";
    const over = this.step === hand.steps.length && hand.scores;
    const before = this.watch.hands.slice(0, this.hand).findLast(({ scores }) => scores)?.scores ?? [...new Set(sides)].map(() => 0);
    const kitty = this.eyes < 0 ? state.kitty : [], { partner } = state, shown = partner && (partner.known || this.eyes < 0 || this.eyes === owners[partner.hand]);
    return {
      seats: this.names.map((name, seat) => ({ name, side: sides[seat] })),
      from: Math.max(0, this.eyes),
      number: this.hand + 1,
      hands: owners.map((owner, i) => ({
        owner,
        cards: this.sees(i, state) ? sortHand(state.hands[i], call) : [],
        count: state.hands[i].length,
        under: (state.down[i] ?? []).map((card) => (this.eyes < 0 ? card : null)),
      })),
      dealer: hand.dealer,
      turn: next?.seat,
      auction: state.auction,
      contract: state.contract && { ...state.contract, partner: shown ? owners[partner.hand] : undefined },
      trick: state.trick,
      winner: state.winner,
      tricks: state.tricks,
      taken: state.taken,
      scores: over ? hand.scores : before,
      gained: over ? hand.delta : undefined,
      kitty: { cards: kitty, count: state.kitty.length },
    };
  }

  show(animate = false) {
    const hand = this.current();
    const state = stateAt(hand, this.step);
    const next = hand.steps[this.step];
    this.board.show(this.boardState(state, next), { animate });
    this.words.setAttribute("aria-live", this.timer ? "off" : "polite"); // by itself it goes on before it is read out
    this.words.textContent = this.sentence(state) + this.ending();
    this.may.textContent = this.choices(next);
    if (this.hints[this.hand] === undefined && hand.steps.length) this.fetchHints(this.hand);
    this.showHint();
    this.chances?.show();
    this.handSelect.selectedIndex = this.hand;
    this.range.value = this.place();
    this.range.setAttribute("aria-valuetext", `hand ${this.hand + 1}, step ${this.step} of ${hand.steps.length}`);
    this.link.href = `#${this.hand + 1}.${this.step}`;
    for (const button of [this.firstButton, this.backButton]) idle(button, this.place() === 0);
    for (const button of [this.onButton, this.lastButton]) idle(button, this.place() === this.places - 1);
    this.playButton.textContent = this.timer ? "Pause" : "Play";
  }
}

// Returns the chances, or null. They are computed when somebody asks, which takes a moment; a busy server needs minutes,
// and answers 503 until then.
async function fetchChances(path) {
  for (let tries = 0; tries < CHANCES_TRIES; tries++) {
    if (tries) await new Promise((go) => setTimeout(go, CHANCES_MSEC));
    const response = await fetch(path);
    if (response.status !== 503) return response.ok ? response.json() : null;
  }
  return null;
}

// The page is whole without them.
async function addChances(table, path) {
  try {
    const [{ showChances }, chances] = await Promise.all([import("./chances.js"), fetchChances(path)]);
    if (chances) table.chances = showChances(table, chances);
  } catch {
    return;
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
  const base = root.dataset.at;
  const [game, watch] = await Promise.all([answer(base), answer(base + "/watch")]);
  if (watch.hands.length) {
    const table = new Table(root, game.players.map((player) => player.name), watch, async (hand) => (await answer(`${base}/hints?hand=${hand}`)).hints);
    if (watch.complete) addChances(table, base + "/chances");
  }
  const check = document.getElementById("check");
  if (!check) return;
  // Few readers ask for the proof, so its script comes when they do.
  check.querySelector("button").addEventListener("click", async () => (await import("./proof.js")).showProof(check, watch, () => answer(base + "/record")));
  check.hidden = false;
}

start();
