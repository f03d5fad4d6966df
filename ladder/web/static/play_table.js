// play_table.js - a person at a table: waits for the others, plays, reconnects. It speaks the protocol of every bot, over
// a WebSocket. play.js puts the request (`open` or `join`) into the storage of the tab.
import { callText, cardText, cardWords, element } from "./cards.js";
import { board, sortHand } from "./board.js";
import { Game, decodeLine, encodeLine, follow } from "./avondale.mjs";
import { button, choice, keep, pressing, seconds } from "./kit.js";

const PAUSE_MSEC = { slow: 900, normal: 450, fast: 150, none: 0 };
const ASKS = { play: "play a card", auction: "bid or pass", raise: "raise or pass", blind: "bid before you see your cards, or look", draw: "keep the card, or drop it", expose: "choose the cards that lie open", partner: "name your partner" };
const root = document.getElementById("table");
const say = (action) => {
  const [word, ...cards] = action.split(":");
  return cards.length ? `${word} ${cards.map(cardText).join(" ")}` : callText(word);
};

/* ------------------------------------------------------------------------------ the connection */

class Line {
  constructor(take, state) {
    this.take = take;
    this.state = state;
    this.session = keep(sessionStorage, "session");
    this.failed = 0;
  }

  open(first) {
    this.first = first;
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play/socket`);
    this.socket.onopen = () => {
      const { name, token } = keep(localStorage, "who") ?? {};
      this.send({ t: "hello", v: 1, name, lobby: true, eager: true, claim: true, software: "browser", ...(token ? { token } : {}), ...(this.session ? { session: this.session } : {}) });
    };
    this.socket.onmessage = ({ data }) => this.heard(decodeLine(data.trimEnd()));
    this.socket.onclose = () => this.lost();
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(encodeLine(message));
  }

  heard(message) {
    if (message.t === "welcome") {
      this.failed = 0;
      this.session = message.session;
      keep(sessionStorage, "session", message.session);
      if (message.token) keep(localStorage, "who", { name: message.name, token: message.token });
      if (this.first) this.send(this.first);
      this.first = null;
    }
    if (message.t === "bye" && message.why.includes("another connection")) this.socket.onclose = null; // of another tab
    if (message.t === "error" && message.code === "session") {
      this.forget();
      this.socket.onclose = null;
      return this.first ? this.open(this.first) : this.take({ t: "lost" });
    }
    this.take(message);
  }

  forget() {
    this.session = null;
    keep(sessionStorage, "session", null);
  }

  close() {
    this.forget();
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.socket = null;
  }

  // Reconnects with the session, which the arena keeps until the game ends, however long that is.
  lost() {
    if (!this.session) return this.take({ t: "lost" });
    this.failed += 1;
    this.state("The connection is lost; trying again.");
    setTimeout(() => this.open(this.first), Math.min(500 * this.failed, 5000));
  }
}

/* ------------------------------------------------------------------------------ the table */

class Table {
  constructor(line, info) {
    this.line = line;
    this.info = info;
    this.queue = [];
    this.pause = keep(localStorage, "pause") ?? "normal";
    this.felt = element("div");
    this.board = board(this.felt, { onCard: (card, hand) => this.pick(card, hand), onBid: (call) => this.act(call) });
    this.words = element("p", { class: "notice", role: "status" });
    this.why = element("p", { class: "soft", role: "status" });
    this.bar = element("div", { class: "controls acts", role: "group", "aria-label": "Your decision" });
    this.clock = element("span", { class: "soft" });
    this.sheet = element("tbody");
    this.heads = element("tr");
    this.talk = element("ol", { class: "talk", "aria-label": "Chat", "aria-live": "polite" });
    this.more = element("div", { class: "controls" });
    root.replaceChildren(this.words, this.bar, this.why, this.felt, this.more, element("h2", { text: "Score sheet" }), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Score sheet" }, element("table", {}, element("thead", {}, this.heads), this.sheet)), this.talk);
    this.felt.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.tick(), 500);
  }

  /* ---- messages, one at a time: the actions of others are shown before one's own turn */

  take(message) {
    message.came = Date.now();
    this.queue.push(message);
    if (!this.timer) this.next();
  }

  // Where one's own turn waits, what comes before it takes no more than a part of its time.
  next() {
    if (pressing()) return (this.timer = setTimeout(() => this.next(), 50));
    const message = this.queue.shift();
    this.timer = null;
    if (!message) return;
    const pause = Math.min(PAUSE_MSEC[this.pause], (this.queue.find(({ t }) => t === "turn")?.ms ?? Infinity) / 60);
    const wait = this.one(message);
    this.timer = setTimeout(() => this.next(), this.queue.length > 40 ? 0 : wait * pause);
  }

  // Returns the number of pauses after it.
  one(message) {
    const { t } = message;
    if (t === "game") this.begin(message);
    if (!this.game || (message.g ?? this.game.g) !== this.game.g) return 0;
    if (t === "turn") this.turns(message);
    else if (t === "advice") this.advised(message);
    else if (t === "said" || t === "heard") this.talk.prepend(element("li", { text: `${message.name ?? this.game.players[message.seat]}: ${this.phrase(message.say)}` }));
    else if (t === "error") this.refused(message);
    else follow(this.game, message);
    if (t === "deal") this.dealt();
    if (t === "hand") this.scored(message);
    if (t === "over") this.over(message);
    this.stale ||= ["deal", "event", "cards", "hand", "turn"].includes(t);
    if (this.stale && (t === "turn" || PAUSE_MSEC[this.pause] || !this.queue.length)) {
      this.show(true);
      this.stale = false;
    }
    if (t === "turn") this.focusFirst();
    return t === "event" ? this.spoken(message) : t === "hand" ? 4 : 0;
  }

  begin(message) {
    this.game = new Game(message);
    this.last = null;
    this.turn = this.advice = null;
    this.sheet.replaceChildren();
    this.heads.replaceChildren(...["Hand", "Contract", ...this.sideNames()].map((text) => element("th", { scope: "col", text })));
    const { chat, hints } = this.info;
    const parts = [choice("Pace", [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["none", "at once"]], this.pause, (value) => keep(localStorage, "pause", (this.pause = value)))];
    this.hinted = hints && keep(localStorage, "wish")?.hints === "always" && room.asked?.t === "open";
    if (hints) parts.push(button("Hint (H)", () => this.ask()));
    if (message.chat && chat !== "none") {
      const phrases = choice("Say", this.info.phrases, "hello"), words = element("input", { maxlength: "200", "aria-label": "Words" });
      const text = () => (message.chat === "text" ? words.value || this.phrase(phrases.lastChild.value) : phrases.lastChild.value);
      const send = () => {
        this.said = { words, text: words.value, line: element("li", { text: `${this.game.players[this.game.seat]}: ${this.phrase(text())}` }) };
        this.line.send({ t: "chat", g: this.game.g, say: text() });
        this.talk.prepend(this.said.line);
        words.value = "";
      };
      words.onkeydown = ({ key }) => key === "Enter" && send();
      parts.push(phrases, ...(message.chat === "text" ? [words] : []), button("Say", send));
    }
    parts.push(this.clock, button("Leave the table", () => confirm("Leave? A game with nobody but house bots ends. Else your clock keeps running, and after three missed decisions you lose.") && room.leave()));
    this.more.replaceChildren(...parts);
    this.tell(`A game of ${message.preset}: ${message.players.join(", ")}.`);
  }

  sideNames() {
    const { sides, players } = this.game;
    return [...new Set(sides)].map((side) => players.filter((_, seat) => sides[seat] === side).join(" + "));
  }

  phrase(key) {
    return this.info.phrases.find(([word]) => word === key)?.[1] ?? key;
  }

  dealt() {
    this.last = null;
    this.turn = this.advice = null;
    this.up = [];
  }

  // The text of an event, and how long it stays.
  spoken(message) {
    const { seat, k, a = "", phase } = message, name = seat === this.game.seat ? "You" : this.game.players[seat];
    if (k === "action" && phase === "play") this.tell(`${name}: ${a.startsWith("claim") ? "claims the rest" : cardWords(a)}`);
    else if (k === "action") this.tell(`${name}: ${say(a)}`);
    else if (k === "contract") this.tell(message.call ? `${this.game.players[message.by]} plays ${callText(message.call)}` : "All passed.");
    else if (k === "trick") this.tell(`${name} won the trick.`);
    else if (k === "up" && message.where === "kitty") this.up = message.cards;
    else if (k === "claim") this.tell(message.ok ? "The claim stands." : "The claim fails.");
    else if (k === "drawn" && message.cards) this.drawn = message.ok ? null : message.cards[0];
    return k === "trick" ? 2 : k === "action" ? (seat === this.game.seat ? 0.2 : 1) : 0;
  }

  tell(text) {
    this.words.textContent = text;
  }

  refused({ code, text }) {
    if (code === "time") {
      this.turn = null;
      this.show();
      this.why.textContent = `You missed a decision (${(this.missed = (this.missed ?? 0) + 1)}): ${text}.`;
    } else if (this.said && ["hush", "say", "chat"].includes(code)) {
      this.said.line.remove();
      this.said.words.value ||= this.said.text;
      this.why.textContent = `Not said: ${text}.`;
    } else this.tell(text);
  }

  scored({ outcome, call, by, tricks, delta, scores }) {
    const what = call ? `${callText(call)} ${this.game.players[by]}, ${tricks.join(":")}` : outcome;
    this.sheet.append(element("tr", {}, element("th", { scope: "row", text: String(this.game.deal) }), element("td", { text: what }), ...scores.map((score, side) => element("td", { class: "n", text: `${delta[side] < 0 ? "\u2212" : "+"}${Math.abs(delta[side])} = ${score}` }))));
    this.tell(`${call ? `${callText(call)}: tricks ${tricks.join(" to ")}.` : outcome} The score is ${scores.join(" to ")}.`);
  }

  over({ reason, winners }) {
    const won = winners.includes(this.game.sides[this.game.seat]), id = this.game.id;
    this.turn = null;
    this.tell(reason === "aborted" ? "The game was stopped." : `${won ? "You have won" : "You have lost"} (${reason}): ${this.game.scores.join(" to ")}.`);
    this.bar.replaceChildren(...(room.asked?.t === "join" ? [] : [button("Play again", () => room.again())]), element("a", { href: "/play", text: "Another table" }), element("a", { href: `/game/${encodeURIComponent(id)}`, text: "The whole game, with the proof of its deals" }));
    if (!this.more.contains(document.activeElement)) this.bar.firstChild.focus();
    this.line.forget();
    keep(sessionStorage, "asked", null); // else the page would open another table when it is loaded again
  }

  /* ---- one's own decision */

  turns(message) {
    this.turn = message;
    this.advice = null;
    this.chosen = [];
    this.due = message.ms === undefined ? 0 : message.came + message.ms;
    this.claims = this.suits = null;
    this.tell(`Your turn: ${ASKS[message.phase] ?? (message.choose ? `${message.phase === "give" ? "give" : "put away"} ${message.choose} cards` : message.phase)}.`);
    if (this.hinted) this.ask();
  }

  ask() {
    if (this.turn) this.line.send({ t: "hint", g: this.game.g, n: this.turn.n });
  }

  advised(message) {
    if (message.n !== this.turn?.n) return;
    this.advice = message;
    this.why.textContent = `${message.bot} would ${this.turn.phase === "play" && !message.a.includes(":") ? `play ${cardText(message.a)}` : `say ${say(message.a)}`}: ${message.why} (${message.left} hints left)`;
    this.show();
  }

  act(action) {
    if (!this.turn) return;
    this.line.send({ t: "act", g: this.game.g, n: this.turn.n, a: action });
    this.turn = this.advice = this.suits = null;
    this.why.textContent = "";
    this.show();
  }

  // The legal actions that play this card; a joker may have several, one for each suit that it may name.
  meant(card) {
    return (this.turn.legal ?? []).filter((word) => word === card || word.startsWith(`${card}=`));
  }

  pick(card) {
    const { turn, chosen } = this;
    if (!turn) return;
    if (this.claims || turn.choose) {
      const at = chosen.findIndex((word) => word.split("=")[0] === card);
      if (at >= 0) chosen.splice(at, 1);
      else if (this.claims || chosen.length < turn.choose) chosen.push(this.claims ? this.meant(card)[0] ?? card : card);
    } else if (turn.phase === "swap") {
      if (turn.out.includes(card)) this.chosen[1] = card;
    } else {
      const meant = this.meant(card);
      if (meant.length === 1) return this.act(meant[0]);
      if (meant.length) this.suits = meant;
    }
    this.show();
    if (this.suits) this.bar.firstChild.focus(); // names one
  }

  // Buttons for actions that are neither a card nor a bid.
  actions() {
    const { turn, chosen } = this;
    if (!turn) return [];
    const act = (action, text = say(action)) => button(text, () => this.act(action), this.advice?.a === action ? { class: "advised" } : {});
    const sends = (text, ready, action) => button(text, () => ready && this.act(action()), { "aria-disabled": String(!ready) });
    if (this.suits) return this.suits.map((word) => act(word, `${cardWords(word)}`));
    if (turn.choose) return [sends(`${turn.phase === "give" ? "Give" : "Put away"} ${chosen.length} of ${turn.choose}`, chosen.length === turn.choose, () => [turn.phase, ...chosen].join(":"))];
    if (this.claims) {
      const all = this.game.hand.length;
      return [sends(`Claim ${chosen.length} of ${all}: ${chosen.map(cardText).join(" ")}`, chosen.length === all, () => ["claim", ...chosen].join(":")), button("No claim", () => this.claim(false))];
    }
    if (turn.phase === "swap") return [...turn.from.map((card) => button(`Take ${cardText(card)}`, () => this.exposed(card), { "aria-pressed": String(chosen[0] === card) })), sends("Swap", chosen[0] && chosen[1], () => `swap:${chosen[0]}:${chosen[1]}`), act("no", "Swap nothing")];
    if (turn.phase === "play") return turn.legal.includes("claim") ? [button("Claim the rest", () => this.claim(true))] : [];
    if (["auction", "raise"].includes(turn.phase)) return [];
    return turn.legal.map((word) => act(word));
  }

  claim(on) {
    this.claims = on;
    this.chosen = [];
    this.show();
    this.focusFirst();
  }

  exposed(card) {
    this.chosen[0] = card;
    this.show();
  }

  /* ---- drawing */

  hands() {
    const { game, turn } = this, seats = game.players.length, count = Math.max(seats, ...[...game.open.keys()].map((hand) => hand + 1));
    const played = (hand) => game.history.filter((step) => step.phase === "play" && step.hand === hand).length;
    const drew = (seat) => game.history.filter((step) => step.phase === "draw" && step.seat === seat).length;
    const call = game.contract?.call || (game.high === "pass" ? "" : game.high);
    return Array.from({ length: count }, (_, hand) => {
      const mine = hand === game.seat, stock = game.preset.includes("draw") && !game.contract && game.history.every((step) => step.phase === "draw");
      const seen = mine ? game.hand : game.open.get(hand) ?? [];
      const left = stock ? drew(hand) : game.deal ? 10 - played(hand) : 0;
      const made = { owner: hand % seats, cards: sortHand(seen, call), count: hand >= seats || mine ? seen.length : Math.max(left, seen.length) };
      if (hand >= seats) made.under = Array(Math.max(0, left - seen.length)).fill(null);
      if (mine && turn?.choose) made.cards = sortHand(turn.from, call);
      if (!turn || (turn.phase === "play" ? hand !== (turn.hand ?? game.seat) : !mine || !(turn.choose || turn.phase === "swap"))) return made;
      const words = turn.phase === "play" ? turn.legal : turn.out ?? turn.from;
      return { ...made, pick: true, legal: this.claims ? made.cards : made.cards.filter((card) => words.some((word) => word.split("=")[0] === card)), chosen: turn.choose || this.claims || turn.phase === "swap" ? this.chosen.map((word) => word?.split("=")[0]) : undefined, advised: this.advice?.a.split(":").map((word) => word.split("=")[0]) };
    });
  }

  show(animate = false) {
    const { game, turn } = this;
    if (!game) return;
    const trick = game.trick.plays.length ? game.trick.plays : game.tricks.at(-1)?.plays ?? [];
    const bids = turn && ["auction", "raise"].includes(turn.phase) ? turn.legal : undefined;
    const taken = [];
    for (const { winner } of game.tricks) taken[winner] = (taken[winner] ?? 0) + 1;
    const cards = game.exposed.length ? { cards: turn?.phase === "swap" ? turn.from : game.exposed, label: "Exposed" } : this.drawn && !game.contract ? { cards: [this.drawn], label: "Drawn" } : this.up?.length ? { cards: this.up, label: "Kitty" } : undefined;
    this.board.show({
      seats: game.players.map((name, seat) => ({ name, side: game.sides[seat] })),
      from: game.seat, hands: this.hands(), dealer: game.dealer, turn: turn ? game.seat : undefined,
      auction: game.history.filter(({ phase }) => ["auction", "raise", "blind"].includes(phase)).map(({ seat, action }) => ({ seat, call: action })),
      contract: game.contract?.call ? { call: game.contract.call, by: game.contract.by, partner: game.contract.partner } : null,
      trick: bids ? [] : trick, winner: game.trick.plays.length ? undefined : game.tricks.at(-1)?.winner,
      tricks: game.tricks.map(({ plays, winner }) => ({ cards: plays, winner })), taken: Array.from(taken, (count) => count ?? 0),
      scores: game.scores, kitty: cards, bids, advised: this.advice?.a, number: game.deal,
    }, { animate: animate && this.pause !== "none" });
    if (!game.reason) this.showActions();
  }

  // The new buttons; the one in the place of the one that has the focus gets it.
  showActions() {
    const held = [...this.bar.children].indexOf(document.activeElement);
    this.bar.replaceChildren(...this.actions());
    if (held >= 0) this.bar.children[held]?.focus({ preventScroll: true });
  }

  // Moves the focus for keyboard players, but not out of a text field.
  focusFirst() {
    const held = document.activeElement;
    const first = [".hand.pick .slot:not(.dim) button", ".bids button", ".acts button"].map((which) => root.querySelector(which)).find(Boolean);
    if (!this.more.contains(held)) first?.focus({ preventScroll: true });
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "h" || event.key === "H") return this.ask();
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key], list = event.target.closest?.(".hand, .bids");
    if (!way || !list) return;
    const all = [...list.querySelectorAll("button")];
    all[(all.indexOf(event.target) + way + all.length) % all.length]?.focus();
    event.preventDefault();
  }

  tick() {
    this.clock.textContent = this.turn && this.due ? `Time left: ${seconds(Math.max(0, this.due - Date.now()))}` : "";
  }
}

/* ------------------------------------------------------------------------------ around the table */

class Room {
  async start() {
    this.asked = keep(sessionStorage, "asked");
    this.line = new Line((message) => this.take(message), (text) => this.tell(text));
    if (!this.line.session && !this.asked) return location.replace("/play");
    this.tell("Connecting\u2026");
    this.info = await (await fetch("/api/v1/play")).json();
    this.line.open(this.line.session ? null : this.asked);
  }

  // Shows a line at the table, or on the empty page.
  tell(text, ...more) {
    if (this.table) this.table.tell(text);
    else root.replaceChildren(element("p", { class: "notice", role: "status", text }), ...more);
  }

  again() {
    keep(sessionStorage, "asked", this.asked);
    this.line.close();
    this.table = null;
    this.tell("Connecting\u2026");
    this.line.open(this.asked);
  }

  leave() {
    this.line.send({ t: "quit" });
    this.line.close();
    keep(sessionStorage, "asked", null);
    location.assign("/play");
  }

  take(message) {
    const { t } = message, plays = this.table && !this.table.game?.reason;
    if (t === "table" && !plays) this.waits(message);
    else if (t === "invited" && !plays) this.invited(message);
    else if (t === "off") this.ended(`There is no game: ${message.why}.`);
    else if (t === "lost") this.ended(keep(sessionStorage, "code") ? "The connection is lost, and your table with it: its link leads nowhere now. Try again makes a table with another link." : "The connection is lost, or the game is over.");
    else if (t === "bye") this.tell(`The arena says goodbye: ${message.why}.`);
    else if (t === "error" && !this.table) this.ended(message.code === "full" ? "There are no more seats for house bots now. Those of a game that you left are free when it is over." : `${message.text} (${message.code})`);
    else if (t === "game" && !plays) {
      keep(sessionStorage, "code", null);
      this.table = new Table(this.line, this.info);
    }
    this.table?.take(message);
  }

  ended(note) {
    if (this.table?.game?.reason) return;
    this.line.close();
    this.table = null;
    this.tell(note, element("p", {}, ...(this.asked ? [button("Try again", () => this.again()), " "] : []), element("a", { href: "/play", text: "Another table" })));
  }

  waits({ code, players, ruleset, options = [] }) {
    this.table = null;
    keep(sessionStorage, "code", code);
    const link = element("input", { readonly: true, value: `${location.origin}/play#${code}`, onfocus: ({ target }) => target.select() });
    const open = this.asked?.seats?.includes("") ? [element("div", { class: "controls" }, element("label", {}, "Anybody with this link may sit down", link), button("Copy", () => navigator.clipboard?.writeText(link.value)))] : [];
    this.tell(`A table of ${[ruleset, ...options].join(", ")}. Waiting for the others.`, element("ol", {}, ...players.map((name) => element("li", { text: name || "nobody yet" }))), ...open, button("Cancel the table", () => this.leave()));
  }

  invited({ code, host, ruleset, options = [] }) {
    const answer = (t) => {
      this.line.send({ t, code });
      box.remove();
    };
    const box = element("p", { class: "notice" }, `${host} invites you to a game of ${[ruleset, ...options].join(", ")}. `, button("Sit down", () => answer("accept")), " ", button("No", () => answer("decline")));
    root.prepend(box);
  }
}

const room = new Room();
room.start().catch(() => room.tell("The arena does not answer. Load the page again in a moment."));
