"use strict";
// How the pages look: every page in Chromium, at several widths, in both schemes and on paper.
const { launch } = require("./browser.js");
const { start, must, run, judge, fits, weigh, finishedGames, oneOfEach, liveGame } = require("./site.js");
const shots = process.env.SHOTS;
const WIDTHS = [360, 1280], SCHEMES = ["light", "dark"]; // in all of which a page is read through
const MORE_WIDTHS = [[768, "light"], [1920, "dark"]]; // at which it must fit; PICTURES=all: and is pictured

// Runs in the page: text whose colour is too near to what lies behind it (WCAG 2, AA).
function lowContrast() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], a: a / 255 };
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const { rgb, a } = read(getComputedStyle(at).backgroundColor);
      if (a > 0.99) return rgb;
    }
    return [255, 255, 255];
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || node.closest("[aria-hidden=true], :disabled, [aria-disabled=true], noscript") || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const ink = node instanceof SVGElement ? style.fill : style.color;
    const [a, b] = [light(read(ink).rgb), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`${node.tagName}.${node.className?.baseVal ?? node.className} "${node.textContent.trim().slice(0, 20)}" ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)].slice(0, 5);
}

// Runs in the page: what can be reached by Tab and does not show it.
function unnamed() {
  const found = [];
  for (const node of document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")) {
    if (!node.getClientRects().length) continue;
    const name = node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.[0]?.textContent || node.querySelector("img")?.alt;
    if (!name && !(node.tagName === "PRE")) found.push(node.outerHTML.slice(0, 80));
  }
  return found;
}

async function lookAt(page, name, path, label) {
  const answer = await page.goto(start + path);
  must(answer.status() === (name === "404" ? 404 : 200), `${label}: status ${answer.status()}`);
  if (path.startsWith("/game/")) await page.locator("#check").waitFor();
  if (path.startsWith("/live/") && !path.endsWith("/chat")) await page.locator("#hand ol li").nth(3).waitFor();
  await weigh(await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\.(m?js|css)$/.test(name))), label);
  const nameless = await page.evaluate(unnamed);
  must(nameless.length === 0, `${label}: without a name: ${nameless.join("; ")}`);
  const picture = (width, kind) => page.screenshot({ path: `${shots}/${`${label}-${width}-${kind}.png`.replaceAll(" ", "-")}`, fullPage: true });
  for (const [width, scheme] of MORE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await fits(page, width, label);
    if (process.env.PICTURES === "all") await picture(width, scheme);
  }
  // On paper there is no way to move what is too wide, and nothing to press.
  await page.setViewportSize({ width: 720, height: 900 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await fits(page, 720, `${label}, printed`);
  must(!(await page.locator("header nav").isVisible()), `${label}: the menu is printed`);
  if (process.env.PICTURES === "all") await picture(720, "print");
  await page.emulateMedia({ media: "screen" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, width, label);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const low = await page.evaluate(lowContrast);
      must(low.length === 0, `${label}: contrast, ${scheme}: ${low.join("; ")}`);
      if ((width === WIDTHS[0]) === (scheme === SCHEMES[0])) await judge(page, `${label}, ${width}, ${scheme}`);
      if (process.env.PICTURES) await picture(width, scheme);
    }
  }
}

// On a tablet the tables of ladders and games fit as they are.
async function fitTables(page, paths) {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of paths) {
    await page.goto(start + path);
    const wide = await page.evaluate(() => [...document.querySelectorAll(".scroll")].filter((box) => /^(Ladder|Games)/.test(box.ariaLabel) && box.scrollWidth > box.clientWidth).map((box) => `${box.ariaLabel} by ${box.scrollWidth - box.clientWidth}`));
    must(wide.length === 0, `${path}: at 768 pixels too wide: ${wide.join()}`);
  }
}

// Every page at every width in both schemes; whatever the browser complains of is a fault, but for chances that the server
// has not computed yet (askAgain).
async function everyPage(browser, pages) {
  const page = await browser.newPage();
  const notYet = (message) => message.location().url.endsWith("/chances") && message.text().includes("status of 503");
  let label = "";
  page.on("console", (message) => must(!["error", "warning"].includes(message.type()) || label === "404" || notYet(message), `${label}: ${message.text()}`));
  page.on("pageerror", (error) => must(false, `${label}: ${error.message}`));
  page.on("dialog", (dialog) => must(false, `${label}: a script of somebody else's ran`) || dialog.dismiss());
  page.on("request", (request) => must(request.url().startsWith(start), `${label}: asks for ${request.url()}`));
  for (const [name, path] of Object.entries(pages)) {
    label = name;
    await lookAt(page, name, path, name);
  }
  await page.close();
}

// The best hands of a bot have short names.
async function seeBestHands(page) {
  await page.goto(`${start}/bot/basic-1`);
  const short = await page.getByRole("region", { name: "Best hands" }).getByRole("link").allTextContents();
  must(short.length > 0 && short.every((text) => /^Game [1-9]\d*, hand \d+$/.test(text)), `best hands: ${short.join("; ")}`);
}

async function main() {
  const pages = { home: "/", games: "/games", bot: "/bot/basic-1", rules: "/rules", preset: "/rules/american", connect: "/connect", protocol: "/protocol", play: "/play", tournaments: "/tournaments", tournament: "/tournament/swiss", knockout: "/tournament/knockout", season: "/season/old", found: "/games?bot=basic-1&against=random-2", search: "/search?q=a", standings: "/standings", about: "/about", history: "/history", 404: "/nothing" };
  for (const [rules, game] of Object.entries(oneOfEach(await finishedGames()))) pages["game " + rules] = `/game/${game}`;
  const live = await liveGame();
  Object.assign(pages, { live: "/live", "live table": `/live/${live}`, "live talk": `/live/${live}/chat` });
  // ONLY=word: those pages alone, for whoever works on one.
  const only = process.env.ONLY;
  for (const name of Object.keys(pages)) if (only && !name.includes(only)) delete pages[name];
  const browser = await launch();
  await everyPage(browser, pages);
  const page = await browser.newPage();
  await fitTables(page, ["/", "/standings", "/games"]);
  await seeBestHands(page);
  await browser.close();
  console.log(`${Object.keys(pages).length} pages`);
}

run(main, process.env.ONLY ? 1 : 150);
