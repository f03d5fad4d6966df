"use strict";
// Takes a picture of a game page for README.md: `node picture.js http://HOST:PORT FILE.png`. It shows the board of the
// newest game in the third trick of its first contract: hands, trick, contract, auction and hint.
const { launch } = require("./browser.js");
const [start, file] = process.argv.slice(2);

async function main() {
  const { games } = await (await fetch(`${start}/api/v1/recent?limit=1`)).json();
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1180, height: 860 }, colorScheme: "light" });
  const { hands } = await (await fetch(`${start}/api/v1/games/${games[0].game}/watch`)).json();
  const plays = (hand) => hand.steps.flatMap(({ phase }, step) => (phase === "play" ? [step] : []));
  const index = hands.findIndex((hand) => plays(hand).length > 20);
  if (index < 0) throw new Error("no hand of that game was played");
  await page.goto(`${start}/game/${games[0].game}#${index + 1}.${plays(hands[index])[11]}`);
  const table = page.locator("#table");
  await table.waitFor();
  await table.locator(".hint").filter({ hasText: "would" }).waitFor();
  await page.evaluate(() => {
    document.activeElement.blur();
    document.querySelector(".felt").style.background = "var(--felt)"; // a picture of one colour has half the bytes
  });
  await table.screenshot({ path: file });
  await browser.close();
}

main().catch((error) => {
  console.log(error.stack);
  process.exit(1);
});
