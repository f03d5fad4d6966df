#!/usr/bin/env python3
"""A bot that plays at random, any ruleset; text protocol, standard library only."""
import argparse
import hashlib
import random
import socket
import ssl
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--connect", metavar="HOST:PORT", help="or unix:PATH, else standard input and output")
parser.add_argument("--name", default="random-python")
parser.add_argument("--token")
parser.add_argument("--seed", type=int)
parser.add_argument("--tls", action="store_true", help="speaks TLS")
parser.add_argument("--tls-ca", metavar="FILE", help="the root that the arena's certificate leads to")
parser.add_argument("--tls-fingerprint", metavar="HEX", help="or the SHA-256 of that certificate")
args = parser.parse_args()
dice = random.Random(args.seed)



def over_tls(link, host):
    context = ssl.create_default_context(cafile=args.tls_ca)
    if args.tls_fingerprint:  # that certificate and no other, whoever signed it
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    link = context.wrap_socket(link, server_hostname=host)
    digest = hashlib.sha256(link.getpeercert(binary_form=True)).hexdigest()
    if args.tls_fingerprint and args.tls_fingerprint.replace(":", "").lower() != digest:
        sys.exit(f"{args.name}: the arena's certificate has another fingerprint")
    return link


if args.connect:
    if args.connect.startswith("unix:"):
        host, link = "localhost", socket.socket(socket.AF_UNIX)
        link.connect(args.connect[len("unix:"):])
    else:
        host, port = args.connect.rsplit(":", 1)
        host = host.strip("[]")  # around an IPv6 address
        link = socket.create_connection((host, int(port)))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if args.tls or args.tls_ca or args.tls_fingerprint:
        try:
            link = over_tls(link, host)
        except OSError as error:
            sys.exit(f"{args.name}: no TLS with {args.connect}: {error}")
    stream = link.makefile("rw", encoding="utf-8", newline="\n")
    source, sink = stream, stream
else:
    source, sink = sys.stdin, sys.stdout


def say(line):
    sink.write(line + "\n")
    sink.flush()


def decide(turn):
    if "choose" in turn:  # give, discard: so many of these cards
        cards = dice.sample(turn["from"].split(","), int(turn["choose"]))
        return ":".join([turn["phase"], *cards])
    return dice.choice([word for word in turn["legal"].split(",") if word != "claim"])


try:
    say(f"hello v=1 name={args.name}" + (f" token={args.token}" if args.token else ""))
    for line in source:
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "turn":
            say(f"act g={message['g']} n={message['n']} a={decide(message)}")
        elif kind == "bye":
            break
except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
    pass
