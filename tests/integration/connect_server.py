"""connect_server.py HOW PORTS SECONDS: a hostile arena, for a bridge.

Writes HOST:PORT into PORTS. After SECONDS seconds it prints its counts, "connections N tokens N tickets N", and ends.

circle   redirects each bot to itself, for ever
away     the same with bye address=
endless  a message without an end
junk     invalid bytes after welcome
closes   closes each connection after its hello
silent   never answers
games    announces a thousand games that it never plays, and messages about unknown games
words    refuses with a text of several lines and control characters
forger   answers with escape sequences of a terminal, and an id that is a path
"""
import os
import selectors
import socket
import sys
import time


how, ports, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
door = socket.create_server(("127.0.0.1", 0))
address = "127.0.0.1:%d" % door.getsockname()[1]
with open(ports + ".part", "w", encoding="ascii") as out:
    out.write(address + "\n")
os.rename(ports + ".part", ports)
welcome = "welcome v=1 name=mine session=%s server=x\n" % ("5" * 64)
game = "game g=%d id=g-%d seat=0 players=a,b preset=two-handed-dead sides=0,1 scores=0,0 policy=lenient set=s commit=00\n"
seen = {"connections": 0, "tokens": 0, "tickets": 0}


def answer(hello):
    seen["tokens"] += b" token=" in hello
    seen["tickets"] += b" ticket=" in hello
    if how == "circle":
        return welcome + "redirect address=%s ticket=%s ms=1000\n" % (address, "7" * 40)
    if how == "away":
        return welcome + "bye why=elsewhere address=%s\n" % address
    if how == "endless":
        return welcome + "game g=1 id=" + "x" * 300000
    if how == "junk":
        return welcome + "\x01\x02 nothing = nothing\nturn g=zwei\n" * 100
    if how == "games":
        games = "".join(game % (g, g) for g in range(1, 1001))
        return welcome + games + "".join("turn g=%d n=1 phase=play legal=5H ms=9\nover g=%d reason=no winners= scores=\n" %
                                         (g, g) for g in range(500, 2000))
    if how == "words":
        return "error code=name text=one%0Atwo%1b[31mred\n"
    if how == "forger":
        return (welcome + (game % (1, 1)).replace("id=g-1", "id=%1b]0;x%07../../x") +
                "over g=1 reason=%0Aforged winners=0 scores=0,0 rating=1\nbye why=%0Aforged%1b[2J\n")
    return None


end = time.monotonic() + seconds
selector = selectors.DefaultSelector()
selector.register(door, selectors.EVENT_READ)
heard = {}
while time.monotonic() < end:
    for key, _ in selector.select(0.1):
        if key.fileobj is door:
            link, _ = door.accept()
            link.settimeout(1)
            seen["connections"] += 1
            heard[link] = b""
            selector.register(link, selectors.EVENT_READ)
            continue
        link = key.fileobj
        try:
            got = link.recv(4096)
        except OSError:
            got = b""
        heard[link] += got
        words = answer(heard[link]) if got.endswith(b"\n") and heard[link].startswith(b"hello") and \
            heard[link].count(b"\n") == 1 else None
        try:
            if words:
                link.sendall(words.encode("latin-1"))
        except OSError:
            got = b""
        if not got or how in ("closes", "words"):
            selector.unregister(link)
            link.close()
            del heard[link]
print(" ".join("%s %d" % pair for pair in seen.items()))
