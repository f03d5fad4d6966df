#!/usr/bin/env python3
"""The last messages before the arena ends a connection, over plain TCP and TLS: after a flood `error code=flood` and
`bye`, also where the bot writes on without reading; after a session continues on another connection `bye`; after a line
without an end `error code=syntax` and `bye`; after a bad hello its error, also with much data behind it. After a flood
the bot returns with its session and plays its game to the end without a fault (the policy is strict, so any fault would
end it)."""
import select
import socket
import ssl
import sys

sys.path.insert(0, "tests/lib")
from patience import patience

FLOOD = b"ping x=1\n" * 200000


class Line:
    def __init__(self, address, secure):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=patience(20))
        if secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)
        self.rest = b""

    def send(self, text):
        self.socket.sendall(text.encode())

    def receive(self):
        """The next message as (name, fields), or None at the end of the stream."""
        while b"\n" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        name, *pairs = line.decode().split(" ")
        return name, dict(pair.split("=", 1) for pair in pairs)

    def until_end(self):
        """Every message except pongs."""
        said = []
        while (message := self.receive()) is not None:
            if message[0] != "pong":
                said.append(message[0] + ":" + message[1].get("code", ""))
        return said


def read_and_write(line, data):
    """Writes `data` and reads meanwhile, in one thread, because two must not share a TLS session. Returns when all is
    written or the stream has ended."""
    later = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
    line.socket.setblocking(False)
    sent = 0
    while sent < len(data):
        try:
            sent += line.socket.send(data[sent:sent + 16384])
        except later:
            pass
        except OSError:
            break
        try:
            come = line.socket.recv(65536)
            if not come:
                break
            line.rest += come
        except later:
            select.select([line.socket], [line.socket], [], 1)
        except OSError:
            break
    line.socket.setblocking(True)
    line.socket.settimeout(patience(20))


def hello(address, secure, name, session=None):
    line = Line(address, secure)
    line.send(f"hello v=1 name={name}{' session=' + session if session else ''}\n")
    kind, fields = line.receive()
    assert kind == "welcome", (kind, fields)
    return line, fields["session"]


def expect(said, wanted):
    if said[-len(wanted):] != wanted:
        sys.exit(f"expected {wanted} at the end of {said[-8:]}")


def answer(fields):
    if "choose" in fields:
        cards = fields["from"].split(",")[:int(fields["choose"])]
        return ":".join([fields["phase"], *cards])
    return fields["legal"].split(",")[0]


def play_on(line):
    """Plays until `over`, and returns its fields."""
    while True:
        message = line.receive()
        if message is None:
            sys.exit("the arena hung up")
        kind, fields = message
        if kind == "turn":
            line.send(f"act g={fields['g']} n={fields['n']} a={answer(fields)}\n")
        elif kind == "error":
            sys.exit(f"blamed: {fields}")
        elif kind == "over":
            return fields


def flood_in_a_game(address, secure, reads):
    line, session = hello(address, secure, "flooder")
    while True:
        kind, fields = line.receive()
        if kind == "turn":
            break

    def write():
        try:
            line.socket.sendall(FLOOD)
        except OSError:
            pass

    if reads:
        read_and_write(line, FLOOD)
    else:
        write()
    expect(line.until_end(), ["error:flood", "bye:"])
    line.socket.close()
    line, _ = hello(address, secure, "flooder", session)
    over = play_on(line)
    if over["reason"] == "forfeit":
        sys.exit(f"the game was lost: {over}")
    line.send("quit\n")
    expect(line.until_end(), ["bye:"])


def taken_over(address, secure):
    first, session = hello(address, secure, "flooder")
    while first.receive()[0] != "turn":
        pass
    second, again = hello(address, secure, "flooder", session)
    assert again == session
    expect(first.until_end(), ["bye:"])
    assert play_on(second)["reason"] != "forfeit"
    second.send("quit\n")
    expect(second.until_end(), ["bye:"])


def refused(address, secure):
    for words, code in (("hello v=9 name=x", "version"), ("ping", "hello"), ("hello v=1", "field"), ("what is this", "syntax")):
        line = Line(address, secure)
        try:
            line.socket.sendall(words.encode() + b"\n" + FLOOD[:900000])
        except OSError:
            pass
        expect(line.until_end(), ["error:" + code])


def endless(address, secure):
    """A line without an end."""
    line, _ = hello(address, secure, "endless")
    try:
        for _ in range(8):
            line.socket.sendall(b"x" * 8000)
            select.select([line.socket], [], [], 0.01)  # it reads what arrived, and finally answers
    except OSError:
        pass
    said = line.until_end()
    expect(said, ["bye:"])  # before it comes what the fault brought about in the game, if there is one
    if said.count("error:syntax") != 1:
        sys.exit(f"expected one error:syntax in {said}")


def main():
    address, secure = sys.argv[1], sys.argv[2] == "tls"
    refused(address, secure)
    flood_in_a_game(address, secure, True)
    flood_in_a_game(address, secure, False)
    taken_over(address, secure)
    endless(address, secure)


main()
