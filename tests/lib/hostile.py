#!/usr/bin/env python3
"""Attacks a daemon over TCP. hostile.py PORTFILE PID ATTACK; prints one line; exit 1 if the attack succeeds.

In attacks that cost a game the attacker plays with three honest bots; in the others nobody plays.
"""
import random
import socket
import sys
import time

from patience import deadline, patience

RSS_MAX_KB = 64 * 1024
HOST, PORT = open(sys.argv[1], encoding="ascii").readline().strip().rsplit(":", 1)
PID = int(sys.argv[2])


def memory_kb():
    with open("/proc/%d/status" % PID, encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("VmRSS")).split()[1])


def connect():
    link = socket.create_connection((HOST, int(PORT)))
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return link


def hello(name):
    link = connect()
    link.sendall(b"hello v=1 name=%s\n" % name.encode())
    link.settimeout(patience(5))
    assert link.recv(8192).startswith(b"welcome"), "no welcome"
    return link


def read_until(link, seconds, *words):
    """Reads until one of the words has arrived, the stream ends, or the time is over."""
    text, end = b"", deadline(seconds)
    while time.monotonic() < end and not any(word in text for word in words):
        link.settimeout(0.05)
        try:
            data = link.recv(65536)
        except TimeoutError:
            continue
        except OSError:
            break
        if not data:
            break
        text += data
    return text


def silent():
    """Answers nothing, and loses by time."""
    text = read_until(hello("silent"), 10, b"reason=forfeit")
    assert b"code=time" in text and b"reason=forfeit" in text, text[-200:]
    return "lost by time"


def chatter():
    """A valid line every 50 ms is no answer."""
    link = hello("chatter")
    asked, text, number = 0.0, b"", 0
    while b"reason=forfeit" not in text:
        link.sendall([b"ping x=1\n", b"act n=999999 a=pass\n", b"nonce x=00\n"][number % 3])
        number += 1
        text += read_until(link, 0.05, b"\0")
        if not asked and b"\nturn " in text:
            asked = time.monotonic()
        assert not asked or time.monotonic() - asked < patience(5), "still at the table"
    assert b"code=time" in text, text[-200:]
    return "lost by time after %d lines" % number


def flood(read):
    """As many lines as it can send."""
    link = hello("flood")
    lines, most = b"ping x=1234567890123\n" * 2000, 0
    end = deadline(20)
    try:
        while time.monotonic() < end:
            link.settimeout(patience(1))
            link.sendall(lines)
            if read:
                link.recv(1 << 20)
            most = max(most, memory_kb())
    except (ConnectionError, TimeoutError):
        # A full pipe to an arena that does not read is as good as a closed one; here it reads, and closes.
        pass
    assert time.monotonic() < end, "no verdict in 20 s"
    assert most < RSS_MAX_KB, "%d KiB of memory" % most
    return "closed, %d KiB of memory at most" % most


def drip():
    """64 connections that send hello one byte a second, and storms of new ones, until all of the former are closed."""
    links = [connect() for _ in range(64)]
    gone, storms, end = 0, 0, deadline(20)
    while links and time.monotonic() < end:
        for link in list(links):
            try:  # what is closed may take one byte more before it says so
                link.sendall(b"h")
            except OSError:
                links.remove(link)
                gone += 1
        second = time.monotonic() + 1
        while time.monotonic() < second:
            for _ in range(20):
                link = connect()
                link.sendall(b"hello v=1 name=storm%d\n" % random.randrange(1000))
                link.close()
                storms += 1
            time.sleep(0.05)
    assert memory_kb() < RSS_MAX_KB
    assert gone == 64, "%d of 64 are still there" % (64 - gone)
    return "64 dripped, %d were closed, %d came and went" % (gone, storms)


def malformed():
    """Messages that are too long, nested, doubled or no messages at all: each gets its code."""
    cases = (
        (b"ping " + b"x" * 9000 + b"\n", b"too-long"),
        (b"ping x=1 x=2\n", b"code=field"),
        (b"ping x=99999999999999999999\n", b"code=field"),
        (b"act n=1 a=%zz\n", b"code="),
        (b"act\n", b"code=field"),
        (b"=\n", b"code="),
        (b"\0\0\0\n", b"code="),
        (b"dance step=1\n", b"code=unknown"),
        (b"hello v=1 name=again\n", b"code=hello"),
        (b"act g=1 n=1 a=pass\n", b"code=game"),
    )
    for number, (bytes_, code) in enumerate(cases):
        link = hello("form%d" % number)
        link.sendall(bytes_)
        text = read_until(link, 3, b"\n", b"code")
        assert code in text, (bytes_[:40], text)
        link.close()
    nested = b"\x81\xa1t" + b"\x91" * 4000
    for bytes_ in (nested, b"\xdf\xff\xff\xff\xff" + b"\xa1a\x01" * 100, b"\x82\xa1t\xa4ping\xa1t\xa4ping",
                   b"\x81\xa1t\xdb\xff\xff\xff\xff", b"\x81" * 5000):
        link = connect()
        link.sendall(bytes_)
        text = read_until(link, 7, b"code", b"error")
        assert b"error" in text or text == b"", (bytes_[:20], text)
        link.close()
    for name in ("a%0Ab", "a%0D%0A2026-01-01T00:00:00Z error forged", "%1b[31m", "a" * 33, ".hidden", ""):
        link = connect()
        link.sendall(b"hello v=1 name=%s token=%%0Aforged software=%%0Aforged\n" % name.replace(" ", "%20").encode())
        assert b"code=name" in read_until(link, 3, b"code"), name
        link.close()
    return "%d kinds, each with its code" % (len(cases) + 11)


ATTACKS = {"silent": silent, "chatter": chatter, "flood": lambda: flood(True), "deaf": lambda: flood(False),
           "drip": drip, "malformed": malformed}
print(sys.argv[3] + ":", ATTACKS[sys.argv[3]]())
