"use strict";
// Plays as a person does: sits down at /play, clicks (or presses keys) until the game is over; prints what is wrong and
// ends with 1 if anything is. `node play.js http://HOST:PORT PART,...`: the functions in `parts` below, in that order.
const { launch, patience, until } = require("./browser.js");
const { start, json, must, run, judge, fits, weigh } = require("./site.js");
const shots = process.env.SHOTS;

// Runs in the page: one click of whoever sits there. Returns what it did; "" where there is nothing to do; "hand" in hand
// number `last`, or later.
function step(last) {
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const ready = (node) => node.getAttribute("aria-disabled") !== "true" && node.getClientRects().length > 0;
  const all = (which) => [...document.querySelectorAll(which)].filter(ready);
  const press = (node, what) => {
    node.click();
    return what;
  };
  if (document.querySelector(".acts a")) return "over";
  const hand = [...document.querySelectorAll(".board-facts dt")].find((node) => node.textContent === "Hand")?.nextElementSibling.textContent;
  if (last && Number(hand) >= last) return "hand";
  document.querySelectorAll(".bids details").forEach((menu) => (menu.open = Math.random() < 0.5));
  const bids = all(".bids button"), acts = all(".acts button");
  const pass = bids.find((node) => node.dataset.key === "pass");
  if (bids.length) return press(pass && Math.random() < 0.5 ? pass : any(Math.random() < 0.8 ? bids.slice(0, 6) : bids), "bid");
  const cards = all(".hand.pick button").filter((node) => node.getAttribute("aria-pressed") !== "true");
  const none = acts.find((node) => ["Swap nothing", "No claim"].includes(node.textContent));
  const others = acts.filter((node) => !/^Claim/.test(node.textContent));
  if (none) return press(none, "no");
  if (others.length) return press(any(others), "act");
  return cards.length ? press(any(cards), "card") : "";
}

// Opens a table; "" is a seat for whoever has the link.
async function open(page, ruleset, bots, hints = "asked") {
  await page.goto(`${start}/play`);
  await page.locator("form button").waitFor();
  await page.getByLabel("Ruleset").selectOption(ruleset);
  await page.getByLabel("Hints").selectOption(hints);
  for (const [i, bot] of bots.entries()) await page.getByLabel(`Seat ${i + 2}`).selectOption(bot);
  await page.locator("form button").click();
}

// The same with seats for that link, which is what it returns.
async function openToAll(page, ruleset, bots) {
  await open(page, ruleset, bots);
  const link = page.getByLabel("Anybody with this link may sit down");
  await link.waitFor({ timeout: patience(20000) });
  return link;
}

async function sit(page, ruleset, bots, hints) {
  await open(page, ruleset, bots, hints);
  await page.locator(".felt").waitFor({ timeout: patience(20000) }).catch(async (error) => {
    throw new Error(`${ruleset}: no table: ${await page.locator("main").textContent()}`, { cause: error });
  });
  await page.getByLabel("Pace").selectOption("none");
}

const told = (page) => page.locator("#table [role=status]").first().textContent();

// Until the page was drawn once more.
const frame = (page) => page.evaluate(() => new Promise(requestAnimationFrame));

// Until `what` is done, "over" for the whole game, "hand" until hand number `last` begins. Returns whether it was.
async function play(page, label, what = "over", last = 0) {
  const end = Date.now() + patience(120000);
  while (Date.now() < end) {
    const done = await page.evaluate(step, last);
    if (done === what) return true;
    if (done === "over" && what === "hand") return false; // it had one hand
    if (done === "over") break;
    if (!done) await frame(page);
  }
  must(false, `${label}: no ${what}: ${await told(page)}`);
  return false;
}

// The same with nothing but keys: what is to be done has the focus, or is where Tab, Shift+Tab and the arrows lead. Where
// the rest may be claimed it is claimed once, with all cards in the order of the hand.
async function playByKeys(page, label) {
  const end = Date.now() + patience(120000);
  let claimed = false;
  const place = () => page.evaluate((claimed) => {
    const claim = [...document.querySelectorAll(".acts button")].find((node) => node.textContent === "Claim the rest");
    const acts = [...document.querySelectorAll(".acts button")].find((node) => /^(Give|Put away|Swap nothing|Claim \d)/.test(node.textContent) && node.getAttribute("aria-disabled") !== "true");
    const held = document.activeElement;
    if (document.querySelector(".acts a")) return "over";
    if (acts) return held === acts ? "ready" : "back";
    if (claim && !claimed) return held === claim ? "claim" : "back";
    if (held.closest(".bids, .acts")) return held.matches("summary, [aria-disabled=true]") ? "on" : "ready";
    if (held.closest(".hand.pick")) return held.getAttribute("aria-disabled") === "true" || held.getAttribute("aria-pressed") === "true" ? "next" : "ready";
    return document.querySelector(".hand.pick, .bids:not([hidden]), .acts button") ? "on" : "wait";
  }, claimed);
  while (Date.now() < end) {
    const at = await place();
    if (at === "over") return true;
    if (at === "wait") await frame(page);
    else await page.keyboard.press({ back: "Shift+Tab", next: "ArrowRight", on: "Tab", ready: "Enter", claim: "Enter" }[at]);
    if (at !== "claim") continue;
    claimed = true;
    must(await page.evaluate(() => document.activeElement.closest(".hand.pick")), `${label}: a claim does not begin at the cards`);
  }
  must(false, `${label}: the game does not end by keys: ${await told(page)}`);
  return false;
}

// The page as it is now, on a phone and on a large screen.
async function lookAt(page, label) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await fits(page, width, label);
    if (shots) await page.screenshot({ path: `${shots}/play-${label}-${width}.png`, fullPage: true });
  }
  await judge(page, label);
}

// Script and style of the pages.
async function weights(_, browser) {
  for (const path of ["/play", "/play/table"]) {
    const page = await (await browser.newContext()).newPage(), files = [];
    page.on("request", (request) => ["script", "stylesheet"].includes(request.resourceType()) && files.push(request.url()));
    await page.addInitScript(() => sessionStorage.setItem("avondale asked", '{"t":"tables"}')); // else there is no table
    await page.goto(start + path);
    await page.waitForLoadState("networkidle");
    await page.context().close();
    must(new Set(files).size > 2, `${path}: only ${files.length} files`);
    console.log(`${path}: ${await weigh(files, path)} bytes`);
  }
}

// A game of each ruleset: its first hand by clicks, the second one by keys.
async function families(page) {
  const { rulesets } = await json("/api/v1/play");
  let byKeys = 0;
  for (const { name, seats } of rulesets) {
    await sit(page, name, Array(seats - 1).fill("*basic"));
    if (await play(page, name, "hand", 2)) byKeys += await playByKeys(page, name);
    console.log(`${name}: ${await told(page)}`);
  }
  must(byKeys >= rulesets.length - 2, `only ${byKeys} games were ended by keys`);
}

// Runs in the page, until the contract is one's own and cards are to be put away.
function bidHigh() {
  const bids = [...document.querySelectorAll(".bids button")];
  if ([...document.querySelectorAll(".acts button")].some((node) => /^Put away/.test(node.textContent))) return true;
  (bids.find((node) => node.dataset.key === "10NT") ?? bids.at(-1) ?? document.querySelector(".hand.pick .slot:not(.dim) button"))?.click();
  return false;
}

// A page whose connection the test has in its hands: `through` may change a line from the arena, `back` one to it, `cut`
// closes each new connection, `turn` is the latest request, `chats` lets a chat line follow each, and `send` says something in the name of the arena.
async function routed(browser, through = (line) => line, back = (line) => line) {
  const context = await browser.newContext(), page = await context.newPage(), wire = { sockets: 0, cut: false, acts: 0 };
  page.on("pageerror", (error) => must(false, `error: ${error.stack}`));
  await page.routeWebSocket("**/play/socket", (socket) => {
    wire.sockets++;
    if (wire.cut) return socket.close();
    const arena = socket.connectToServer();
    wire.send = (line) => socket.send(`${line}\n`);
    wire.close = () => (arena.close(), socket.close());
    arena.onMessage((line) => {
      if (line.startsWith("turn ")) wire.turn = { came: Date.now(), words: line.match(/ [gn]=\d+/g).join("") };
      socket.send(through(line));
      if (wire.chats && line.startsWith("turn ")) wire.send(`said seat=1 say=hello${wire.turn.words}`);
    });
    socket.onMessage((line) => {
      if (line.startsWith("act ")) wire.acts++;
      arena.send(back(line));
    });
  });
  return { context, page, wire };
}

// A game by keys in which the first card of each turn may name one of two suits, as a joker that is led without trumps
// does: the keys lead on to the suits.
async function suits(_page, browser) {
  let named = 0;
  const { context, page, wire } = await routed(browser,
    (line) => (/ phase=play /.test(line) ? line.replace(/ legal=(claim,)?(\w+)(?![\w=])/, " legal=$1$2=S,$2=H") : line),
    (line) => line.replace(/(^act .* a=\w+)=[SH]/, (_, act) => (named++, act)));
  wire.chats = true; // it hides no request
  await sit(page, "two-handed-dead", ["*basic"]);
  await playByKeys(page, "suits");
  must(named > 0, "no suit was named");
  await context.close();
}

// Runs in the page, until a trick is over: names a suit where a joker was led.
function firstTrick() {
  if ([...document.querySelectorAll(".board-side table")].at(-1)?.querySelector("tbody tr")) return true;
  [...document.querySelectorAll(".acts button")].find((node) => !/^Claim/.test(node.textContent))?.click();
  return false;
}

// Looks at each state; hints; a reload in the middle of a hand.
async function states(page) {
  await page.goto(`${start}/play`);
  await page.locator("form button").waitFor();
  await lookAt(page, "form");
  await sit(page, "wikipedia", Array(3).fill("*expert"), "always");
  await page.locator(".bids button.advised").waitFor({ timeout: patience(20000) });
  await lookAt(page, "auction");
  must(/would say/.test(await page.locator("#table").textContent()), "no reason for the hint");
  await page.waitForFunction(bidHigh, null, { timeout: patience(60000) });
  await lookAt(page, "exchange");
  await play(page, "exchange", "act");
  await page.locator(".acts button", { hasText: "Put away" }).waitFor({ state: "detached" });
  await play(page, "first card", "card");
  await page.waitForFunction(firstTrick, null, { timeout: patience(60000) });
  await page.locator(".slot.advised").waitFor({ timeout: patience(20000) });
  await page.reload();
  await page.locator(".hand.pick button").first().waitFor({ timeout: patience(20000) });
  must((await page.locator(".board-side table").last().locator("tbody tr").count()) >= 1, "the tricks are gone after a reload");
  await lookAt(page, "play");
  await page.locator("body").press("h");
  await play(page, "after a reload");
  await lookAt(page, "over");
  console.log(`after a reload: ${await told(page)}`);
}

// What a ruleset does differently is told in a sentence each; its special calls are a menu, which keys open, and play.
async function specials(page) {
  await page.goto(`${start}/play`);
  await page.locator("form button").waitFor();
  await page.getByLabel("Ruleset").selectOption("everything");
  const { options } = await json("/api/v1/rules/everything"), some = options.filter(({ differs }) => differs);
  await page.locator("form details.apart dd").nth(some.length - 1).waitFor({ state: "attached", timeout: patience(20000) });
  must((await page.locator("form details.apart").textContent()).includes(some[0].meaning), "no sentence for an option");
  await judge(page, "options");
  await sit(page, "everything", Array(3).fill("*basic"));
  const menu = page.locator(".bids details");
  await page.waitForFunction(() => document.querySelector(".bids details") || (document.querySelector(".hand.pick .slot:not(.dim) button, .bids button[data-key=pass], .acts button:not([aria-disabled=true])")?.click(), false), null, { timeout: patience(120000) });
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await lookAt(page, "specials");
  await page.keyboard.press("Tab");
  const call = await page.evaluate(() => document.activeElement.dataset.key);
  await page.keyboard.press("Enter");
  const said = await page.waitForFunction((word) => [...document.querySelectorAll(".board-side table")][0].textContent.includes(word), call, { timeout: patience(20000) }).catch(() => null);
  must(call && said, `special call ${call}: it is not in the auction`);
  await play(page, "after a special call"); // who leaves keeps the house bots there until the time is over
  console.log(`a special call: ${call}`);
}

// Rules of one's own: what does not go together stands beside its option, and is not sent; what does is played.
async function built(page) {
  await page.goto(`${start}/play`);
  await page.locator("form button").waitFor();
  await page.getByLabel("Ruleset").selectOption("wikipedia");
  await page.waitForFunction(() => !document.querySelector("form > p button").disabled); // its options are there
  await page.locator("details.build > summary").click();
  for (const group of ["Players, pack and deal", "Score and the end of the game"]) await page.locator("details.build summary", { hasText: group }).click();
  await page.locator("#option-players").selectOption("3");
  const wrong = page.locator("details.build [role=alert]:not([hidden])");
  await wrong.waitFor({ timeout: patience(20000) });
  must((await wrong.textContent()).startsWith("teams=pairs"), `beside the option: ${await wrong.textContent()}`);
  must(await page.locator("form button").isDisabled(), "bad rules may be sent");
  await page.locator("#option-teams").selectOption("solo");
  await page.locator("#option-deck").selectOption("33");
  await page.locator("#option-max_hands").fill("1");
  await page.locator("#option-max_hands").blur();
  await page.getByLabel("Seat 4").waitFor({ state: "detached", timeout: patience(20000) });
  for (const seat of [2, 3]) await page.getByLabel(`Seat ${seat}`).selectOption("*basic");
  await lookAt(page, "built");
  await page.locator("form button").click();
  await page.locator(".felt").waitFor({ timeout: patience(20000) });
  await page.getByLabel("Pace").selectOption("none");
  await play(page, "rules of one's own", "card");
  await page.reload();
  await page.locator(".felt").waitFor({ timeout: patience(20000) });
  must((await page.evaluate(() => JSON.parse(sessionStorage.getItem("avondale asked")).options.join())) === "players=3,teams=solo,deck=33,max_hands=1", "what was asked for");
  if (await playByKeys(page, "rules of one's own, after a reload")) console.log(`rules of one's own: ${await told(page)}`);
  await page.evaluate(() => localStorage.removeItem("avondale wish"));
}

// An answer about a ruleset that comes when another one is chosen already changes nothing, and the form waits for what is
// known about the other one.
async function lateAnswer(page) {
  const hold = () => {
    let letGo;
    return [new Promise((resolve) => (letGo = resolve)), () => letGo()];
  };
  const [reached, reach] = hold(), [late, letLate] = hold(), [next, letNext] = hold();
  let asked = 0;
  await page.goto(`${start}/play`);
  await page.locator("form button").waitFor();
  await page.route("**/api/v1/play/rules/five-handed", async (route) => {
    if (++asked === 2) {
      reach();
      await late;
    }
    await route.continue();
  });
  await page.route("**/api/v1/play/rules/two-handed-table", async (route) => {
    await next;
    await route.continue();
  });
  const look = async (what) => {
    const seats = await page.locator("fieldset select").count();
    must(seats === 1, `${what}: ${seats} other seats for two players`);
  };
  await page.getByLabel("Ruleset").selectOption("five-handed");
  await reached; // its options are there, and are checked
  await page.getByLabel("Ruleset").selectOption("two-handed-table");
  const answer = page.waitForResponse("**/api/v1/play/rules/five-handed");
  letLate();
  await (await answer).finished();
  await frame(page);
  await frame(page);
  await look("a late answer");
  must(await page.locator("form > p button").isDisabled(), "one may sit down before the options are there");
  letNext();
  await page.waitForFunction(() => !document.querySelector("form > p button").disabled);
  await look("the answer");
  await page.unrouteAll();
}

// Two people at one table, by the link; what one says the other reads as it is.
async function guests(page, browser) {
  const other = await (await browser.newContext()).newPage();
  other.on("pageerror", (error) => must(false, `guest: ${error.stack}`));
  const link = await openToAll(page, "wikipedia", ["*basic", "", "*basic"]);
  await lookAt(page, "waiting");
  await other.goto(await link.inputValue());
  await other.getByText("Join the table").click();
  for (const one of [page, other]) {
    await one.locator(".felt").waitFor({ timeout: patience(20000) });
    await one.getByLabel("Pace").selectOption("none");
  }
  const words = "<img src=x onerror=alert(1)> & good";
  await other.getByLabel("Words").fill(words);
  await other.getByRole("button", { name: "Say", exact: true }).click();
  await page.locator(".talk li").first().waitFor({ timeout: patience(20000) });
  must((await page.locator(".talk li").first().textContent()).includes(words), "chat is not shown as text");
  const ends = await Promise.all([play(page, "host"), play(other, "guest")]);
  if (ends.every(Boolean)) console.log(`two people: ${await told(other)}`);
  must((await page.getByText("Play again").count()) === 1 && (await other.getByText("Play again").count()) === 0, "whoever came by a link cannot open the table again");
  await other.context().close();
}

// The host's connection is lost while the table waits: the page says what that means for the link.
async function lostTable(page) {
  const link = await openToAll(page, "two-handed-dead", [""]);
  const first = await link.inputValue();
  await page.reload();
  await page.locator("#table").getByText("leads nowhere now").waitFor({ timeout: patience(20000) });
  await page.getByText("Try again").last().click();
  await link.waitFor({ timeout: patience(20000) });
  must((await link.inputValue()) !== first, "the link of a table that is lost comes again");
  await page.getByText("Cancel the table").click();
  await page.waitForURL("**/play");
}

const bidding = (page) => page.locator(".bids button[data-key=pass]").waitFor({ timeout: patience(20000) });

// The clock counts from the arrival of a request, though cards are still laid on the table; a decision that was missed
// is told for as long as the next one waits, and its buttons are gone.
async function clock(_page, browser) {
  const { context, page, wire } = await routed(browser, (line) => line.replace(/^(turn .*)ms=\d+/, "$1ms=9000"));
  await sit(page, "wikipedia", Array(3).fill("*basic"));
  await page.getByLabel("Pace").selectOption("slow");
  await bidding(page);
  const seen = Date.now(), shown = page.getByText(/Time left: \d+ s/);
  must(Number((await shown.textContent()).match(/\d+/)[0]) * 1000 <= 9000 - (seen - wire.turn.came) + patience(1500), "the clock does not count from the arrival of the request");
  wire.send(`error code=time text=no%20answer${wire.turn.words}`);
  await page.getByText("You missed a decision (1)").waitFor({ timeout: patience(20000) });
  must((await page.locator(".bids button").count()) === 0, "a decision that was missed can be pressed");
  await page.reload(); // and the game goes on
  await bidding(page);
  await page.getByLabel("Pace").selectOption("none");
  await play(page, "clock");
  await context.close();
}

// An outage of any length is overcome; a second tab with the same session takes the table over, and the first one lets it.
async function outage(_page, browser) {
  const { context, page, wire } = await routed(browser);
  await page.clock.install();
  await sit(page, "two-handed-dead", ["*basic"]);
  await bidding(page);
  wire.cut = true;
  wire.close();
  for (let i = 0; i < 30; i++) {
    await page.clock.fastForward(6000);
    await page.getByText("The connection is lost; trying again.").waitFor({ timeout: patience(20000) });
  }
  must(wire.sockets > 25, `an outage of three minutes: ${wire.sockets} connections`);
  wire.cut = false;
  await page.clock.fastForward(6000);
  await bidding(page);
  const before = wire.sockets, kept = await page.evaluate(() => ({ ...sessionStorage })), tab = await context.newPage();
  await tab.addInitScript((kept) => Object.assign(sessionStorage, kept), kept);
  await tab.goto(`${start}/play/table`);
  await bidding(tab);
  await page.getByText("another connection").waitFor({ timeout: patience(20000) });
  await page.clock.fastForward(60000);
  await frame(page);
  must(wire.sockets === before, "two tabs take the table from each other");
  await tab.getByLabel("Pace").selectOption("none");
  await play(tab, "the second tab");
  await context.close();
}

// A press during which something comes; lines said too quickly; words that are typed while the game ends; a reload then.
async function typing(_page, browser) {
  const { context, page, wire } = await routed(browser);
  await sit(page, "two-handed-dead", ["*basic"]);
  await bidding(page);
  const pass = page.locator(".bids button[data-key=pass]"), box = await pass.boundingBox(), acts = wire.acts;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const began = Date.now();
  await page.mouse.down();
  wire.send(`advice bot=basic a=pass why=x left=1${wire.turn.words}`);
  for (let i = 0; i < 10; i++) await frame(page);
  const lasted = Date.now() - began;
  await page.mouse.up();
  await pass.waitFor({ state: "detached", timeout: patience(1000) }).catch(() => {}); // the act is on its way
  must(wire.acts === acts + 1 || lasted > 900, "a press is lost when something comes meanwhile");
  const words = page.getByLabel("Words"), lines = page.locator(".talk li");
  for (const line of ["first", "second"]) {
    await words.fill(line);
    await words.press("Enter");
  }
  await page.getByText("Not said: one chat a second").waitFor({ timeout: patience(20000) });
  must((await lines.count()) === 1 && (await words.inputValue()) === "second", "a line that was refused stands as said, or is lost");
  if (await play(page, "typing", "hand", 2)) {
    await page.reload();
    await page.locator(".felt").waitFor({ timeout: patience(20000) });
    await page.getByLabel("Pace").selectOption("none");
    await words.focus();
    await play(page, "typing");
    const number = await page.getByRole("region", { name: "Score sheet" }).locator("tbody th").allTextContents();
    must(number[0] === "2", `after a reload the second hand is number ${number}`);
  }
  must(await page.evaluate(() => document.activeElement.matches("input")), "the focus leaves words that are typed");
  await page.reload();
  await page.waitForURL("**/play", { timeout: patience(20000) });
  await context.close();
}

// Whoever leaves house bots alone ends the game: their seats are free for the next table.
async function leaves(page) {
  page.on("dialog", (dialog) => dialog.accept());
  for (let i = 0; i < 5; i++) {
    await sit(page, "wikipedia", Array(3).fill("*basic"));
    await page.getByText("Leave the table").click();
    await page.waitForURL("**/play");
  }
}

// Two people leave in the middle of a hand and do not come back: the clock plays for them until the game is over, and
// nothing is left of the table, of rules of its own, neither its game nor the house bots. The seats in /api/v1/play are
// counted once a second, so each state is waited for.
async function everybodyLeaves(page, browser) {
  const rest = async () => {
    const [{ house_seats: seats }, { tables }] = await Promise.all(["/api/v1/play", "/api/v1/tables"].map(json));
    return `${seats} seats of house bots, ${tables.length} tables`;
  };
  const none = "0 seats of house bots, 0 tables", full = "2 seats of house bots, 1 tables";
  const reach = async (wanted, when) => {
    let now;
    await until(60000, async () => (now = await rest()) === wanted, 200);
    must(now === wanted, `${when}: ${now}`);
  };
  await reach(none, "before all leave");
  const [host, guest] = await Promise.all([1, 2].map(() => browser.newContext()));
  const one = await host.newPage(), other = await guest.newPage();
  await one.addInitScript(() => sessionStorage.getItem("avondale asked") ?? sessionStorage.setItem("avondale asked", JSON.stringify({ t: "open", ruleset: "wikipedia", seats: ["*basic", "", "*basic"], options: ["target=300", "deck=46"], bid_ms: 2000, play_ms: 2000 })));
  await one.goto(`${start}/play/table`);
  const link = one.getByLabel("Anybody with this link may sit down");
  await link.waitFor({ timeout: patience(20000) });
  await other.goto(await link.inputValue());
  await other.getByText("Join the table").click();
  await other.locator(".felt").waitFor({ timeout: patience(20000) });
  await reach(full, "at the table");
  await Promise.all([host.close(), guest.close()]);
  await reach(none, "after all left");
  console.log("a table that all have left is over");
}

async function main() {
  const parts = { families, states, suits, guests, specials, built, lateAnswer, lostTable, clock, outage, typing, leaves, everybodyLeaves, weights };
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.on("console", (message) => message.type() === "error" && must(false, `console: ${message.text()}`));
  page.on("pageerror", (error) => must(false, `error: ${error.stack}`));
  for (const part of process.argv[3].split(",")) await parts[part](page, browser);
  await browser.close();
}

run(main, 1);
