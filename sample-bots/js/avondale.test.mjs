// Tests of avondale.mjs: node --test sample-bots/js/avondale.test.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readline from 'node:readline';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { Client, Contract, ProtocolError, dealRules, decodeLine, decodeText, encodeLine, isFair, power, rank, suit,
  tokenPath, unfair } from './avondale.mjs';
import { Plan } from './lobby.mjs';

const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), 'utf8')).vectors;
const msgpack = await import('@msgpack/msgpack').catch(() => undefined);

const WELCOME = 'welcome v=1 name=ann session=abc server=avondale%200.1\n';
const GAME = 'game g=1 id=g-1 seat=0 players=ann,bob,cy,di preset=wikipedia options=target=1000 sides=0,1,0,1 ' +
  'scores=0,0 policy=strikes=3 auction=5000 play=4000 set=s-1 commit=00\n';
const DEAL = 'deal g=1 d=1 attempt=0 dealer=3 cards=8S,JS,AS,5C,9C,KD,6H,10H,QH,RJ\n';
const AUCTION = 'turn g=1 n=1 phase=auction legal=pass,6S,6H ms=5000\n';
const CONTRACT = 'event g=1 k=action seat=0 phase=auction a=6H\nevent g=1 k=action seat=1 phase=auction a=pass\n' +
  'event g=1 k=contract call=6H by=0 partner=2\nevent g=1 k=kitty seat=0 cards=4H,7H,AD\n';
const DISCARD = 'turn g=1 n=2 phase=discard choose=3 from=8S,JS,AS,5C,9C,KD,AD,4H,6H,7H,10H,QH,RJ ms=5000\n';
const PLAYED = ['discard:5C:8S:9C', 'RJ', '8H', 'JD', 'AH', 'trick', 'AD', '9D', '5H'].map((action, i) => {
  if (action === 'trick') return 'event g=1 k=trick seat=0\n';
  const seat = i === 0 ? 0 : i < 5 ? i - 1 : i - 6;
  return `event g=1 k=action seat=${seat} phase=${i === 0 ? 'discard' : 'play'} a=${action}\n`;
}).join('');
const PLAY = 'turn g=1 n=4 phase=play legal=4H,6H,claim ms=10 bank=5\n';
const HAND = 'hand g=1 outcome=played call=6H by=0 partner=2 tricks=7,3 delta=100,30 scores=100,30\n';
const OVER = 'over g=1 reason=target winners=0 scores=520,110 rating=1512400\n';
const BYE = 'bye why=done\n';

/**
 * Serves one script after another: strings are sent, null waits for a line from the bot. Ends each connection when
 * its script ends. What the bot said, line by line, grows in `said`.
 */
async function serve(scripts, server = net.createServer(), path = undefined) {
  const said = [];
  server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket) => {
    const script = [...scripts[said.length]];
    const lines = [];
    said.push(lines);
    const advance = () => {
      while (typeof script[0] === 'string') socket.write(script.shift());
      if (!script.length) {
        socket.end();
        if (said.length === scripts.length) server.close(); // nobody is there any more
      }
      script.shift();
    };
    socket.on('error', () => {});
    readline.createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      advance();
    });
    if (script[0] === null) script.shift();
  });
  await new Promise((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)));
  return { said, server, port: server.address().port };
}

/** Lets a client play against such scripts. */
async function arena(client, scripts, { where = {}, server } = {}) {
  const served = await serve(scripts, server);
  try {
    await client.runTcp({ host: '127.0.0.1', port: served.port, pause: 1, ...where });
  } finally {
    served.server.close();
  }
  return served.said;
}

/** A client that bids the most, lays away three cards and keeps its turns and finished games. */
function recorder(options = {}) {
  const turns = [];
  const overs = [];
  const client = new Client((turn) => {
    turns.push({ turn, hand: [...turn.game.hand], led: turn.game.led, winning: turn.game.winning });
    return turn.choose ? turn.give(['5C', '9C', '8S']) : turn.plain.at(-1);
  }, { name: 'ann', onOver: (game) => overs.push(game), ...options });
  return { client, turns, overs };
}

test('suit and rank', () => {
  assert.deepEqual(['10S', '13H', 'RJ', 'BJ', 'RJ=S'].map(suit), ['S', 'H', '', '', '']);
  const ranks = ['2S', '10S', '11S', '13H', 'JS', 'QS', 'KS', 'AS', 'RJ'].map(rank);
  assert.deepEqual(ranks, [...new Set(ranks)].sort((a, b) => a - b));
});

test('power puts the bowers over the ace', () => {
  const order = ['4D', 'AD', '4H', '10H', 'QH', 'AH', 'JD', 'JH', 'RJ', 'BJ'];
  assert.deepEqual([...order].reverse().sort((a, b) => power(a, 'H') - power(b, 'H')), order);
  assert.equal(power('AS', 'H', 'D'), 0);
  assert.ok(power('4H', 'H', 'D') > power('AD', 'H', 'D') && power('4D', 'H', 'D') > 0);
  assert.ok(power('JS', 'NT') < power('QS', 'NT') && power('JS', 'JNT') > power('AS', 'JNT'));
});

test('contracts', () => {
  const parts = (call) => [new Contract(call).level, new Contract(call).denomination, new Contract(call).toLose];
  assert.deepEqual(['10NT', '6NO', '7JNT', '8H', 'open-misere', 'shields', 'hi-lo', ''].map(parts), [
    [10, 'NT', false], [6, 'NT', false], [7, 'JNT', false], [8, 'H', false], [0, 'NT', true], [0, 'NT', true],
    [0, 'NT', false], [0, 'NT', false]]);
});

test('text: values and escapes', () => {
  assert.deepEqual(decodeLine('event g=7 k=x cards= count=3 ok=1 a=policy=strikes=3 new=a%20b%25'),
    { t: 'event', g: 7, k: 'x', cards: [], count: 3, ok: true, a: 'policy=strikes=3', new: 'a b%' });
  assert.deepEqual(decodeLine('fair g=1 nonces=%,0a,% mix=00').nonces, ['', '0a', '']);
  assert.deepEqual(decodeLine('hand g=1 tricks=7,3 delta=-100,30').delta, [-100, 30]);
  const line = encodeLine({ t: 'hello', v: 1, eager: true, software: 'a b,c%d\nü' });
  assert.equal(line, 'hello v=1 eager=1 software=a%20b%2Cc%25d%0Aü\n');
  assert.equal(decodeLine(line.trim()).software, 'a b,c%d\nü');
  for (const bad of ['turn g', 'turn g=x', 'turn legal=%zz']) assert.throws(() => decodeLine(bad));
});

test('text: cut anywhere', async () => {
  const bytes = Buffer.from(WELCOME + GAME.replace('di', 'ü'));
  const names = [];
  async function* crumbs() {
    for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1);
  }
  for await (const message of decodeText(crumbs())) names.push(message.t, message.players?.[3]);
  assert.deepEqual(names, ['welcome', undefined, 'game', 'ü']);
});

test('a version', async () => {
  const { client } = recorder({ nonce: false, version: 'v2' });
  const [said] = await arena(client, [[null, WELCOME + BYE]]);
  assert.match(said[0], /^hello v=1 name=ann redirect=1 version=v2 software=/);
});

test('following a hand', async () => {
  const { client, turns, overs } = recorder({ nonce: false });
  const [said] = await arena(client, [[null, WELCOME + GAME + DEAL + AUCTION, null, CONTRACT + DISCARD, null,
    PLAYED + PLAY, null, HAND + OVER + BYE]]);
  assert.match(said[0], /^hello v=1 name=ann redirect=1 software=/);
  assert.deepEqual(said.slice(1), ['act g=1 n=1 a=6H', 'act g=1 n=2 a=discard:5C:9C:8S', 'act g=1 n=4 a=6H']);
  const { turn, hand, led, winning } = turns[2];
  const { game } = turn;
  assert.deepEqual(hand.sort(), ['10H', '4H', '6H', '7H', 'AS', 'JS', 'KD', 'QH']);
  assert.deepEqual([turn.ms, turn.bank, turn.plain], [10, 5, ['4H', '6H']]);
  assert.deepEqual([game.options, game.limits], [{ target: '1000' }, { auction: 5000, play: 4000 }]);
  assert.deepEqual([game.contract, game.high, game.highBy], [new Contract('6H', 0, 2), '6H', 0]);
  assert.deepEqual(game.history.map(({ action }) => action).slice(0, 3), ['6H', 'pass', 'discard:5C:8S:9C']);
  assert.deepEqual([game.tricks.length, game.tricks[0].winner, game.tricksOf(0)], [1, 0, 1]);
  assert.deepEqual([led, winning], ['D', { hand: 2, card: '5H' }]);
  assert.ok(game.ours(2) && !game.ours(3));
  assert.deepEqual(overs, [game]);
  assert.deepEqual([game.scores, game.winners, game.rating], [[520, 110], [0], 1512400]);
  assert.deepEqual([game.results[0].delta, game.results[0].contract.call], [[100, 30], '6H']);
});

test('a led joker names its suit', async () => {
  const { client, turns } = recorder();
  await arena(client, [[null, `${WELCOME + GAME + DEAL}event g=1 k=contract call=7NT by=3 partner=1\n` +
    'event g=1 k=action seat=3 phase=play a=RJ=S\nturn g=1 n=1 phase=play legal=8S,AS\n', null, BYE]]);
  assert.deepEqual([turns[0].led, turns[0].winning], ['S', { hand: 3, card: 'RJ=S' }]);
});

test('table hands', async () => {
  const { client, turns } = recorder();
  const game = GAME.replace('ann,bob,cy,di', 'ann,bob').replace('sides=0,1,0,1', 'sides=0,1');
  await arena(client, [[null, `${WELCOME + game + DEAL}event g=1 k=up seat=0 where=hand hand=2 cards=4H,5H\n` +
    'event g=1 k=up seat=1 where=hand hand=3 cards=AH\nevent g=1 k=action seat=0 hand=2 phase=play a=4H\n' +
    'turn g=1 n=1 phase=play hand=2 legal=5H\n', null, BYE]]);
  const { turn } = turns[0];
  assert.deepEqual([turn.hand, [...turn.game.open]], [2, [[2, ['5H']], [3, ['AH']]]]);
  assert.ok(turn.game.ours(2) && !turn.game.ours(3));
});

test('a claimed name has its token in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'avondale-'));
  try {
    const file = join(folder, 'new', 'ann');
    const token = '5a'.repeat(32);
    const welcome = WELCOME.replace('\n', ` token=${token}\n`);
    const said = await arena(recorder({ tokenFile: file, invite: 'c0de' }).client, [[null, welcome], [null, WELCOME + BYE]]);
    assert.ok(!said[1][0].includes('c0de')); // it has let the name in
    assert.ok(said[0][0].includes(' claim=1 invite=c0de') && !said[0][0].includes(' token='));
    assert.ok(said[1][0].includes(` token=${token} claim=1 session=abc`));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const [[later]] = await arena(recorder({ tokenFile: file }).client, [[null, WELCOME + BYE]]);
    assert.ok(later.includes(` token=${token} claim=1`)); // another process
    assert.throws(() => recorder({ token: '77', tokenFile: file }), RangeError);
    assert.ok(tokenPath('../x', 1, 'Ann').endsWith(join('avondale', 'tokens', '.._x_1', 'ann')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('coming back with the session', async () => {
  const { client, overs } = recorder({ token: '77' });
  const again = `${GAME.trim()} resumed=1\n`;
  const said = await arena(client, [[null, WELCOME + GAME + DEAL + AUCTION, null, HAND],
    [null, WELCOME + again + DEAL + AUCTION.replace('n=1', 'n=9'), null, OVER + BYE]]);
  assert.ok(said[0][0].includes(' token=77') && !said[0][0].includes('session='));
  assert.ok(said[1][0].includes(' token=77 session=abc'));
  assert.equal(said[1][1], 'act g=1 n=9 a=6H');
  assert.deepEqual([overs[0].resumed, overs[0].results.length], [true, 1]);
});

test('coming back between the last hand and the end', async () => {
  const { client, overs } = recorder();
  const again = `${GAME.trim()} resumed=1\n`;
  await arena(client, [[null, WELCOME + GAME + DEAL + HAND], [null, WELCOME + again + DEAL + HAND + OVER + BYE]]);
  assert.deepEqual(overs[0].results.map((result) => result.delta), [[100, 30]]);
});

test('a forgotten session', async () => {
  const said = await arena(recorder().client, [[null, WELCOME], [null, 'error code=session text=no%20such%20session\n'],
    [null, WELCOME + BYE]]);
  assert.deepEqual(said.map(([hello]) => hello.includes('session=')), [false, true, false]);
});

const redirect = (address) => `redirect address=${address} ticket=f01c ms=10000\n`;

test('a unix socket', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'avondale-'));
  const path = join(directory, 'bots');
  const served = await serve([[null, WELCOME], [null, WELCOME + BYE]], undefined, path);
  await recorder().client.runTcp({ host: `unix:${path}`, port: 0, pause: 1 });
  assert.ok(served.said[1][0].includes(' session=abc'));
  rmSync(directory, { recursive: true });
});

test('another node', async () => {
  const there = await serve([[null, WELCOME + GAME + DEAL + AUCTION], [null, WELCOME + BYE]]);
  const [[first]] = await arena(recorder({ token: '77' }).client,
    [[null, WELCOME + redirect(`127.0.0.1:${there.port}`), null]]);
  assert.ok(first.includes(' redirect=1 token=77 '));
  assert.ok(there.said[0][0].includes(' redirect=1 ticket=f01c '));
  assert.ok(!/ (token|session)=/.test(there.said[0][0]));
  assert.ok(there.said[1][0].includes(' redirect=1 token=77 session=abc ')); // a lost connection is one to that node
});

test('another node with nobody there', async () => {
  const refuses = await serve([[null, 'error code=token text=no%20such%20ticket\n']]);
  for (const address of [`127.0.0.1:${refuses.port}`, '127.0.0.1:1', 'nowhere', 'unix:/nonexistent/bots']) {
    const said = await arena(recorder({ token: '77' }).client,
      [[null, WELCOME + redirect(address)], [null, WELCOME + BYE]], { where: { reconnect: 0 } });
    assert.ok(!said[1][0].includes('redirect=')); // it was no use
    assert.ok(said[1][0].includes(' token=77 '));
  }
  assert.ok(refuses.said[0][0].includes(' ticket=f01c '));
});

test('another node that dies', async () => {
  const there = await serve([[null, WELCOME]]);
  const said = await arena(recorder().client,
    [[null, WELCOME + redirect(`127.0.0.1:${there.port}`)], [null, WELCOME + BYE]], { where: { reconnect: 2 } });
  assert.ok(!said[1][0].includes('session='));
  assert.ok(said[1][0].includes(' redirect=1 '));
});

test('refused', async () => {
  await assert.rejects(arena(recorder().client, [[null, 'error code=token text=this%20name%20needs%20its%20token\n']]),
    (error) => error instanceof ProtocolError && error.code === 'token' && /needs its token/.test(error.message));
});

test('nobody there', async () => {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  await assert.rejects(recorder().client.runTcp({ host: '127.0.0.1', port, reconnect: 2, pause: 1 }), /ECONNREFUSED/);
});

test('a fault of the bot itself is not swallowed', async () => {
  const client = new Client(() => { throw new TypeError('of mine'); }, { name: 'ann' });
  await assert.rejects(arena(client, [[null, WELCOME + GAME + DEAL + AUCTION, null]]), /of mine/);
});

test('nonces', async () => {
  const [said] = await arena(recorder().client, [[null, `${WELCOME + GAME.trim()} nonce=500\n`, null, BYE]]);
  assert.match(said[1], /^nonce g=1 x=[0-9a-f]{32}$/);
  assert.ok(said[0].includes('nonce=1'));
});

test('tls', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'avondale-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj',
      '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    t.skip('openssl is not installed');
    return;
  }
  const server = () => tls.createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  const where = { host: 'localhost', tls: true };
  const [said] = await arena(recorder().client, [[null, WELCOME + BYE]],
    { where: { ...where, ca: cert }, server: server() });
  assert.match(said[0], /^hello/);
  const fingerprint = new X509Certificate(readFileSync(cert)).fingerprint256;
  await arena(recorder().client, [[null, WELCOME + BYE]], { where: { tls: true, fingerprint }, server: server() });
  await assert.rejects(arena(recorder().client, [[]], { where: { ...where, fingerprint: '00' }, server: server() }),
    /another fingerprint/);
  await assert.rejects(arena(recorder().client, [[]], { where, server: server() }), /self-signed/);
});

test('msgpack', { skip: msgpack ? false : '@msgpack/msgpack is not installed' }, async () => {
  const { client } = recorder({ encoding: 'msgpack', nonce: false });
  const input = new PassThrough();
  const output = new PassThrough();
  for (const line of (WELCOME + GAME + DEAL + AUCTION + BYE).trim().split('\n')) {
    input.write(msgpack.encode(decodeLine(line)));
  }
  assert.equal(await client.play(input, output), true);
  output.end();
  const said = [];
  for await (const message of msgpack.decodeMultiStream(output)) said.push(message);
  assert.deepEqual([said[0].t, said[0].v, said[0].name], ['hello', 1, 'ann']);
  assert.deepEqual(said[1], { t: 'act', g: 1, n: 1, a: '6H' });
});

/** What a client says to a script, without its hello. */
async function told(script, options, decide = () => 'pass') {
  const client = new Client(decide, { name: 'ann', nonce: false, ...options });
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write(script);
  assert.equal(await client.play(input, output), true);
  output.end();
  const lines = [];
  for await (const line of readline.createInterface({ input: output })) lines.push(line);
  return lines.slice(1);
}

test('lobby: each method is a message', async () => {
  const everything = (client, message) => {
    if (message.t !== 'welcome') return;
    client.seek(['wikipedia', 'two-handed-dead'], { rated: false, games: 2 });
    client.unseek();
    client.challenge(['bob', 'cy'], 'three-handed', { hints: false });
    client.accept('ABC');
    client.decline('ABC');
    client.open('wikipedia', { listed: true, delay: 1000, seats: ['bob', '', '*basic'], options: ['calls=misere hi-lo'] });
    client.join('XYZ', 2);
    client.tables();
    client.chat('good luck, all', { g: 1 });
    client.quit('enough');
  };
  assert.deepEqual(await told(WELCOME + BYE, { lobby: true, onMessage: everything }), [
    'seek rulesets=wikipedia,two-handed-dead rated=0 games=2', 'unseek', 'challenge names=bob,cy ruleset=three-handed hints=0',
    'accept code=ABC', 'decline code=ABC', 'open ruleset=wikipedia listed=1 delay=1000 seats=bob,%,*basic options=calls=misere%20hi-lo',
    'join code=XYZ seat=2', 'tables', 'chat say=good%20luck%2C%20all g=1', 'quit why=enough']);
  assert.throws(() => new Client(() => 'pass', { name: 'ann' }).tables(), /no connection/);
});

test('lobby: what a command line arranges', async () => {
  const plan = async (script, wishes) => {
    const made = new Plan(wishes);
    const lines = await told(WELCOME + script + BYE, { lobby: true, onMessage: (client, message) => made.take(client, message) });
    return [made.failed, ...lines];
  };
  const table = 'table code=T ruleset=x players=ann,bob seat=0 ms=1\n';
  const invited = 'invited code=I host=bob ruleset=x players=bob,ann ms=9\n';
  const waiting = 'waiting rulesets=x,y seeking=0,0 playing=0,0 codes=A,B,C hosts=a,b,c played=x,y,y free=1,0,2 delays=0,0,0\n';
  const over = 'quit why=the%20arranged%20game%20is%20over';
  assert.deepEqual(await plan(table + GAME + OVER, { challenge: 'bob', ruleset: 'x' }), ['', 'challenge names=bob ruleset=x', over]);
  assert.deepEqual(await plan(table + GAME + OVER, { open: {}, accept: 'any', stays: true }), ['', 'open']);
  assert.deepEqual(await plan(`${table}off code=T why=declined\n`, { join: 'T' }), ['declined', 'join code=T', 'quit why=declined']);
  assert.deepEqual(await plan(invited, { accept: 'cy,bob' }), ['', 'accept code=I']);
  assert.deepEqual(await plan(invited, { accept: 'cy' }), ['', 'decline code=I']);
  assert.deepEqual(await plan(waiting, { join: 'listed', ruleset: 'y' }), ['', 'tables', 'join code=C']);
  assert.equal((await plan(waiting, { join: 'listed', ruleset: 'z' }))[0], 'no listed table has a free seat');
  assert.deepEqual(await plan(GAME.replace('policy=', 'chat=preset policy='), { say: 'luck' }), ['', 'chat say=luck g=1']);
  assert.deepEqual(await plan(GAME, { say: 'luck' }), ['']);
});

test('lobby: a hint comes before the decision', async () => {
  const asks = { hint: () => true };
  const decide = (turn) => turn.advice?.action ?? turn.legal[0];
  const until = WELCOME + GAME + DEAL + AUCTION;
  const advice = 'advice g=1 n=1 bot=basic a=6H why=strong left=3\n';
  assert.deepEqual(await told(until + advice + BYE, asks, decide), ['hint g=1 n=1', 'act g=1 n=1 a=6H']);
  assert.deepEqual(await told(`${until}error code=spent text=none n=1\n${BYE}`, asks, decide), ['hint g=1 n=1', 'act g=1 n=1 a=pass']);
});

const FROM_A_BOT = new Set(
  'hello act nonce ping quit seek unseek challenge accept decline open join tables hint'.split(' '),
);

test('vectors: both encodings say the same', { skip: msgpack ? false : '@msgpack/msgpack is not installed' }, () => {
  const wire = vectors('wire').filter(({ kind }) => kind === 'wire');
  assert.ok(wire.length > 30);
  for (const { id, text, msgpack: hex } of wire) {
    const message = msgpack.decode(Buffer.from(hex, 'hex'));
    if (!FROM_A_BOT.has(message.t)) assert.deepEqual(decodeLine(text), message, id);
    else if (Object.values(message).every((value) => typeof value !== 'number' || Number.isSafeInteger(value))) {
      assert.equal(encodeLine(message), `${text}\n`, id);
    }
  }
});

test('vectors: fair deals', () => {
  for (const { id, input, expected } of vectors('fair-deal').filter((vector) => vector.expected.commitment)) {
    const rules = { ...dealRules('wikipedia', { deck: input.deck, deal: input.packets }), seats: input.seats,
      hands: input.hands };
    assert.deepEqual(rules.cards, input.cards);
    for (let seat = 0; seat < input.seats; seat += 1) {
      const deals = expected.deals.map((deal) => ({ deal: deal.deal, attempt: deal.attempt, dealer: deal.dealer,
        key: deal.key_commitment, own: deal.hands[seat], up: [], kitty: deal.kitty, kittyUp: [], exposed: [], drawn: [],
        held: new Map(), contractor: -1, exchange: [], swapped: new Map(), outcome: '' }));
      const proof = { set: input.set_id, commit: expected.commitment, seat, rules, mix: expected.mix,
        nonces: input.nonces, nonce: input.nonces[seat], deals, changed: '', resumed: true };
      assert.equal(unfair(proof, input.server_seed), '', id);
      assert.ok(isFair(proof, input.server_seed), id);
      assert.equal(unfair(proof, '11'.repeat(32)), 'the commitment', id);
      assert.ok(!isFair(proof, '11'.repeat(32)), id);
    }
  }
});

// What an arena can change, and how the client names it: made by the tests of the Python client, which has its own
// implementation of the shuffle to lie with.
test('fair and unfair games', async (t) => {
  const cases = readFileSync(new URL('fair-cases.jsonl', import.meta.url), 'utf8').trim().split('\n').map(JSON.parse);
  assert.ok(cases.length > 40 && new Set(cases.map((one) => one.unfair)).size > 15);
  t.mock.method(console, 'error', () => {});
  for (const { test: name, nonce, messages, unfair: wrong } of cases) {
    const { client, overs } = recorder();
    for (const message of messages) {
      await client.onMessage(message);
      if (message.t === 'game') client.games.get(1).proof.nonce = nonce;
    }
    assert.deepEqual([overs[0].fair, overs[0].unfair], [wrong === '', wrong], name);
  }
});

test('a nonce that came too late, and a preset of a later version', async (t) => {
  const game = decodeLine(`${GAME.trim()} nonce=500`);
  t.mock.method(console, 'error', () => {});
  const { client } = recorder();
  client.welcomed = true;
  await client.onMessage(game);
  assert.equal(client.games.get(1).proof.nonce.length, 32);
  await client.onMessage({ t: 'error', code: 'nonce', text: 'late', g: 1 });
  assert.equal(client.games.get(1).proof.nonce, undefined);
  const { client: other, overs } = recorder();
  await other.onMessage({ ...game, preset: 'of-tomorrow' });
  await other.onMessage({ ...decodeLine(OVER.trim()), seed: '00'.repeat(32) });
  assert.deepEqual([overs[0].fair, overs[0].unfair], [undefined, '']);
});

const AVONDALE = fileURLToPath(new URL('../../build/avondale', import.meta.url));

test('presets are those of the program', { skip: existsSync(AVONDALE) ? false : 'build/avondale is not there' }, () => {
  const rules = (...args) => execFileSync(AVONDALE, ['rules', ...args], { encoding: 'utf8' });
  const names = rules().trim().split('\n').map((line) => line.split(/\s/)[0]);
  assert.ok(names.length > 30);
  for (const name of names) {
    assert.deepEqual(dealRules(name, {}), dealRules('wikipedia', JSON.parse(rules('--json', name))), name);
  }
});
