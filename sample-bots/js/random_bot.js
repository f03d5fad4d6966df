#!/usr/bin/env node
// A bot that plays at random, any ruleset; text protocol, no packages.
// --connect HOST:PORT (else standard input and output), --name NAME, --token HEX
'use strict';
const net = require('node:net');
const readline = require('node:readline');

const flags = {};
for (let i = 2; i + 1 < process.argv.length; i += 2) flags[process.argv[i]] = process.argv[i + 1];
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

function play(input, output) {
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

if (flags['--connect']) {
  const at = flags['--connect'].lastIndexOf(':');
  const socket = net.connect(Number(flags['--connect'].slice(at + 1)), flags['--connect'].slice(0, at));
  socket.setNoDelay(true);
  socket.on('connect', () => play(socket, socket)).on('error', () => process.exit(0));
} else {
  play(process.stdin, process.stdout);
}
