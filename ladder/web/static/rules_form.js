// rules_form.js - changed rules for one table: a form of the options of a ruleset, each with its sentence. The arena
// says whether they go together; an error stands beside its option.
import { element } from "./cards.js";

const get = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  return answer.json();
};

// `changed` gets the arena's answer of /api/v1/play/rules/RULESET.
export class RulesForm {
  constructor(changed) {
    this.changed = changed;
    this.fields = new Map();
    this.said = element("p", { class: "soft", role: "status" });
    this.groups = element("div");
    this.root = element("details", { class: "build" }, element("summary", { text: "Change its rules" }), element("p", { class: "soft", text: "Options that you do not change stay as in the ruleset." }), this.said, this.groups);
  }

  // Shows the options of a ruleset, with these changes (NAME=VALUE).
  async show(ruleset, changes = []) {
    this.ruleset = ruleset;
    this.asked = null; // an answer about the ruleset before is late
    this.fields.clear();
    this.groups.replaceChildren();
    const [{ options }, here] = await Promise.all([get(`/api/v1/rules/${ruleset}`), get(`/api/v1/play/rules/${ruleset}`)]);
    if (ruleset !== this.ruleset) return;
    const own = new Map(here.options.map((word) => word.split(/=(.*)/s))), wanted = new Map(changes.map((word) => word.split(/=(.*)/s)));
    const groups = new Map();
    for (const option of options) {
      const base = own.get(option.name) ?? option.value;
      if (!groups.has(option.group)) groups.set(option.group, element("details", {}, element("summary", { text: option.group })));
      groups.get(option.group).append(this.field(option, base, wanted.get(option.name) ?? base));
    }
    this.groups.replaceChildren(...groups.values());
    await this.check();
  }

  field({ name, allowed, meaning, choices }, base, value) {
    const id = `option-${name}`, act = () => this.check().catch(() => {});
    const input = choices
      ? element("select", { id, onchange: act }, ...choices.map((word) => element("option", { value: word, text: word === base ? `${word} (unchanged)` : word, selected: word === value })))
      : element("input", { id, value, placeholder: base || "as usual", title: allowed, onchange: act, "aria-describedby": `${id}-why` });
    const wrong = element("p", { class: "notice", role: "alert", hidden: true });
    this.fields.set(name, { input, base, wrong });
    return element("div", {}, element("label", { for: id }, element("code", { text: name })), " ", input, element("p", { class: "soft", id: `${id}-why`, text: choices ? meaning : `${meaning} Allowed: ${allowed}.` }), wrong);
  }

  // NAME=VALUE of each option that differs from the ruleset. An emptied field means unchanged.
  changes() {
    return [...this.fields].filter(([, { input, base }]) => input.value !== base && input.value !== "").map(([name, { input }]) => `${name}=${input.value}`);
  }

  async check() {
    const changes = this.changes(), asked = (this.asked = {});
    const query = changes.length ? `?options=${encodeURIComponent(changes.join(",").replaceAll(" ", "/"))}` : "";
    const told = await get(`/api/v1/play/rules/${this.ruleset}${query}`);
    if (asked !== this.asked) return;
    for (const [name, { wrong }] of this.fields) {
      wrong.hidden = name !== told.option;
      wrong.textContent = wrong.hidden ? "" : told.error;
    }
    if (told.error) this.root.open = true;
    const beside = this.fields.get(told.option)?.wrong.closest("details");
    if (beside) beside.open = true;
    this.said.textContent = told.error ?? (changes.length ? `Your rules: ${changes.join(", ")}.` : "");
    this.changed(told, changes);
  }
}
