// proof.js - deals the cards of a record again with SHA-256 and HMAC-SHA256 of the browser (fair deal, version 1).

const ascii = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const u16 = (n) => Uint8Array.of(n >> 8, n & 255);
const u32 = (n) => Uint8Array.of((n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

function join(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const long = (bytes) => join(u16(bytes.length), bytes);
const tag = (word) => join(ascii("fair-deal/1 " + word), Uint8Array.of(0));
const hash = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));

async function mac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

// Unbiased numbers below k from the stream of a key, by rejection.
function drawer(key) {
  let block = new Uint8Array(0), used = 0, count = 0;
  const next = async () => {
    if (used === block.length) {
      block = await mac(key, u32(count++));
      used = 0;
    }
    return block[used++];
  };
  return async (k) => {
    let byte = await next();
    while (byte >= 256 - (256 % k)) byte = await next();
    return byte % k;
  };
}

export async function shuffle(key, deck) {
  const cards = [...deck], draw = drawer(key);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = await draw(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// The packets of a ruleset ("3 K1 4 K2 3") from dealer's left.
export function deal(cards, packets, hands, dealer) {
  const dealt = { hands: Array.from({ length: hands }, () => []), kitty: [] };
  let at = 0;
  for (const packet of packets.split(" ")) {
    const size = Number(packet.replace("K", ""));
    const takers = packet[0] === "K" ? [dealt.kitty] : dealt.hands.map((_, i) => dealt.hands[(dealer + 1 + i) % hands]);
    for (const taker of takers) {
      taker.push(...cards.slice(at, at + size));
      at += size;
    }
  }
  return dealt;
}

// The cards of a passed-out hand as the next dealer collects them: from dealer's left, then the kitty.
export function samePack(hand) {
  const hands = hand.deal.hands;
  return [...hands.flatMap((_, i) => hands[(hand.dealer + 1 + i) % hands.length]), ...hand.deal.kitty];
}

const same = (a, b) => [...a].sort().join() === [...b].sort().join();

// Yields a sentence for each check that passes; throws one for the first that fails.
export async function* prove(record, watch) {
  const fair = record.fair, seed = fromHex(fair.seed);
  const must = (holds, what) => {
    if (!holds) throw new Error(what);
  };
  const commitment = await hash(tag("commit"), long(ascii(fair.set)), seed);
  must(toHex(commitment) === fair.commitment, "the commitment is not that of this seed");
  yield "The commitment is that of the seed.";
  const nonces = fair.nonces.map((nonce) => long(fromHex(nonce)));
  const mix = await hash(tag("mix"), commitment, long(ascii(watch.deck.join(","))), u16(nonces.length), ...nonces);
  must(toHex(mix) === fair.mix, "the mix does not follow from commitment, deck and nonces");
  yield `The mix follows from commitment, deck and the numbers of ${nonces.length} contributors.`;
  const keyOf = (d, a) => mac(seed, join(tag("deal"), mix, u32(d), u32(a)));
  const first = await drawer(await keyOf(0, 0))(watch.seats);
  must(first === record.dealer, `the first dealer is not seat ${first}`);
  yield `The first dealer is seat ${first}.`;
  let before = null;
  for (const [i, hand] of record.hands.entries()) {
    // After a passed-out hand (a misdealt one has no steps) the same pack is dealt again, if the rules say so.
    const follows = watch.same_pack && before && hand.a === 0 && !before.contract && before.steps.length > 0;
    const key = follows ? null : await keyOf(hand.d, hand.a);
    const announced = key && toHex(await hash(tag("key"), key));
    if (fair.keys) must(announced === fair.keys[i], `hand ${i + 1}: another key was announced`);
    must((first + hand.d - 1) % watch.seats === hand.dealer, `hand ${i + 1}: another seat deals`);
    const cards = follows ? samePack(before) : await shuffle(key, watch.deck);
    if (hand.deal.deck) must(cards.join() === hand.deal.deck.join(), `hand ${i + 1}: the shuffle gives another deck`);
    if (watch.packets) {
      const dealt = deal(cards, watch.packets, watch.hand_count, hand.dealer);
      const fits = hand.deal.hands.every((held, h) => same(held, dealt.hands[h]));
      must(fits && (hand.deal.exposed?.length || same(hand.deal.kitty, dealt.kitty)), `hand ${i + 1}: other cards were dealt`);
    }
    yield follows ? `Hand ${i + 1}: dealer and cards are right: the pack of hand ${i}, not shuffled.`
      : `Hand ${i + 1}: dealer, shuffle and cards are right.`;
    before = hand;
  }
}

// Writes each proved fact as a line into the list of `root`; the button is disabled meanwhile.
export async function showProof(root, watch, readRecord) {
  const button = root.querySelector("button"), lines = root.querySelector("ol");
  const say = (text, mark) => {
    const line = document.createElement("li");
    line.className = mark;
    line.textContent = text;
    lines.append(line);
  };
  button.disabled = true;
  lines.replaceChildren();
  try {
    if (!globalThis.crypto?.subtle) throw new Error("this browser computes digests only on a page that came by HTTPS");
    const record = await readRecord();
    for await (const line of prove(record, watch)) say(line, "good");
    say("All checks passed: nobody chose these cards.", "good");
  } catch (error) {
    say(`Not proved: ${error.message}.`, "bad");
  }
  button.disabled = false;
}
