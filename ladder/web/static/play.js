// play.js - the form of a new game: rules, opponents, time, hints. The table itself is play_table.js.
import { element } from "./cards.js";
import { choice, keep, seconds } from "./kit.js";
import { RulesForm } from "./rules_form.js";

const HINTS = [["always", "at each decision"], ["asked", "when I ask"], ["none", "none, for nobody"]];

function form(root, info) {
  const code = location.hash.slice(1).toUpperCase(), wish = keep(localStorage, "wish") ?? {};
  const name = element("input", { maxlength: "32", pattern: "[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*", title: "letters, digits, dot, _ and -", required: true, autocomplete: "nickname", value: keep(localStorage, "who")?.name ?? `guest-${Math.floor(Math.random() * 1e6)}` });
  const rules = choice("Ruleset", info.rulesets.map((one) => [one.name, `${one.name} (${one.seats})`]), wish.ruleset, () => seats());
  const about = element("p", { class: "soft" }), differs = element("details", { class: "apart", hidden: true }), places = element("div", { class: "controls" });
  const most = Math.min(info.ms.bid_max, info.ms.play_max);
  const times = [["", "the arena's time"], ...[15, 30, 60, 120, 300, 600].filter((sec) => sec * 1000 <= most).map((sec) => [String(sec * 1000), `${seconds(sec * 1000)} a decision`])];
  const time = choice("Time", times, wish.time ?? times.at(-1)[0]), hints = choice("Hints", HINTS, wish.hints ?? "asked");
  const others = [...info.house.map((bot) => [`*${bot}`, `house bot ${bot}`]), ["", "anybody with the link"], ...info.bots.map((bot) => [bot, bot])];
  const sit = element("button", { text: code ? "Join the table" : "Sit down" });
  const put = (count) => {
    if (places.children.length === count - 1) return;
    places.replaceChildren(...Array.from({ length: count - 1 }, (_, i) => choice(`Seat ${i + 2}`, others, wish.seats?.[i] ?? others[0][0])));
  };
  // Changed rules are sent only if the arena accepts them.
  const own = new RulesForm(({ valid, seats: count }) => {
    sit.disabled = !valid;
    if (valid) put(count);
  });
  const seats = (changes) => {
    const one = info.rulesets.find((known) => known.name === rules.lastChild.value);
    about.replaceChildren(one.summary, " ", element("a", { href: `/rules/${one.name}`, text: "Its rules and options" }));
    apart(one.name).catch(() => {});
    put(one.seats);
    sit.disabled = true; // until its options are there
    own.show(one.name, changes).catch(() => one.name === rules.lastChild.value && (sit.disabled = false));
  };
  // Lists the options that differ from the first ruleset, each with what it does.
  const apart = async (name) => {
    const { options } = await (await fetch(`/api/v1/rules/${name}`)).json(), some = options.filter(({ differs }) => differs);
    if (name !== rules.lastChild.value) return;
    differs.hidden = !some.length;
    differs.replaceChildren(element("summary", { text: "How it differs from the first ruleset" }), element("dl", {}, ...some.flatMap(({ name, value, meaning }) => [element("dt", {}, element("code", { text: `${name} = ${value}` })), element("dd", { text: meaning })])));
  };
  const go = (event) => {
    event.preventDefault();
    if (keep(localStorage, "who")?.name !== name.value) keep(localStorage, "who", { name: name.value });
    const made = { ruleset: rules.lastChild.value, time: time.lastChild.value, hints: info.hints ? hints.lastChild.value : "none", options: own.changes(), seats: [...places.querySelectorAll("select")].map((one) => one.value) };
    if (!code) keep(localStorage, "wish", made);
    const ms = made.time ? { bid_ms: Number(made.time), play_ms: Number(made.time) } : {};
    const open = { t: "open", ruleset: made.ruleset, seats: made.seats, ...(made.options.length ? { options: made.options } : {}), ...ms, ...(info.hints && made.hints === "none" ? { hints: false } : {}) };
    keep(sessionStorage, "asked", code ? { t: "join", code } : open);
    keep(sessionStorage, "session", null);
    location.assign("/play/table");
  };
  const back = keep(sessionStorage, "session") ? [element("p", { class: "notice" }, element("a", { href: "/play/table", text: "Back to your table" }))] : [];
  const row = (...parts) => element("div", { class: "controls" }, ...parts);
  const choices = code ? [] : [row(rules, time, ...(info.hints ? [hints] : [])), about, differs, own.root, element("fieldset", {}, element("legend", { text: "The other seats, from your left" }), places)];
  root.append(...back, element("form", { class: "sit", onsubmit: go }, row(element("label", {}, "Your name", name)), ...choices, element("p", {}, sit)), element("p", { class: "soft", text: "These games count for no ladder. People and bots get the same messages." }));
  if (!code) seats(wish.options);
}

const root = document.getElementById("play");
if (root) {
  fetch("/api/v1/play").then((answer) => answer.json()).then((info) => form(root, info)).catch(() => root.append(element("p", { class: "notice", text: "The arena sent no list of rulesets. Try again in a moment." })));
}
