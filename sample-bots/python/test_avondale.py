"""Tests of avondale.py: python3 -m unittest discover -s sample-bots/python"""
import hashlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest

import avondale
from avondale import Client, Contract, Game, ProtocolError, Turn

VECTORS = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "vectors")
try:
    import msgpack
except ImportError:
    msgpack = None

WELCOME = "welcome v=1 name=ann session=abc server=avondale%200.1\n"
GAME = ("game g=1 id=g-1 seat=0 players=ann,bob,cy,di preset=wikipedia options=target=1000 sides=0,1,0,1 "
        "scores=0,0 policy=strikes=3 auction=5000 play=4000 set=s-1 commit=00\n")
DEAL = "deal g=1 d=1 attempt=0 dealer=3 cards=8S,JS,AS,5C,9C,KD,6H,10H,QH,RJ\n"
AUCTION = "turn g=1 n=1 phase=auction legal=pass,6S,6H ms=5000\n"
CONTRACT = ("event g=1 k=action seat=0 phase=auction a=6H\nevent g=1 k=action seat=1 phase=auction a=pass\n"
            "event g=1 k=contract call=6H by=0 partner=2\nevent g=1 k=kitty seat=0 cards=4H,7H,AD\n")
DISCARD = "turn g=1 n=2 phase=discard choose=3 from=8S,JS,AS,5C,9C,KD,AD,4H,6H,7H,10H,QH,RJ ms=5000\n"
LAID = "event g=1 k=action seat=0 phase=discard a=discard:5C:8S:9C\n"
HAND = "hand g=1 outcome=played call=6H by=0 partner=2 tricks=7,3 delta=100,30 scores=100,30\n"
OVER = "over g=1 reason=target winners=0 scores=520,110 rating=1512400\n"
BYE = "bye why=done\n"


class FakeArena:
    """Serves one script after another: strings are sent, None waits for a line from the bot. Ends each
    connection when its script ends."""

    def __init__(self, *scripts, context=None):
        self.scripts, self.context, self.said = scripts, context, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        for script in self.scripts:
            sock, _ = self.listener.accept()
            sock.settimeout(10)
            try:
                if self.context:
                    sock = self.context.wrap_socket(sock, server_side=True)
                with sock, sock.makefile("rw", newline="\n") as stream:
                    said = []
                    self.said.append(said)
                    for step in script:
                        if step is None:
                            said.append(stream.readline().strip())
                        else:
                            stream.write(step)
                            stream.flush()
            except OSError:
                pass
        self.listener.close()

    def done(self):
        self.thread.join(10)
        return self.said


def play(client, *scripts, **options):
    arena = FakeArena(*scripts)
    client.run_tcp("127.0.0.1", arena.port, pause=0.001, **options)
    return arena.done()


class Cards(unittest.TestCase):
    def test_suit_and_rank(self):
        self.assertEqual([avondale.suit(c) for c in ("10S", "13H", "RJ", "BJ", "RJ=S")], ["S", "H", "", "", ""])
        ranks = [avondale.rank(c) for c in ("2S", "10S", "11S", "13H", "JS", "QS", "KS", "AS", "RJ")]
        self.assertEqual(ranks, sorted(set(ranks)))

    def test_power_puts_bowers_over_the_ace(self):
        order = ["4D", "AD", "4H", "10H", "QH", "AH", "JD", "JH", "RJ", "BJ"]
        self.assertEqual(sorted(reversed(order), key=lambda c: avondale.power(c, "H")), order)

    def test_power_of_what_does_not_follow(self):
        self.assertEqual(avondale.power("AS", "H", led="D"), 0)
        self.assertGreater(avondale.power("4D", "H", led="D"), 0)
        self.assertGreater(avondale.power("4H", "H", led="D"), avondale.power("AD", "H", led="D"))

    def test_jacks_without_trumps(self):
        self.assertLess(avondale.power("JS", "NT"), avondale.power("QS", "NT"))
        self.assertGreater(avondale.power("JS", "JNT"), avondale.power("AS", "JNT"))

    def test_contract(self):
        self.assertEqual((Contract("10NT").level, Contract("10NT").denomination), (10, "NT"))
        self.assertEqual((Contract("6NO").level, Contract("6NO").denomination), (6, "NT"))
        self.assertEqual(Contract("7JNT").denomination, "JNT")
        self.assertEqual(Contract("8H").denomination, "H")
        self.assertTrue(Contract("open-misere").to_lose)
        self.assertTrue(Contract("shields").to_lose)
        self.assertFalse(Contract("hi-lo").to_lose)


class Text(unittest.TestCase):
    def test_values(self):
        message = avondale.decode_line("event g=7 k=x cards= count=3 ok=1 a=policy=strikes=3 new=a%20b%25")
        self.assertEqual(message, {"t": "event", "g": 7, "k": "x", "cards": [], "count": 3, "ok": True,
                                   "a": "policy=strikes=3", "new": "a b%"})
        self.assertEqual(avondale.decode_line("fair g=1 nonces=%,0a,% mix=00")["nonces"], ["", "0a", ""])
        self.assertEqual(avondale.decode_line("hand g=1 tricks=7,3 delta=-100,30")["delta"], [-100, 30])

    def test_escapes(self):
        line = avondale.encode_line({"t": "hello", "v": 1, "eager": True, "software": "a b,c%d\nü"})
        self.assertEqual(line, "hello v=1 eager=1 software=a%20b%2Cc%25d%0Aü\n".encode())
        self.assertEqual(avondale.decode_line(line.decode().strip())["software"], "a b,c%d\nü")

    def test_cut_anywhere(self):
        codec, data, found = avondale._TextCodec(), (WELCOME + GAME).encode(), []
        for at in range(len(data)):
            found += codec.feed(data[at:at + 1])
        self.assertEqual([message["t"] for message in found], ["welcome", "game"])

    def test_nonsense_is_a_value_error(self):
        for line in ("turn g", "turn g=x", "turn legal=%zz"):
            with self.assertRaises(ValueError):
                avondale.decode_line(line)


class Following(unittest.TestCase):
    def setUp(self):
        self.turns, self.overs = [], []

    def decide(self, turn: Turn) -> str:
        self.turns.append((turn, list(turn.game.hand)))
        return turn.give(["5C", "9C", "8S"]) if turn.choose else turn.plain[-1]

    def client(self, **options) -> Client:
        return Client(self.decide, "ann", on_over=self.overs.append, **options)

    def test_a_version(self):
        said = play(self.client(nonce=False, version="v2"), [None, WELCOME + BYE])
        self.assertTrue(said[0][0].startswith("hello v=1 name=ann redirect=1 version=v2 software="))

    def test_a_hand(self):
        play_events = ("event g=1 k=action seat=0 phase=play a=RJ\nevent g=1 k=action seat=1 phase=play a=8H\n"
                       "event g=1 k=action seat=2 phase=play a=JD\nevent g=1 k=action seat=3 phase=play a=AH\n"
                       "event g=1 k=trick seat=0\nevent g=1 k=action seat=0 phase=play a=AD\n"
                       "event g=1 k=action seat=1 phase=play a=9D\nevent g=1 k=action seat=2 phase=play a=5H\n"
                       "turn g=1 n=4 phase=play legal=4H,6H,claim ms=10 bank=5\n")
        said = play(self.client(nonce=False), [None, WELCOME + GAME + DEAL + AUCTION, None, CONTRACT + DISCARD, None,
                                               LAID + play_events, None, HAND + OVER + BYE])
        self.assertEqual(said[0][1:], ["act g=1 n=1 a=6H", "act g=1 n=2 a=discard:5C:9C:8S", "act g=1 n=4 a=6H"])
        self.assertTrue(said[0][0].startswith("hello v=1 name=ann redirect=1 software="))
        turn, hand = self.turns[2]
        game: Game = turn.game
        self.assertEqual(sorted(hand), sorted(["JS", "AS", "KD", "4H", "6H", "7H", "10H", "QH"]))
        self.assertEqual((turn.ms, turn.bank, turn.plain), (10, 5, ["4H", "6H"]))
        self.assertEqual((game.options, game.limits), ({"target": "1000"}, {"auction": 5000, "play": 4000}))
        self.assertEqual((game.contract, game.high, game.high_by), (Contract("6H", 0, 2), "6H", 0))
        self.assertEqual([d.action for d in game.history][:3], ["6H", "pass", "discard:5C:8S:9C"])
        self.assertEqual((len(game.tricks), game.tricks[0].winner, game.tricks_of(0)), (1, 0, 1))
        self.assertEqual((game.led, game.winning()), ("D", (2, "5H")))
        self.assertTrue(game.ours(2) and not game.ours(3))
        self.assertEqual(self.overs, [game])
        self.assertEqual((game.scores, game.winners, game.rating), ([520, 110], [0], 1512400))
        self.assertEqual((game.results[0].delta, game.results[0].contract.call), ([100, 30], "6H"))

    def test_a_led_joker_names_its_suit(self):
        play(self.client(), [None, WELCOME + GAME + DEAL + "event g=1 k=contract call=7NT by=3 partner=1\n"
                             "event g=1 k=action seat=3 phase=play a=RJ=S\n"
                             "turn g=1 n=1 phase=play legal=8S,AS\n", None, BYE])
        game = self.turns[0][0].game
        self.assertEqual((game.led, game.winning()), ("S", (3, "RJ=S")))

    def test_coming_back(self):
        again = GAME.strip() + " resumed=1\n"
        said = play(self.client(token="77"), [None, WELCOME + GAME + DEAL + AUCTION, None, HAND],
                    [None, WELCOME + again + DEAL + AUCTION.replace("n=1", "n=9"), None, OVER + BYE])
        self.assertIn(" token=77", said[0][0])
        self.assertNotIn("session=", said[0][0])
        self.assertIn(" token=77 session=abc", said[1][0])
        self.assertEqual(said[1][1], "act g=1 n=9 a=6H")
        self.assertTrue(self.overs[0].resumed)
        self.assertEqual(len(self.overs[0].results), 1)

    def test_a_forgotten_session(self):
        said = play(self.client(), [None, WELCOME], [None, "error code=session text=no%20such%20session\n"],
                    [None, WELCOME + BYE])
        self.assertEqual(["session=" in lines[0] for lines in said], [False, True, False])

    def test_another_node(self):
        there = FakeArena([None, WELCOME + GAME + DEAL + AUCTION], [None, WELCOME + BYE])
        here = FakeArena([None, WELCOME + f"redirect address=127.0.0.1:{there.port} ticket=f01c ms=10000\n", None])
        self.client(token="77").run_tcp("127.0.0.1", here.port, pause=0.001)
        first, second, third = here.done()[0][0], there.done()[0][0], there.said[1][0]
        self.assertIn(" redirect=1 token=77 ", first)
        self.assertIn(" redirect=1 ticket=f01c ", second)
        self.assertNotIn("token=", second)
        self.assertNotIn("session=", second)
        self.assertIn(" redirect=1 token=77 session=abc ", third)  # a lost connection is one to that node

    def test_another_node_with_nobody_there(self):
        refuses = FakeArena([None, "error code=token text=no%20such%20ticket\n"])
        for address in (f"127.0.0.1:{refuses.port}", "127.0.0.1:1", "nowhere"):
            said = play(self.client(token="77"), [None, WELCOME + f"redirect address={address} ticket=f01c ms=9\n"],
                        [None, WELCOME + BYE], reconnect=0)
            self.assertNotIn("redirect=", said[1][0])  # it was no use
            self.assertIn(" token=77 ", said[1][0])
        self.assertIn(" ticket=f01c ", refuses.done()[0][0])

    def test_another_node_that_dies(self):
        there = FakeArena([None, WELCOME])
        said = play(self.client(), [None, WELCOME + f"redirect address=127.0.0.1:{there.port} ticket=f01c ms=9\n"],
                    [None, WELCOME + BYE], reconnect=2)
        self.assertNotIn("session=", said[1][0])
        self.assertIn(" redirect=1 ", said[1][0])

    def test_refused(self):
        with self.assertRaises(ProtocolError) as caught:
            play(self.client(), [None, "error code=token text=this%20name%20needs%20its%20token\n"])
        self.assertEqual(caught.exception.code, "token")
        self.assertIn("needs its token", str(caught.exception))

    def test_nobody_there(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with self.assertRaises(OSError):
            self.client().run_tcp("127.0.0.1", port, reconnect=2, pause=0.001)

    def test_nonce(self):
        said = play(self.client(), [None, WELCOME + GAME.strip() + " nonce=500\n", None, BYE])
        self.assertRegex(said[0][1], r"^nonce g=1 x=[0-9a-f]{32}$")
        self.assertIn("nonce=1", said[0][0])

    def test_table_hands(self):
        game = GAME.replace("players=ann,bob,cy,di", "players=ann,bob").replace("sides=0,1,0,1", "sides=0,1")
        play(self.client(), [None, WELCOME + game + DEAL + "event g=1 k=up seat=0 where=hand hand=2 cards=4H,5H\n"
                             "event g=1 k=up seat=1 where=hand hand=3 cards=AH\n"
                             "event g=1 k=action seat=0 hand=2 phase=play a=4H\n"
                             "turn g=1 n=1 phase=play hand=2 legal=5H\n", None, BYE])
        turn = self.turns[0][0]
        self.assertEqual((turn.hand, turn.game.open), (2, {2: ["5H"], 3: ["AH"]}))
        self.assertTrue(turn.game.ours(2) and not turn.game.ours(3))

    @unittest.skipIf(shutil.which("openssl") is None, "openssl is not installed")
    def test_tls(self):
        with tempfile.TemporaryDirectory() as folder:
            key, cert = os.path.join(folder, "key"), os.path.join(folder, "cert")
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                            "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                            "-keyout", key, "-out", cert], check=True, capture_output=True)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(cert, key)
            script = [None, WELCOME + BYE]
            arena = FakeArena(script, context=context)
            self.client().run_tcp("localhost", arena.port, tls=True, ca=cert)
            self.assertTrue(arena.done()[0][0].startswith("hello"))
            with open(cert, encoding="ascii") as file:
                digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read())).hexdigest()
            arena = FakeArena(script, context=context)
            self.client().run_tcp("127.0.0.1", arena.port, tls=True, fingerprint=digest.upper())
            self.assertTrue(arena.done()[0][0].startswith("hello"))
            arena = FakeArena(script, context=context)
            with self.assertRaisesRegex(ssl.SSLError, "another fingerprint"):
                self.client().run_tcp("localhost", arena.port, tls=True, fingerprint="00" * 32, reconnect=0)
            arena = FakeArena(script, context=context)
            with self.assertRaises(ssl.SSLError):  # nobody vouches for it
                self.client().run_tcp("localhost", arena.port, tls=True, reconnect=0)

    @unittest.skipIf(msgpack is None, "the msgpack package is not installed")
    def test_msgpack(self):
        ours, theirs = socket.socketpair()
        script = [avondale.decode_line(line) for line in (WELCOME + GAME + DEAL + AUCTION + BYE).splitlines()]
        theirs.sendall(b"".join(msgpack.packb(message) for message in script))
        client = self.client(encoding="msgpack", nonce=False)
        self.assertTrue(client._play(avondale._Stream(ours)))
        ours.close()
        with theirs:
            hello, act = list(msgpack.Unpacker(theirs.makefile("rb")))
        self.assertEqual((hello["t"], hello["v"], hello["name"]), ("hello", 1, "ann"))
        self.assertEqual(act, {"t": "act", "g": 1, "n": 1, "a": "6H"})


FROM_A_BOT = frozenset("hello act nonce ping quit seek unseek challenge accept decline open join tables hint".split())


class Vectors(unittest.TestCase):
    """The golden vectors of the repository."""

    @unittest.skipIf(msgpack is None, "the msgpack package is not installed")
    def test_both_encodings_say_the_same(self):
        with open(os.path.join(VECTORS, "wire.json"), encoding="utf-8") as file:
            vectors = [v for v in json.load(file)["vectors"] if v["kind"] == "wire"]
        self.assertGreater(len(vectors), 30)
        for vector in vectors:
            message = msgpack.unpackb(bytes.fromhex(vector["msgpack"]))
            with self.subTest(vector["id"]):
                if message["t"] in FROM_A_BOT:
                    self.assertEqual(avondale.encode_line(message).decode(), vector["text"] + "\n")
                else:
                    self.assertEqual(avondale.decode_line(vector["text"]), message)

    def test_fair_deals(self):
        with open(os.path.join(VECTORS, "fair-deal.json"), encoding="utf-8") as file:
            vectors = json.load(file)["vectors"]
        self.assertGreater(len(vectors), 1)
        for vector in vectors:
            given, expected = vector["input"], vector["expected"]
            if "commitment" not in expected:
                continue
            proof = {"set": given["set_id"], "commit": expected["commitment"], "mix": expected["mix"],
                     "nonces": given["nonces"], "nonce": given["nonces"][0],
                     "keys": [(d["deal"], d["attempt"], d["key_commitment"]) for d in expected["deals"]]}
            seed = given["server_seed"]
            with self.subTest(vector["id"]):
                self.assertTrue(avondale._is_fair(proof, seed))
                self.assertFalse(avondale._is_fair(proof, "11" * 32))
                self.assertFalse(avondale._is_fair(dict(proof, nonce="abcd"), seed))
                self.assertFalse(avondale._is_fair(dict(proof, keys=[(1, 7, proof["keys"][0][2])]), seed))


if __name__ == "__main__":
    unittest.main()
