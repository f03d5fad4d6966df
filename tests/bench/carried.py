#!/usr/bin/env python3
"""carried.py HERE THERE [PINGS]: one bot at the node HERE, three at THERE; the one is carried to where the three wait. Then one
line: the median time from its ping to its pong, through both nodes, and that of a bot which is there, in turns, microseconds."""
import random
import socket
import statistics
import sys
import time


class Bot:
    def __init__(self, name, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines, self.rest, self.turn = [], b"", None
        self.say(f"hello v=1 name={name}")

    def say(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def hear(self):
        """The next message as (word, fields); it is kept if it is a turn."""
        while b"\n" not in self.rest:
            data = self.socket.recv(65536)
            assert data, "closed"
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        word, *pairs = line.decode().split()
        fields = dict(pair.split("=", 1) for pair in pairs)
        self.turn = fields if word == "turn" else self.turn
        return word

    def ping(self):
        began = time.perf_counter()
        self.say("ping x=1")
        while self.hear() != "pong":
            pass
        return (time.perf_counter() - began) * 1e6


here, there = sys.argv[1:3]
pings = int(sys.argv[3]) if len(sys.argv) > 3 else 300
bots = [Bot("guest", here)] + [Bot(f"host{i}", there) for i in range(3)]
for bot in bots:
    while bot.hear() != "game":
        pass
took = [[], []]
for _ in range(pings):
    for who in (0, 1):
        took[who].append(bots[who].ping())
        time.sleep(0.002)
print(f"carried={statistics.median(took[0]):.1f} direct={statistics.median(took[1]):.1f}")
