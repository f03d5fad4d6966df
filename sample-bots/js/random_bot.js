#!/usr/bin/env node
// A bot that plays at random, any ruleset; text protocol, no packages.
// --connect HOST:PORT or unix:PATH (else standard input and output), --name NAME, --token HEX,
// --tls, --tls-ca FILE, --tls-fingerprint HEX
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const readline = require('node:readline');
const tls = require('node:tls');

const flags = {};
for (let i = 2; i < process.argv.length; i++) {
  flags[process.argv[i]] = process.argv[i] === '--tls' || process.argv[++i];
}
const name = flags['--name'] || 'random-js';
const pick = (list) => list[Math.floor(Math.random() * list.length)];

function decide(turn) {
  if (!('choose' in turn)) return pick(turn.legal.split(',').filter((word) => word !== 'claim'));
  const cards = turn.from.split(',');
  const chosen = [];
  while (chosen.length < Number(turn.choose)) {
    chosen.push(...cards.splice(Math.floor(Math.random() * cards.length), 1));
  }
  return [turn.phase, ...chosen].join(':');
}

let playing = false;

function play(input, output) {
  playing = true;
  output.write(`hello v=1 name=${name}${flags['--token'] ? ` token=${flags['--token']}` : ''}\n`);
  readline.createInterface({ input }).on('line', (line) => {
    const [kind, ...pairs] = line.split(' ');
    const message = Object.fromEntries(pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }));
    if (kind === 'turn') output.write(`act g=${message.g} n=${message.n} a=${decide(message)}\n`);
    if (kind === 'bye') process.exit(0);
  }).on('close', () => process.exit(0));
}

function fail(why) {
  console.error(`${name}: ${why}`);
  process.exit(3);
}

function connectOverTls(where) {
  const digits = (text) => text.replaceAll(':', '').toLowerCase();
  const known = flags['--tls-fingerprint'] && digits(flags['--tls-fingerprint']);
  const options = { ...where, rejectUnauthorized: !known }; // known: that certificate and no other
  if (flags['--tls-ca']) options.ca = fs.readFileSync(flags['--tls-ca']);
  const socket = tls.connect(options, () => {
    if (known && digits(socket.getPeerCertificate().fingerprint256) !== known) {
      fail('the arena\'s certificate has another fingerprint');
    }
    play(socket, socket);
  });
  return socket;
}

if (flags['--connect']) {
  const [, path, host, port] = /^unix:(.+)|^\[?(.*?)\]?:(\d+)$/.exec(flags['--connect']) ?? fail('--connect: HOST:PORT or unix:PATH is expected');
  const where = path ? { path, servername: 'localhost' } : { host, port: Number(port) };
  const secure = flags['--tls'] || flags['--tls-ca'] || flags['--tls-fingerprint'];
  const socket = secure ? connectOverTls(where) : net.connect(where);
  if (!secure) socket.on('connect', () => play(socket, socket));
  if (!path) socket.setNoDelay(true);
  socket.on('error', (error) => (playing ? process.exit(0) : fail(error.message)));
} else {
  play(process.stdin, process.stdout);
}
