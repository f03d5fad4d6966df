"""Tests of avondale.client: python3 -m unittest discover -s sample-bots/python"""
import contextlib
import hashlib
import hmac
import io
import itertools
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
import unittest.mock

from avondale import client as avondale
from avondale import Client, Contract, Game, ProtocolError, Turn

VECTORS = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "vectors")
AVONDALE = os.path.join(os.path.dirname(__file__), "..", "..", "build", "avondale")
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

    def __init__(self, *scripts, context=None, listener=None):
        self.scripts, self.context, self.said = scripts, context, []
        self.listener = listener or socket.create_server(("127.0.0.1", 0))
        self.port = 0 if listener else self.listener.getsockname()[1]
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

    def test_a_claimed_name_has_its_token_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "new", "deep", "ann")
            token = "5a" * 32
            said = play(self.client(token_file=path, invite="c0de"), [None, WELCOME.strip() + f" token={token}\n"],
                        [None, WELCOME + BYE])
            self.assertIn(" claim=1 invite=c0de", said[0][0])
            self.assertNotIn("c0de", said[1][0])  # it has let the name in
            self.assertNotIn(" token=", said[0][0])
            self.assertIn(f" token={token} claim=1 session=abc", said[1][0])
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o777, 0o700)
            self.assertEqual(os.listdir(os.path.dirname(path)), ["ann"])
            said = play(self.client(token_file=path), [None, WELCOME + BYE])
            self.assertIn(f" token={token} claim=1", said[0][0])  # another process, later
            with self.assertRaises(ValueError):
                self.client(token="77", token_file=path)
            # Where it cannot be kept, it is shown.
            blocked = os.path.join(path, "under-a-file")
            shown = io.StringIO()
            with contextlib.redirect_stderr(shown):
                client = self.client()
                client.token_file = blocked
                play(client, [None, WELCOME.strip() + f" token={token}\n" + BYE])
            self.assertIn(token, shown.getvalue())

    def test_where_a_token_is_kept(self):
        with unittest.mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": "/c"}):
            self.assertEqual(avondale.token_path("a.b", 5500, "Ann"), "/c/avondale/tokens/a.b_5500/ann")
            self.assertEqual(avondale.token_path("../x", 1, "a"), "/c/avondale/tokens/.._x_1/a")
            self.assertEqual(avondale.token_path("::1", 1, "a"), "/c/avondale/tokens/__1_1/a")
            self.assertEqual(avondale.token_path("unix:/run/b", 0, "a"), "/c/avondale/tokens/unix__run_b/a")
        with unittest.mock.patch.dict(os.environ, {"XDG_CONFIG_HOME": "", "HOME": "/h"}):
            self.assertEqual(avondale.token_path("h", 1, "a"), "/h/.config/avondale/tokens/h_1/a")

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

    def test_coming_back_between_the_last_hand_and_the_end(self):
        again = GAME.strip() + " resumed=1\n"
        play(self.client(), [None, WELCOME + GAME + DEAL + HAND], [None, WELCOME + again + DEAL + HAND + OVER + BYE])
        self.assertEqual([result.delta for result in self.overs[0].results], [[100, 30]])

    def test_a_forgotten_session(self):
        said = play(self.client(), [None, WELCOME], [None, "error code=session text=no%20such%20session\n"],
                    [None, WELCOME + BYE])
        self.assertEqual(["session=" in lines[0] for lines in said], [False, True, False])

    def test_a_unix_socket(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "bots")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen()
            arena = FakeArena([None, WELCOME], [None, WELCOME + BYE], listener=listener)
            self.client().run_tcp(f"unix:{path}", 0, pause=0.001)
            self.assertIn(" session=abc", arena.done()[1][0])

    def test_addresses(self):
        self.assertEqual(avondale._home("a.example:5500"), ("a.example", 5500))
        self.assertEqual(avondale._home("[::1]:5500"), ("::1", 5500))
        self.assertEqual(avondale._home("unix:/run/bots"), ("unix:/run/bots", 0))
        for bad in ("unix:", "nowhere", "a:b", ""):
            self.assertIsNone(avondale._home(bad))
        self.assertIsNone(avondale._address("unix:/run/bots:1"))  # no server sends us there

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
        for address in (f"127.0.0.1:{refuses.port}", "127.0.0.1:1", "nowhere", "unix:/nonexistent/bots"):
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


class InTheLobby(unittest.TestCase):
    """What the methods send, and what the options of the command line arrange."""

    @staticmethod
    def said(script, **options):
        sent = []
        ours, theirs = socket.socketpair()
        theirs.sendall(script.encode())
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            client = Client(lambda turn: turn.legal[0], "ann", nonce=False, **options)
            client._play(avondale._Stream(ours))
        ours.close()
        with theirs, theirs.makefile("r") as lines:
            sent = [line.rstrip("\n").split(" software=")[0] for line in lines]
        return client, sent, errors.getvalue()

    def test_each_method_is_a_message(self):
        def everything(client, message):
            if message["t"] != "welcome":
                return
            client.seek(["wikipedia", "two-handed-dead"], rated=False, games=2)
            client.unseek()
            client.challenge(["bob", "cy"], "three-handed", hints=False)
            client.accept("ABC")
            client.decline("ABC")
            client.open("wikipedia", listed=True, delay=1000, seats=["bob", "", "*basic"],
                        options=["calls=misere hi-lo", "target=1000"], bid_ms=500)
            client.join("XYZ", 2)
            client.tables()
            client.chat("good luck, all", g=1)
            client.chat("hello", code="XYZ")
            client.send("ping", x=7)
            client.quit("enough")

        _, sent, _ = self.said(WELCOME + BYE, lobby=True, on_message=everything)
        self.assertEqual(sent, [
            "hello v=1 name=ann lobby=1", "seek rulesets=wikipedia,two-handed-dead rated=0 games=2", "unseek",
            "challenge names=bob,cy ruleset=three-handed hints=0", "accept code=ABC", "decline code=ABC",
            "open ruleset=wikipedia listed=1 delay=1000 seats=bob,%,*basic options=calls=misere%20hi-lo,target=1000 bid_ms=500",
            "join code=XYZ seat=2", "tables",
            "chat g=1 say=good%20luck%2C%20all", "chat say=hello code=XYZ", "ping x=7", "quit why=enough"])

    def test_nothing_is_sent_without_a_connection(self):
        with self.assertRaises(ConnectionError):
            Client(lambda turn: "pass", "ann").tables()

    def plan(self, script, **wishes):
        plan = avondale.Plan(**wishes)
        _, sent, errors = self.said(WELCOME + script + BYE, lobby=True, on_message=plan)
        return plan, sent[1:], errors

    def test_a_challenge_and_its_end(self):
        told = "table code=T ruleset=x players=ann,bob seat=0 ms=1\n"
        plan, sent, errors = self.plan(told + GAME + OVER, challenge="bob", ruleset="x")
        self.assertEqual((sent[0], sent[1].split()[0], plan.failed), ("challenge names=bob ruleset=x", "quit", ""))
        self.assertEqual(errors, "ann: table T\n")
        plan, sent, _ = self.plan(told + GAME + OVER, challenge="bob", accept="any", stays=True)
        self.assertEqual((len(sent), plan.failed), (1, ""))  # it stays
        plan, sent, _ = self.plan(told + "off code=T why=declined\n", challenge="bob")
        self.assertEqual((sent[1].split()[0], plan.failed), ("quit", "declined"))
        plan, _, _ = self.plan("error code=absent text=nobody\n", challenge="bob")
        self.assertEqual(plan.failed, "nobody")
        plan, _, _ = self.plan(told + GAME + "error code=hush text=slowly\n", challenge="bob")
        self.assertEqual(plan.failed, "")

    def test_invitations(self):
        invited = "invited code=I host=bob ruleset=x players=bob,ann ms=9\n"
        for accept, answer in (("any", "accept"), ("cy,bob", "accept"), ("cy", "decline"), (None, "decline")):
            _, sent, _ = self.plan(invited, accept=accept)
            self.assertEqual(sent, [answer + " code=I"])

    def test_the_first_listed_table_that_fits(self):
        waiting = "waiting rulesets=x,y seeking=0,0 playing=0,0 codes=A,B,C hosts=a,b,c played=x,y,y free=1,0,2 delays=0,0,0\n"
        self.assertEqual(self.plan(waiting, join="listed", ruleset="y")[1], ["tables", "join code=C"])
        self.assertEqual(self.plan(waiting, join="listed")[1], ["tables", "join code=A"])
        self.assertEqual(self.plan(waiting, join="listed", ruleset="z")[0].failed, "no listed table has a free seat")

    def test_what_it_says_as_a_game_begins(self):
        _, sent, _ = self.plan(GAME.replace("policy=", "chat=preset policy="), say="luck")
        self.assertEqual(sent, ["chat g=1 say=luck"])
        self.assertEqual(self.plan(GAME, say="luck")[1], [])  # no chat there
        self.assertEqual(self.plan(GAME.replace("policy=", "chat=preset resumed=1 policy="), say="luck")[1], [])

    def test_a_hint_comes_before_the_decision(self):
        advice = "advice g=1 n=1 bot=basic a=6H why=strong left=3\n"
        for told, action in ((advice, "6H"), ("error code=spent text=none n=1\n", "pass"), ("error code=rated text=none\n", "pass")):
            seen = []

            def decide(turn):
                seen.append(turn.advice)
                return turn.advice.action if turn.advice else turn.legal[0]

            ours, theirs = socket.socketpair()
            theirs.sendall((WELCOME + GAME + DEAL + AUCTION + told + BYE).encode())
            Client(decide, "ann", nonce=False, hint=lambda turn: True)._play(avondale._Stream(ours))
            ours.close()
            with theirs, theirs.makefile("r") as lines:
                self.assertEqual([line.strip() for line in lines][1:], ["hint g=1 n=1", "act g=1 n=1 a=" + action])
            self.assertEqual(len(seen), 1)


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
            rules = avondale._Rules(avondale._deck(given["deck"]), given["seats"], given["hands"], given["packets"])
            self.assertEqual(rules.cards, given["cards"])
            for seat in range(given["seats"]):
                proof = avondale._Proof(given["set_id"], expected["commitment"], seat, rules, given["nonces"],
                                        expected["mix"], given["nonces"][seat], resumed=True)
                for deal in expected["deals"]:
                    proof.deals.append(avondale._SeenDeal(deal["deal"], deal["attempt"], deal["dealer"],
                                                          deal["key_commitment"], deal["hands"][seat],
                                                          kitty=deal["kitty"]))
                with self.subTest(vector["id"], seat=seat):
                    self.assertEqual(avondale._unfair(proof, given["server_seed"]), "")
                    self.assertTrue(avondale._is_fair(proof, given["server_seed"]))
                    self.assertEqual(avondale._unfair(proof, "11" * 32), "the commitment")
                    self.assertFalse(avondale._is_fair(proof, "11" * 32))


class Cheat:
    """An arena that plays one seat's view of a game, and can lie about any of it. The shuffle is the reference
    code of the fair-deal page, not that of the client."""
    SEED, SET = bytes(range(32)), "s-1"

    def __init__(self, preset, **options):
        self.preset, self.options = preset, options
        self.rules = avondale._deal_rules(preset, {k: str(v) for k, v in options.items()})
        self.nonces = ["%02x" % (seat + 1) for seat in range(self.rules.seats)]
        self.mix, self.takes_nonces = None, True
        self.commit = self.hash(b"commit", self.sized(self.SET.encode()), self.SEED)

    @staticmethod
    def hash(tag, *parts):
        return hashlib.sha256(b"fair-deal/1 " + tag + b"\0" + b"".join(parts)).digest()

    @staticmethod
    def sized(data):
        return len(data).to_bytes(2, "big") + data

    def mixed(self):
        nonces = [self.sized(bytes.fromhex(nonce)) for nonce in self.nonces]
        deck = self.sized(",".join(self.rules.cards).encode())
        return self.mix or self.hash(b"mix", self.commit, deck, len(nonces).to_bytes(2, "big"), *nonces)

    def key(self, deal, attempt):
        numbers = deal.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        return hmac.digest(self.SEED, b"fair-deal/1 deal\0" + self.mixed() + numbers, "sha256")

    @staticmethod
    def draw(stream, bound):
        while (byte := next(stream)) >= 256 - 256 % bound:
            pass
        return byte % bound

    @staticmethod
    def stream(key):
        return (b for i in itertools.count() for b in hmac.digest(key, i.to_bytes(4, "big"), "sha256"))

    def dealer(self, deal):
        return (self.draw(self.stream(self.key(0, 0)), self.rules.seats) + deal - 1) % self.rules.seats

    def pack(self, deal, attempt=0):
        cards, stream = list(self.rules.cards), self.stream(self.key(deal, attempt))
        for i in range(len(cards) - 1, 0, -1):
            j = self.draw(stream, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def dealt(self, deal, attempt=0, pack=None):
        """Hands, kitty, rest of the pack."""
        pack, hands, kitty = pack or self.pack(deal, attempt), [[] for _ in range(self.rules.hands)], []
        for packet in self.rules.packets.split():
            size = int(packet.lstrip("K"))
            order = [hands[(self.dealer(deal) + 1 + i) % len(hands)] for i in range(len(hands))]
            for to in [kitty] if packet[0] == "K" else order:
                to += pack[:size]
                del pack[:size]
        return hands, kitty, pack

    def game(self, **changed):
        return {"t": "game", "g": 1, "id": "g-1", "seat": 0, "players": ["x"] * self.rules.seats, "preset": self.preset,
                "options": [f"{k}={v}" for k, v in self.options.items()], "sides": [0] * self.rules.seats,
                "scores": [0], "policy": "lenient", "set": self.SET, "commit": self.commit.hex(), "nonce": 500, **changed}

    def fair(self):
        return {"t": "fair", "g": 1, "nonces": self.nonces, "mix": self.mixed().hex()}

    def deal(self, deal=1, attempt=0, **changed):
        return {"t": "deal", "g": 1, "d": deal, "attempt": attempt, "dealer": self.dealer(deal), "cards":
                sorted(self.dealt(deal, attempt)[0][0]),
                "key": self.hash(b"key", self.key(deal, attempt)).hex(), **changed}

    def same(self, deal, root=1, attempt=0, **changed):
        """A deal that follows, hand after hand, from the deal `root`, which was shuffled."""
        hands, kitty, _ = self.dealt(root, attempt)
        for at in range(root, deal):
            left = [hands[(self.dealer(at) + 1 + i) % len(hands)] for i in range(len(hands))]
            hands, kitty, _ = self.dealt(at + 1, pack=sum(left, kitty[:0]) + kitty)
        message = {**self.deal(deal), "same": True, "cards": sorted(hands[0])}
        del message["key"]
        return {**message, **changed}

    @staticmethod
    def event(kind, **fields):
        return {"t": "event", "g": 1, "k": kind, **fields}

    @staticmethod
    def hand(outcome="played"):
        return {"t": "hand", "g": 1, "outcome": outcome, "tricks": [0], "delta": [0], "scores": [0]}

    def over(self, seed=None):
        return {"t": "over", "g": 1, "reason": "target", "winners": [0], "scores": [0], "seed": (seed or self.SEED).hex()}


class Fairness(unittest.TestCase):
    """What an arena can change, and how the client names it."""

    def verdict(self, arena, *messages, nonce=True, seed=None):
        """Plays the messages to a client that is at seat 0; what it finds unfair, "" for nothing."""
        overs = []
        client = Client(lambda turn: "", "ann", on_over=overs.append, nonce=nonce)
        own = client._on_message(arena.game())
        if own and arena.takes_nonces:
            arena.nonces[0] = own["x"]
        with contextlib.redirect_stderr(io.StringIO()) as said:
            for message in (arena.fair, *messages, arena.over(seed)):
                client._on_message(message() if callable(message) else message)
        self.assertEqual(overs[0].fair, not overs[0].unfair)
        self.assertEqual("not dealt fairly" in said.getvalue(), bool(overs[0].unfair))
        return overs[0].unfair

    def test_honest(self):
        for preset in avondale._DEALS:
            arena = Cheat(preset)
            with self.subTest(preset):
                deals = [lambda d=d: arena.deal(d, **({"cards": []} if "draw" in preset else {})) for d in (1, 2, 3)]
                self.assertEqual(self.verdict(arena, *deals), "")
                self.assertEqual(self.verdict(Cheat(preset), nonce=False), "")

    def test_an_option_that_deals_otherwise(self):
        arena = Cheat("wikipedia", deck=45, deal="5 K5 5")
        self.assertEqual(self.verdict(arena, arena.deal), "")
        other = Cheat("wikipedia", deck=45)
        lie = Cheat("wikipedia", deck=45, deal="5 K5 5")
        self.assertEqual(self.verdict(other, lambda: (setattr(lie, "nonces", other.nonces), lie.deal())[1]),
                         "deal 1, attempt 0: the cards of hand 0")

    def test_a_stacked_hand(self):
        def stacked():
            message = arena.deal(2)
            message["cards"][3] = next(card for card in arena.rules.cards if card not in message["cards"])
            return message
        for preset in ("wikipedia", "five-handed", "two-handed-table", "three-handed-dead"):
            arena = Cheat(preset)
            with self.subTest(preset):
                self.assertEqual(self.verdict(arena, lambda: arena.deal(1), stacked),
                                 "deal 2, attempt 0: the cards of hand 0")
        arena = Cheat("everything")  # a blind start: the cards come later
        late = lambda: {"t": "cards", "g": 1, "hand": 0, "cards": stacked()["cards"]}
        self.assertEqual(self.verdict(arena, lambda: arena.deal(1), lambda: arena.deal(2, cards=[]), late),
                         "deal 2, attempt 0: the cards of hand 0")

    def test_a_stacked_hand_of_another(self):
        arena = Cheat("wikipedia")
        foreign = lambda: arena.event("action", seat=1, phase="play", a=arena.dealt(1)[0][2][0])
        own = lambda: arena.event("action", seat=1, phase="play", a=arena.dealt(1)[0][1][0])
        contract = arena.event("contract", call="6H", by=1, partner=3)
        kitty = lambda: arena.event("action", seat=1, phase="play", a=arena.dealt(1)[1][0])
        self.assertEqual(self.verdict(arena, arena.deal, own), "")
        self.assertEqual(self.verdict(arena, arena.deal, foreign), "deal 1, attempt 0: the cards of hand 1")
        self.assertEqual(self.verdict(arena, arena.deal, kitty), "deal 1, attempt 0: the cards of hand 1")
        self.assertEqual(self.verdict(arena, arena.deal, contract, own, kitty), "")
        self.assertEqual(self.verdict(arena, arena.deal, contract, foreign), "deal 1, attempt 0: the cards of hand 1")

    def test_cards_that_were_given(self):
        arena = Cheat("everything")
        from_partner = lambda: arena.event("action", seat=1, phase="play", a=arena.dealt(1)[0][3][0])
        given = arena.event("action", seat=3, phase="give", count=1, a="give")
        for call, gift, wrong in (("8H", None, "deal 1, attempt 0: the cards of hand 1"), ("8H", given, ""),
                                  ("shields", None, "")):
            contract = arena.event("contract", call=call, by=1, partner=3)
            with self.subTest(call, gift=gift):
                self.assertEqual(self.verdict(arena, arena.deal, contract, *[gift] * bool(gift), from_partner), wrong)

    def test_the_kitty(self):
        arena = Cheat("wikipedia", kitty_up=1)
        contract = arena.event("contract", call="6H", by=0, partner=2)
        kitty = lambda change=0: arena.event("kitty", seat=0, cards=arena.dealt(1)[1][change:])
        up = lambda at: arena.event("up", where="kitty", cards=[arena.dealt(1)[1][at]])
        self.assertEqual(self.verdict(arena, arena.deal, lambda: up(-1), contract, kitty), "")
        self.assertEqual(self.verdict(arena, arena.deal, lambda: up(0)), "deal 1, attempt 0: the kitty")
        self.assertEqual(self.verdict(arena, arena.deal, contract, lambda: kitty(1)), "deal 1, attempt 0: the kitty")

    def test_table_draft_and_draw(self):
        arena = Cheat("two-handed-table")
        up = lambda a, b: arena.event("up", where="hand", hand=3, cards=arena.dealt(1)[0][3][a:b])
        self.assertEqual(self.verdict(arena, arena.deal, lambda: up(5, 10), lambda: up(2, 3)), "")
        self.assertEqual(self.verdict(arena, arena.deal, lambda: up(4, 9)), "deal 1, attempt 0: the cards of hand 3")
        arena = Cheat("two-handed-draft")
        exposed = lambda at=0: arena.event("up", where="exposed", cards=arena.dealt(1)[2][at:at + 8])
        swap = lambda at=0: arena.event("action", seat=1, phase="swap", a="swap:" + arena.dealt(1)[2][at])
        plays = lambda: arena.event("action", seat=1, phase="play", a=arena.dealt(1)[2][3])
        self.assertEqual(self.verdict(arena, arena.deal, exposed, lambda: swap(3), plays), "")
        self.assertEqual(self.verdict(arena, arena.deal, lambda: exposed(1)), "deal 1, attempt 0: the exposed cards")
        self.assertEqual(self.verdict(arena, arena.deal, exposed, lambda: swap(2), plays),
                         "deal 1, attempt 0: the cards of hand 1")
        arena = Cheat("two-handed-draw")
        deal = lambda: arena.deal(cards=[])
        first = lambda: 2 if arena.dealer(1) == 0 else 0  # the dealer draws second
        drawn = lambda at: arena.event("drawn", seat=0, cards=[arena.pack(1)[first() + at]], ok=0)
        honest = [lambda at=at: drawn(at) for at in (0, 1, 4, 5)]
        self.assertEqual(self.verdict(arena, deal, *honest), "")
        self.assertEqual(self.verdict(arena, deal, honest[1], honest[0]), "deal 1, attempt 0: the cards that were drawn")

    def test_an_invented_mix(self):
        arena = Cheat("wikipedia")
        arena.mix = bytes(32)  # keys and cards follow from it
        self.assertEqual(self.verdict(arena, arena.deal), "the mix")

    def test_a_changed_nonce(self):
        arena = Cheat("wikipedia")
        arena.nonces[0], arena.takes_nonces = "00" * 16, False  # the mix follows from it
        self.assertEqual(self.verdict(arena, arena.deal), "the own nonce")
        arena = Cheat("wikipedia")
        other = lambda: {**arena.fair(), "nonces": arena.nonces[:3] + ["77"]}
        self.assertEqual(self.verdict(arena, other, arena.deal), "the nonces changed")

    def test_a_nonce_that_came_too_late(self):
        arena = Cheat("wikipedia")
        arena.nonces[0] = ""
        late = {"t": "error", "code": "nonce", "text": "late", "g": 1}
        client = Client(lambda turn: "", "ann")
        client._welcome = True
        client._on_message(arena.game())
        with contextlib.redirect_stderr(io.StringIO()):
            client._on_message(late)
        game = client.games[1]
        for message in (arena.fair(), arena.deal(), arena.over()):
            client._on_message(message)
        self.assertEqual((game.fair, game.unfair), (True, ""))

    def test_keys_dealers_and_seeds(self):
        arena = Cheat("wikipedia")
        self.assertEqual(self.verdict(arena, lambda: arena.deal(key=arena.deal(1, 1)["key"])), "deal 1, attempt 0: the key")
        self.assertEqual(self.verdict(arena, lambda: arena.deal(key="")), "deal 1, attempt 0: it is not from the shuffle")
        self.assertEqual(self.verdict(arena, lambda: arena.deal(dealer=(arena.dealer(1) + 1) % 4)),
                         "deal 1, attempt 0: the dealer")
        self.assertEqual(self.verdict(arena, arena.deal, seed=bytes(32)), "the commitment")
        self.assertEqual(self.verdict(arena, arena.deal, lambda: arena.game(commit="00" * 32, resumed=True)),
                         "the commit changed")

    def test_deals_that_were_chosen(self):
        arena = Cheat("wikipedia")
        deals = lambda *pairs: [lambda p=p: arena.deal(*p) if isinstance(p, tuple) else arena.hand(p) for p in pairs]
        for said, wrong in ((((1, 0), "passed-out", (1, 1), "misdealt", (1, 2), "played", (2, 0)), ""),
                            (((1, 1),), "deal 1, attempt 1: it is not the first"),
                            (((1, 0), "played", (1, 1)), "deal 1, attempt 1: it was dealt again"),
                            (((1, 0), "played", (3, 0)), "deal 3, attempt 0: it does not follow the deal before it"),
                            (((1, 0), "passed-out", (1, 2)), "deal 1, attempt 2: it does not follow the deal before it")):
            with self.subTest(said):
                self.assertEqual(self.verdict(arena, *deals(*said)), wrong)
        back = lambda: arena.game(resumed=True)
        self.assertEqual(self.verdict(arena, *deals((1, 0)), back, *deals((1, 0), "played", (2, 0))), "")
        self.assertEqual(self.verdict(arena, *deals((1, 0)), back, *deals((4, 1))), "")

    def test_the_same_pack(self):
        arena = Cheat("wikipedia", all_pass="same-pack")
        deal, passed, misdealt = arena.deal, arena.hand("passed-out"), arena.hand("misdealt")
        same = lambda d, root=1, attempt=0, **changed: lambda: arena.same(d, root, attempt, **changed)
        last = [passed, same(3), arena.hand(), lambda: deal(4)]
        self.assertEqual(self.verdict(arena, deal, passed, same(2), *last), "")
        self.assertEqual(self.verdict(arena, deal, passed, same(2, cards=[]), misdealt, lambda: deal(2, 1), passed,
                                      same(3, 2, 1)), "")
        for messages, wrong in (
                ([deal, passed, lambda: deal(2)], "deal 2, attempt 0: it is not the pack of the deal before"),
                ([deal, passed, same(2), passed, lambda: deal(3)], "deal 3, attempt 0: it is not the pack of the deal before"),
                ([deal, passed, same(2, key="00" * 32)], "deal 2, attempt 0: it has a key"),
                ([deal, passed, lambda: arena.same(2, dealer=arena.dealer(3))], "deal 2, attempt 0: the dealer"),
                ([deal, passed, lambda: arena.same(2, cards=sorted(arena.dealt(2)[0][0]))],
                 "deal 2, attempt 0: the cards of hand 0"),
                ([deal, arena.hand(), same(2)], "deal 2, attempt 0: it is not from the shuffle"),
                ([deal, misdealt, same(1)], "deal 1, attempt 0: it is not from the shuffle"),
                ([same(1)], "deal 1, attempt 0: it is not from the shuffle")):
            with self.subTest(wrong):
                self.assertEqual(self.verdict(arena, *messages), wrong)
        other = Cheat("wikipedia")  # where the rules shuffle it is no excuse
        self.assertEqual(self.verdict(other, other.deal, passed, lambda: other.same(2)),
                         "deal 2, attempt 0: it is not from the shuffle")
        # Told again after coming back; and with deals missed in between, which say where the pack comes from.
        back = lambda: arena.game(resumed=True)
        self.assertEqual(self.verdict(arena, deal, passed, same(2), back, same(2), *last), "")
        self.assertEqual(self.verdict(arena, deal, passed, back, same(4)), "")
        self.assertEqual(self.verdict(arena, deal, passed, back, same(2), passed,
                                      lambda: arena.same(3, cards=sorted(arena.dealt(3)[0][0]))),
                         "deal 3, attempt 0: the cards of hand 0")

    def test_a_preset_of_a_later_version(self):
        arena = Cheat("wikipedia")
        arena.preset = "of-tomorrow"
        client, overs = Client(lambda turn: "", "ann"), []
        client.on_over = overs.append
        for message in (arena.game(), arena.fair(), arena.deal(), arena.over()):
            client._on_message(message)
        self.assertEqual((overs[0].fair, overs[0].unfair), (None, ""))

    @unittest.skipIf(not os.path.exists(AVONDALE), "build/avondale is not there")
    def test_presets_are_those_of_the_program(self):
        lines = subprocess.run([AVONDALE, "rules"], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual({line.split()[0] for line in lines}, set(avondale._DEALS))
        for preset in avondale._DEALS:
            said = subprocess.run([AVONDALE, "rules", "--json", preset], capture_output=True, text=True, check=True).stdout
            told = {k: v for k, v in json.loads(said).items()}
            with self.subTest(preset):
                self.assertEqual(avondale._deal_rules(preset, {}), avondale._deal_rules("wikipedia", told))


if __name__ == "__main__":
    unittest.main()
