#!/usr/bin/env python3
"""postgres_proxy.py FROM TO HOLD: forwards everything, except while a file HOLD exists: then connections stay open, and
new ones get no answer, as behind a firewall that drops packets. It does not know LISTEN, like some relatives of
PostgreSQL.
postgres_proxy.py FROM TO: a proxy between a daemon and its database (Unix sockets). Now and then it swallows the answer
to a request that it let through and cuts the connection, so the daemon cannot know the outcome. It prints a line each
time. SIGTERM ends it, after a line with the count."""
import os
import random
import select
import selectors
import signal
import socket
import sys

sys.path.insert(0, "tests/lib")
from patience import await_until, patience

CHUNK = 65536
hold = sys.argv[3] if len(sys.argv) > 3 else None
selector = selectors.DefaultSelector()
dice = random.Random(5)
cuts, unheard, left = 0, 0, 40  # no cut while the daemon starts: it may end then


def stop(*_):
    print(f"{unheard} LISTEN not known" if hold else f"{cuts} answers swallowed")
    sys.stdout.flush()
    os._exit(0)


def pair(server):
    client, _ = server.accept()
    database = socket.socket(socket.AF_UNIX)
    try:
        database.connect(sys.argv[2])
    except OSError:
        client.close()
        database.close()
        return
    for ends in ((client, database, True), (database, client, False)):
        selector.register(ends[0], selectors.EVENT_READ, ends)


def drop(*links):
    for link in links:
        selector.unregister(link)
        link.close()


def forward(source, sink, asks):
    global cuts, unheard, left
    try:
        data = source.recv(CHUNK)
        if hold and b"LISTEN avondale" in data:
            data = data.replace(b"LISTEN avondale", b"LASTEN avondale")
            unheard += 1
        if data:
            sink.sendall(data)
    except OSError:
        data = b""
    # B is Bind: only a ladder sends it, not the start of a connection.
    if data and asks and not hold and b"B\0" in data:
        left -= 1
        if left < 0:
            left = dice.randrange(20, 60)
            cuts += 1
            print("cut", flush=True)
            select.select([sink], [], [], patience(1))  # waits for the server's answer to the request
            data = b""
    if not data:
        drop(source, sink)


signal.signal(signal.SIGTERM, stop)
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(16)
selector.register(server, selectors.EVENT_READ, None)
while True:
    ready = selector.select(0.1 if hold else None)
    if hold and os.path.exists(hold):
        open(hold + ".held", "w", encoding="ascii").close()
        await_until("the hold is released", lambda: not os.path.exists(hold), 300)
        os.unlink(hold + ".held")
        continue
    for key, _ in ready:
        if key.data is None:
            pair(server)
        elif key.fileobj.fileno() >= 0:
            forward(*key.data)
