#!/usr/bin/env python3
"""WebSockets against a daemon's HTTP port, with the standard library alone.

    websocket_client.py play PORT ENCODING [tls] -- COMMAND...: a bot on standard input and output plays over a WebSocket.
    websocket_client.py attack PORT: bad input is refused as in PROTOCOL.md, and costs no other client anything.
"""
import base64
import hashlib
import os
import select
import socket
import ssl
import struct
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from patience import await_until

HANDSHAKES_MAX = 100  # --handshakes-per-address-max
LIMIT = float(os.environ.get("PATIENCE_SEC", "60"))
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = base64.b64encode(b"sixteen bytes...").decode()
ACCEPT = base64.b64encode(hashlib.sha1((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


def upgrade(**changes):
    headers = {"Host": "arena.example", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
               "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return ("GET /play/socket HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode()


class Socket:
    def __init__(self, port, tls=False, request=None, small=False):
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.settimeout(LIMIT)
        self.socket.connect(("127.0.0.1", port))
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)
        self.bytes, self.ended = b"", False
        self.socket.sendall(request or upgrade())
        while b"\r\n\r\n" not in self.bytes:
            more = self.socket.recv(4096)
            if not more:
                break
            self.bytes += more
        head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        self.head = head.decode()
        self.status = int((self.head.split() or ["", "0"])[1])

    def exactly(self, count):
        while len(self.bytes) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.bytes += more
        found, self.bytes = self.bytes[:count], self.bytes[count:]
        return found

    def pending(self):
        """Whether TLS has read more than it has given."""
        return isinstance(self.socket, ssl.SSLSocket) and self.socket.pending() > 0

    def fill(self):
        """Reads what is available and does not wait for more: a TLS record may be cut, or hold no data."""
        self.socket.setblocking(False)
        try:
            more = self.socket.recv(65536)
            self.bytes, self.ended = self.bytes + more, not more
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        self.socket.settimeout(LIMIT)

    def frame_is_whole(self):
        if len(self.bytes) < 2:
            return False
        size = self.bytes[1] & 0x7F
        head = 2 + {126: 2, 127: 8}.get(size, 0)
        if head > 2:
            size = int.from_bytes(self.bytes[2:head], "big")
        return len(self.bytes) >= head + size

    def frame(self, opcode, payload=b"", last=True, mask=b"mask", size=None):
        size = len(payload) if size is None else size
        bit = 0x80 if mask else 0
        head = bytes([(0x80 if last else 0) | opcode])
        head += bytes([bit | size]) if size < 126 else \
            bytes([bit | 126]) + struct.pack(">H", size) if size < 65536 else bytes([bit | 127]) + struct.pack(">Q", size)
        if mask:
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(head + (mask or b"") + payload)

    def next(self):
        """(opcode, payload) of the next message, fragments put together."""
        whole, kind = b"", None
        while True:
            first, size = self.exactly(2)
            if size & 0x80:
                raise ValueError("the arena masks")
            if size == 126:
                size = struct.unpack(">H", self.exactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.exactly(8))[0]
            payload, opcode = self.exactly(size), first & 0x0F
            if opcode >= CLOSE:
                return opcode, payload
            if (opcode == 0) != (kind is not None):
                raise ValueError("fragments in disorder")
            kind = opcode or kind
            whole += payload
            if first & 0x80:
                return kind, whole

    def close_code(self):
        """The code of the close frame that ends the stream."""
        while True:
            opcode, payload = self.next()
            if opcode == CLOSE:
                return struct.unpack(">H", payload[:2])[0] if payload else 0


def play(port, encoding, tls, command):
    """Plays in one thread: OpenSSL does not allow one thread to read and another to write on one connection."""
    bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    arena = Socket(port, tls)
    assert arena.status == 101 and f"Sec-WebSocket-Accept: {ACCEPT}" in arena.head, arena.head
    rest, sources, opcode = b"", [arena.socket, bot.stdout], None

    while opcode != CLOSE and not arena.ended:
        ready = sources if arena.pending() else select.select(sources, [], [], LIMIT)[0]
        assert ready, "neither says anything"
        if arena.socket in ready:
            arena.fill()
        while opcode != CLOSE and arena.frame_is_whole():
            opcode, payload = arena.next()
            if opcode == CLOSE:
                print("closed", struct.unpack(">H", payload[:2])[0] if payload else 0)
            elif opcode == PING:
                arena.frame(PONG, payload)
            else:
                assert opcode == (BINARY if encoding == "msgpack" else TEXT), opcode
                assert encoding == "msgpack" or (b"\n" not in payload and payload.decode()), payload
                bot.stdin.write(payload + (b"" if encoding == "msgpack" else b"\n"))
        if opcode != CLOSE and select.select(sources[1:], [], [], 0)[0]:
            bytes_ = bot.stdout.read(65536)
            if not bytes_:
                del sources[1:]
            elif encoding == "msgpack":
                arena.frame(BINARY, bytes_)
            else:
                *lines, rest = (rest + bytes_).split(b"\n")
                for line in lines:
                    arena.frame(TEXT, line)
    bot.stdin.close()
    return bot.wait(LIMIT)


def hello(arena, name):
    arena.frame(TEXT, f"hello v=1 name={name}".encode())
    opcode, payload = arena.next()
    assert opcode == TEXT and payload.startswith(b"welcome "), payload


def refused(port, status, **changes):
    arena = Socket(port, request=upgrade(**changes))
    assert arena.status == status, (changes, arena.head)
    arena.socket.close()


def attack(port):
    # --- invalid upgrades
    refused(port, 400, Sec_WebSocket_Key=None)
    refused(port, 400, Sec_WebSocket_Key="short")
    refused(port, 400, Sec_WebSocket_Key="*" * 22 + "==")
    refused(port, 426, Upgrade=None)
    refused(port, 426, Connection="close")
    refused(port, 426, Sec_WebSocket_Version="8")
    refused(port, 403, Origin="https://elsewhere.example")
    refused(port, 403, Origin="null")
    refused(port, 403, Host=None, Origin="http://arena.example")
    refused(port, 101, Origin="http://arena.example")
    early = Socket(port, request=upgrade() + b"\x81\x85mask" + b"x" * 5)
    assert early.status in (400, 503), early.head

    # --- frames that break the protocol: the code of RFC 6455, and the end of the connection
    def code(*frames):
        arena = Socket(port)
        assert arena.status == 101
        for opcode, payload, options in frames:
            arena.frame(opcode, payload, **options)
        return arena.close_code()

    good = b"hello v=1 name=frames"
    assert code((TEXT, good, {"mask": None})) == 1002
    assert code((TEXT, b"hello \xff\xfe", {})) == 1007
    assert code((TEXT, b"h", {"size": 1 << 40})) == 1009
    assert code((TEXT, b"h", {"size": 70000})) == 1009
    assert code((0, good, {})) == 1002
    assert code((TEXT, b"hel", {"last": False}), (TEXT, b"lo", {})) == 1002
    assert code((3, good, {})) == 1002
    assert code((PING, b"x" * 126, {})) == 0
    assert code((PING, b"x", {"last": False})) == 0
    assert code((BINARY, good, {})) == 1003
    assert code((TEXT, "\u07af".encode(), {})) == 1003
    assert code((CLOSE, struct.pack(">H", 1000), {})) == 1000
    assert code((CLOSE, b"x", {})) == 0

    # --- allowed: fragments of a byte with pings between them, an empty message, a close and its answer
    arena = Socket(port)
    arena.frame(TEXT, b"")
    for i, byte in enumerate(b"hello v=1 name=pieces"):
        arena.frame(TEXT if i == 0 else 0, bytes([byte]), last=False)
        arena.frame(PING, b"%d" % i)
        assert arena.next() == (PONG, b"%d" % i)
    arena.frame(0, b"")
    assert arena.next()[1].startswith(b"welcome ")
    arena.frame(TEXT, b"nonsense x=1")
    assert arena.next()[1].startswith(b"error ")
    arena.frame(BINARY, b"\x81\xa1t\xa4ping")
    assert arena.close_code() == 1003

    # --- a flood of pings from a client that never reads: the arena stops reading once the client's socket is full
    flood = Socket(port, small=True)
    hello(flood, "flood")
    flood.socket.setblocking(False)
    ping = b"\x89\xfdmask" + b"x" * 125
    sent, limit = 0, 64 << 20
    try:
        while sent < limit:
            sent += flood.socket.send(ping * 100)
    except BlockingIOError:
        pass
    except OSError:
        pass
    assert sent < limit, "it is read for ever"

    # --- the arena still serves others
    other = Socket(port)
    hello(other, "other")
    other.frame(CLOSE, struct.pack(">H", 1000))
    assert other.close_code() == 1000

    # --- many upgrades that stay silent: those over the limit of an address are refused with a reason
    crowd = [Socket(port) for _ in range(200)]
    told = set()

    def all_are_told():
        for one in set(crowd) - told:
            one.socket.setblocking(False)
            try:
                one.bytes += one.socket.recv(200)
            except BlockingIOError:
                pass
            if one.bytes[:1] == b"\x88":
                told.add(one)
        return len(told) >= 200 - HANDSHAKES_MAX

    await_until("upgrades over the limit are answered", all_are_told)
    assert len(told) < 200
    for one in crowd:
        one.socket.close()
    print("refused", len(told), "of 200")


if __name__ == "__main__":
    if sys.argv[1] == "play":
        at = sys.argv.index("--")
        sys.exit(play(int(sys.argv[2]), sys.argv[3], "tls" in sys.argv[4:at], sys.argv[at + 1:]))
    attack(int(sys.argv[2]))
