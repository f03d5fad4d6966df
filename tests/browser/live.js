"use strict";
// What a spectator does at a table whose game is under way: follows it, pauses, talks, and comes to the finished game. The
// bots answer when the test allows it, by the file GATE.
const fs = require("fs");
const { launch, patience, until } = require("./browser.js");
const { start, json, must, run, liveGame } = require("./site.js");

const allow = (answers) => fs.appendFileSync(process.env.GATE, answers);

// Names and score stand at a live table before anything of its hand is told.
async function seeLiveAtOnce(page, game) {
  const { players } = await json(`/api/v1/tables/${game}`);
  await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: "retry: 100000\n\n" }));
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt-text").filter({ hasText: "is being played" }).waitFor({ timeout: patience(15000) });
  const names = await page.locator("#live .seat .name").allTextContents();
  must(names.sort().join() === players.map(({ name }) => name).sort().join(), `live: at once ${names.join()} sit there`);
  must((await page.locator("#live .score").count()) === 2, "live: no score from the first moment");
  await page.unrouteAll();
}

// The pace at which steps are shown, by a clock of its own: whatever the table does, the page is not behind for ever,
// and a table that takes its time is shown a step at a time.
async function keepPace(page) {
  await page.goto(`${start}/live`);
  const found = await page.evaluate(async () => {
    const { Pace, BEHIND_MAX } = await import("/static/pace.js");
    const faults = [];
    for (const { every, count, most, name } of [
      { every: 2000, count: 1, most: 1, name: "a step in two seconds" },
      { every: 500, count: 1, most: 10, name: "two in a second" },
      { every: 100, count: 1, most: 60, name: "ten in a second" },
      { every: 100, count: 30, most: BEHIND_MAX, name: "300 in a second" },
      { every: 20000, count: 60, most: 90, name: "a hand in 20 seconds" },
      { every: 60000, count: 60, most: 60, name: "a hand in a minute" },
    ]) {
      const pace = new Pace();
      let behind = 0, worst = 0, low = Infinity, largest = 0;
      for (let now = 0; now < 300000; now += 100) {
        if (now % every === 0) for (let i = 0; i < count; i++, behind++) pace.came(now);
        const due = pace.due(now, behind);
        if (due < 0 || due > behind) faults.push(`${name}: ${due} of ${behind}`);
        behind -= due;
        if (now > 60000) [worst, low, largest] = [Math.max(worst, behind), Math.min(low, behind), Math.max(largest, due)];
      }
      if (worst > most) faults.push(`${name}: ${worst} steps behind`);
      if (count < 30 && low > 1) faults.push(`${name}: never nearer than ${low} steps`);
      if (every >= 2000 && largest > 1) faults.push(`${name}: ${largest} steps at once`);
    }
    return faults;
  });
  must(found.length === 0, `pace: ${found.join("; ")}`);
}

// What is told of the hand that is under way, some steps of it at least.
async function statesOf(game) {
  let tries = 0;
  const told = await until(10000, async () => {
    if (++tries % 20 === 0) allow("x"); // who comes is told the hand so far as one state
    const { states } = await json(`/api/v1/tables/${game}`);
    return states.length > 2 && states;
  });
  if (!told) throw new Error("nothing is told of the game");
  return told;
}

// A table that is much quicker than cards are laid: what is read out changes seldom, and the page follows.
async function followQuickTable(page, game) {
  const states = await statesOf(game);
  let number = 0;
  await page.route("**/events", (route) => {
    const events = Array.from({ length: 20 }, () => `id: 0-${++number}\ndata: ${JSON.stringify(states[number % states.length])}\n\n`);
    route.fulfill({ contentType: "text/event-stream", body: "retry: 100\n\n" + events.join("") });
  });
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt").waitFor();
  await page.evaluate(() => {
    window.changes = 0;
    new MutationObserver(() => window.changes++).observe(document.querySelector("#live [role=status]"), { childList: true, characterData: true, subtree: true });
  });
  const behind = [], began = Date.now();
  for (let i = 0; i < 20 || (number <= 400 && i < 120); i++) { // a slow machine asks less often
    await page.waitForTimeout(500);
    behind.push(Number((await page.locator("#live").textContent()).match(/(\d+) steps behind/)?.[1] ?? 0));
  }
  const changes = await page.evaluate(() => window.changes);
  const seconds = (Date.now() - began) / 1000; // of a line in five, on a slow machine more than ten
  must(changes <= 1 + seconds / 5, `live: what is read out changes ${changes} times in ${seconds} s`);
  must(number > 400 && Math.max(...behind.slice(10)) <= 200, `live: of ${number} steps ${behind.join(" ")} behind`);
  // What is pressed stays where it is until it is released.
  await page.evaluate(() => {
    window.drawn = [];
    addEventListener("pointerdown", () => (window.down = performance.now()));
    new MutationObserver(() => window.drawn.push(performance.now() - (window.down ?? Infinity))).observe(document.querySelector("#hand"), { childList: true, subtree: true });
  });
  await page.mouse.move(5, 5);
  await page.mouse.down();
  const pressed = Date.now();
  for (let i = 0; i < 3; i++) await page.waitForRequest("**/events"); // of twenty steps each
  const lasted = Date.now() - pressed;
  await page.mouse.up();
  await page.waitForFunction(() => window.drawn.some((at) => at > 0), null, { timeout: patience(15000) }).catch(() => must(false, "live: the table stands still after a press"));
  const drawn = (await page.evaluate(() => window.drawn)).filter((at) => at > 0 && at < Math.min(lasted, 900));
  must(drawn.length === 0, `live: a button moves ${drawn.length} times in ${lasted} ms while it is pressed`);
  await page.unrouteAll();
}

// The arena was killed and goes on: the hand comes again from its start, nothing of the old one stays.
async function followOverGap(page, game) {
  const states = await statesOf(game);
  let calls = 0;
  await page.route("**/events", (route) => {
    const event = (state, i) => `id: ${calls}-${i + 1}\ndata: ${JSON.stringify(state)}\n\n`;
    calls++;
    if (calls === 1) return route.fulfill({ contentType: "text/event-stream", body: "retry: 100\n\n" + states.map(event).join("") });
    if (calls === 2) return route.fulfill({ status: 404, json: { error: "no such game is under way" } });
    if (calls === 3) return route.fulfill({ contentType: "text/event-stream", body: "retry: 100000\n\nevent: gap\ndata: {}\n\n" + states.slice(0, 1).map(event).join("") });
    return route.abort();
  });
  await page.goto(`${start}/live/${game}`);
  await until(15000, () => calls >= 3);
  await page.waitForTimeout(500);
  const lone = await page.waitForFunction((n) => document.querySelectorAll("#hand ol li").length === n, states[0].news.length, { timeout: patience(15000) }).then(() => true, () => false);
  must(calls >= 3 && lone, `live: after a gap (${calls} streams) the table does not begin again`);
  await page.unrouteAll();
}

// The table goes on by itself when the bots do, stands still when told to, and goes back and on by its buttons.
async function watchLive(page, game) {
  await page.goto(`${start}/live`);
  await page.getByRole("link", { name: game }).click();
  const table = page.locator("#live"), hand = page.locator("#hand ol"), log = hand.locator("li");
  await log.first().waitFor();
  must(!(await page.locator("#plain").isVisible()), "live: the plain list is shown beside the table");
  const goesOn = async (before) => page.waitForFunction((n) => document.querySelectorAll("#hand ol li").length !== n, before, { timeout: patience(15000) }).then(() => true, () => false);
  const before = await log.count();
  allow("x");
  must(await goesOn(before), `live: the table does not go on after ${before} steps`);
  must((await table.locator(".seat .back").count()) > 8, "live: no hidden cards lie there");
  await table.getByRole("button", { name: "Follow or pause" }).click();
  const still = await hand.textContent();
  allow("x");
  await page.waitForTimeout(1500);
  must((await hand.textContent()) === still, "live: a table that pauses goes on");
  await table.getByRole("button", { name: "One step back" }).click();
  const earlier = await hand.textContent();
  must(earlier !== still, "live: no way back");
  await table.getByRole("button", { name: "To the newest" }).click();
  must((await hand.textContent()) !== earlier, "live: no way to the newest");
}

// The same without scripts, which comes again by itself.
async function watchPlainly(browser, game) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${start}/live/${game}`);
  const steps = await page.locator("#plain ol li").count();
  must(steps > 5, `live without scripts: ${steps} steps`);
  allow("x");
  // It may come again before the bot whose turn it is has answered.
  const end = Date.now() + patience(15000);
  let came = true;
  while (came && (await page.locator("#plain ol li").count()) === steps)
    came = await page.waitForEvent("load", { timeout: Math.max(1, end - Date.now()) }).then(() => true, () => false);
  must(came, "live without scripts: it does not come again");
  await context.close();
}

// A spectator says something on the page, and with a page of its own where there are no scripts; a name that is
// none is told to be so, and words that are markup stay words.
async function talk(browser, page, game) {
  const words = "<script>alert(1)</script><img src=x onerror=alert(2)>";
  page.on("dialog", (dialog) => must(false, "chat: a script of somebody else's ran") || dialog.dismiss());
  await page.goto(`${start}/live/${game}`);
  const form = page.locator("form.say");
  await form.waitFor();
  await form.getByLabel("Your name").fill("eve");
  await form.getByLabel("What you say").fill(words);
  await form.getByRole("button").click({ delay: 100 }); // as long as a finger presses
  await page.locator("#said li").filter({ hasText: words }).waitFor({ timeout: patience(15000) });
  await page.locator("#say-status").filter({ hasText: "Sent" }).waitFor({ timeout: patience(15000) }); // it clears the field
  must((await page.locator("#said li script, #said li img").count()) === 0, "chat: words became markup");
  must(page.url() === `${start}/live/${game}`, "chat: the form leaves the page");
  await form.getByLabel("Your name").evaluate((node) => { node.removeAttribute("pattern"); });
  await form.getByLabel("Your name").fill("<script>");
  await form.getByLabel("What you say").fill("a");
  await form.getByRole("button").click();
  await page.locator("#say-status").filter({ hasText: "name: expected" }).waitFor({ timeout: patience(15000) });
  await page.route("**/chat", (route) => route.abort());
  await form.getByRole("button").click();
  await page.locator("#say-status").filter({ hasText: "does not answer" }).waitFor({ timeout: patience(15000) });
  await page.unrouteAll();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${start}/live/${game}/chat`);
  await plain.getByLabel("Your name").fill("bob");
  await plain.getByLabel("What you say").fill("without scripts");
  await plain.getByRole("button").click();
  await plain.locator("#said li").filter({ hasText: "without scripts" }).waitFor({ timeout: patience(15000) });
  must(plain.url() === `${start}/live/${game}`, `chat without scripts: it leads to ${plain.url()}`);
  await context.close();
}

// The end of the game leads to its page.
async function watchEnd(page, game) {
  await page.goto(`${start}/live/${game}`);
  await page.locator("#live .felt").waitFor();
  allow("all");
  await page.locator("#live").getByRole("link", { name: /the whole game/ }).click({ timeout: patience(20000) });
  must(page.url() === `${start}/game/${game}`, `live: the end leads to ${page.url()}`);
}

async function main() {
  const live = await liveGame();
  const browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 360, height: 900 } })).newPage();
  page.on("pageerror", (error) => must(false, error.message));
  await keepPace(page);
  await seeLiveAtOnce(page, live);
  await followQuickTable(page, live);
  await followOverGap(page, live);
  await watchLive(page, live);
  await watchPlainly(browser, live);
  await talk(browser, page, live);
  await watchEnd(page, live);
  await browser.close();
}

run(main, 15);
