#!/usr/bin/env python3
"""A client written from PROTOCOL.md and RULES.md alone, with only the standard library: it plays any preset at random by
text and proves every deal. The code of the proof is the block of PROTOCOL.md itself, and what a preset deals is read from
the tables of RULES.md: if a page is incomplete or wrong, this fails.

    page_client.py ADDRESS NAME SEED FILE: plays until `bye` and appends a line for each game to the file; ADDRESS is
    HOST:PORT, or - for standard input and output, as `avondale match` starts it."""
import os
import random
import re
import socket
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
SUITS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
LIMIT_SEC = 60 * int(os.environ.get("AVONDALE_TEST_SLOWNESS", "1"))
RANKS = "2 3 4 5 6 7 8 9 10 11 12 13 J Q K A".split()


def read(name):
    with open(os.path.join(TOP, name), encoding="utf-8") as file:
        return file.read()


PROTOCOL, RULES = read("protocol/PROTOCOL.md"), read("engine/RULES.md")
proof = {}
exec(re.search(r"```python\n(.*?)```", PROTOCOL, re.S).group(1), proof)  # the code that the page shows


def rows(page, heading):
    """The cells of the first table behind a heading."""
    found = []
    for line in page[page.index(heading):].splitlines():
        if line.strip().startswith("|"):
            found.append([cell.strip().replace("\\|", "|") for cell in line.strip().strip("|").split("|")])
        elif found:
            return found[2:]
    return found[2:]


def presets():
    """The differences from the defaults, by preset."""
    table = {}
    for name, differs, _ in rows(RULES, "## Presets"):
        words = re.findall(r'([a-z_.-]+)=("[^"]*"|\S+)', differs.strip("`"))
        table[name.strip("`")] = {key: value.strip('"') for key, value in words}
    return table


def lowest_by_suit(text):
    """`4 and up in ♦ ♥, 5 and up in ♠ ♣`; the text on 11, 12 and 13 comes after."""
    lowest = {}
    for rank, suits in re.findall(r"(\d+) and up(?: in ([♠♣♦♥ ]+|every suit))?", text):
        for suit in SUITS:
            if not suits or suits == "every suit" or suit in suits:
                lowest[SUITS[suit]] = rank
    return lowest


def decks():
    """Cards in deck order, by the name of the deck."""
    table, described = {}, {}
    for names, cards, jokers in rows(RULES, "- `deck`:"):
        names = re.findall(r"`(\d+m?)`", names)
        parts = [re.findall("[RB]J", part) for part in jokers.split(";")]
        if cards.startswith("as "):
            cards = described[cards.split()[1]]
        for at, name in enumerate(names):
            described[name] = cards
            have, lowest = sum(parts[:at + 1], []), lowest_by_suit(cards)
            deck = []
            for suit in "SCDH":
                for rank in RANKS[RANKS.index(lowest[suit]):]:
                    if rank in ("11", "12") and "11" not in cards:
                        continue
                    if rank == "13" and ("13" not in cards or ("13 in ♦ ♥" in cards and suit not in "DH")):
                        continue
                    deck.append(rank + suit)
            table[name] = deck + have
            assert len(table[name]) == int(name.rstrip("m")), (name, len(table[name]))
    return table


PRESETS, DECKS = presets(), decks()
PACKETS = {0: "3 4 3", 2: "3 K1 4 K1 3", 3: "3 K1 4 K1 3 K1", 4: "3 K1 4 K2 3 K1", 5: "3 K3 4 K2 3", 6: "3 K3 3 K3 4"}


class Rules:
    def __init__(self, preset, options):
        words = {"players": "4", "deck": "43", "deal": "", "dead_hands": "0", "two_handed": "none", "draft_kitty": "0",
                 "all_pass": ""}
        words.update(PRESETS[preset])
        words.update(options)
        self.deck, self.players, self.kind = DECKS[words["deck"]], int(words["players"]), words["two_handed"]
        self.hands = 4 if self.kind == "table" else self.players + int(words["dead_hands"])
        kitty = 0 if self.kind == "draft" else len(self.deck) - 10 * self.hands
        self.packets = "" if self.kind == "draw" else words["deal"] or PACKETS[kitty]
        self.draft_kitty, self.same_pack = int(words["draft_kitty"]), words["all_pass"] == "same-pack"


def unescape(word):
    return "" if word == "%" else re.sub("%(..)", lambda m: chr(int(m[1], 16)), word)


class Deal:
    def __init__(self, fields):
        self.number, self.attempt, self.dealer = int(fields["d"]), int(fields["attempt"]), int(fields["dealer"])
        self.key, self.same, self.own = fields.get("key"), fields.get("same") == "1", cards(fields)
        self.up, self.played, self.kitty, self.kitty_up, self.exposed, self.drawn = {}, {}, [], [], [], []
        self.contractor, self.givers, self.swapped = None, set(), {}
        self.outcome = None


def cards(fields):
    return fields["cards"].split(",") if fields.get("cards") else []


class Game:
    def __init__(self, fields, nonce):
        self.fields, self.nonce, self.deals = fields, nonce, []
        self.seat = int(fields["seat"])
        options = [unescape(word).split("=", 1) for word in fields.get("options", "").split(",") if word]
        self.rules = Rules(fields["preset"], dict(options))
        self.totals = [int(score) for score in fields["scores"].split(",")]
        self.nonces = self.mix = None

    def event(self, fields):
        deal, kind, seat = self.deals[-1], fields["k"], int(fields.get("seat", -1))
        hand = int(fields.get("hand", seat))
        if kind == "action":
            word, *given = fields["a"].split(":")
            if fields["phase"] == "play":
                named = given if word == "claim" else [word]
                deal.played.setdefault(hand, set()).update(card.split("=")[0] for card in named)
            elif fields["phase"] == "give":
                deal.givers.add(seat)
            elif fields["phase"] == "swap" and given:
                assert len(given) == (2 if seat == self.seat else 1), "only the seat itself sees the card that it put away"
                deal.swapped[seat] = given[0]
        elif kind == "up":
            if fields["where"] == "hand":
                deal.up.setdefault(hand, []).extend(cards(fields))
            else:
                {"kitty": deal.kitty_up, "exposed": deal.exposed}[fields["where"]].extend(cards(fields))
        elif kind == "drawn":
            deal.drawn += cards(fields)
        elif kind == "contract":
            deal.contractor, deal.partner = int(fields["by"]), int(fields.get("partner", -1))
        elif kind == "kitty":
            deal.kitty = cards(fields)
        elif kind == "show":
            deal.played.setdefault(seat, set()).update(cards(fields))
        elif kind not in ("partner", "trick", "claim"):
            sys.exit(f"the page has no event {kind}")

    def hand(self, fields):
        self.deals[-1].outcome = fields["outcome"]
        for side, delta in enumerate(fields["delta"].split(",")):
            self.totals[side] += int(delta)
        if self.totals != [int(score) for score in fields["scores"].split(",")]:
            sys.exit(f"the scores are not the sum of the deltas: {fields}")

    def prove(self, seed):
        """Section 7, "To check a game", in its order."""
        commit = proof["commitment"](self.fields["set"], seed)
        assert commit.hex() == self.fields["commit"], "commit"
        assert not self.nonce or self.nonce in self.nonces, "the own nonce"
        mix = proof["mix_of"](commit, self.rules.deck, [bytes.fromhex(nonce) for nonce in self.nonces])
        assert mix.hex() == self.mix, "mix"
        first = proof["first_dealer"](seed, mix, self.rules.players)
        before = None
        for deal in self.deals:
            follows = (1, 0) if before is None else (before.number, before.attempt + 1) \
                if before.number == deal.number else (before.number + 1, 0)
            assert (deal.number, deal.attempt) == follows, "the order of deals"
            assert deal.attempt == 0 or before.outcome != "played", "a hand was played twice"
            assert deal.dealer == (first + deal.number - 1) % self.rules.players, "the dealer"
            if deal.same:
                assert self.rules.same_pack and deal.attempt == 0 and before.outcome == "passed-out", "the same pack"
                assert deal.key is None, "a key of the same pack"
                self.compare(deal, proof["same_pack"](*before.dealt, before.dealer))
            else:
                key = proof["key_of"](seed, mix, deal.number, deal.attempt)
                assert proof["key_commitment"](key).hex() == deal.key, "the key"
                self.compare(deal, proof["shuffle"](self.rules.deck, key))
                assert deal.attempt or not (self.rules.same_pack and before and before.outcome == "passed-out"), "shuffled"
            before = deal

    def compare(self, deal, pack):
        rules = self.rules
        if rules.kind == "draw":
            looks = {seat: [] for seat in range(2)}
            for turn in range(20):
                looks[(deal.dealer + 1 + turn) % 2] += pack[2 * turn:2 * turn + 2]
            hands, kitty, exposed = [looks[0], looks[1]], pack[40:], []
            assert deal.drawn == looks[self.seat][:len(deal.drawn)], "what was drawn"
        else:
            hands, kitty, rest = proof["deal"](pack, rules.packets, rules.hands, deal.dealer)
            deal.dealt = hands, kitty
            exposed = rest[:8] if rules.kind == "draft" else []
            kitty += rest[8:8 + rules.draft_kitty] if rules.kind == "draft" else []
            assert deal.outcome == "misdealt" or not deal.own or set(deal.own) == set(hands[self.seat]), "own cards"
            assert deal.outcome == "misdealt" or deal.own, "no cards"
        for hand, up in deal.up.items():
            assert set(up[:5]) == set(hands[hand][5:]) and set(up[5:]) <= set(hands[hand][:5]), "cards of a table hand"
        assert not deal.exposed or set(deal.exposed) == set(exposed), "exposed"
        assert not deal.kitty_up or deal.kitty_up == kitty[-1:], "the kitty's last card"
        if deal.kitty:
            assert set(kitty) <= set(deal.kitty) <= set(kitty + exposed), "the kitty"
        for hand, played in deal.played.items():
            may = set(hands[hand])
            if hand == deal.contractor:
                may |= set(kitty) | set(exposed)
            if deal.givers and hand in (deal.contractor, deal.partner):
                may |= set(hands[deal.contractor]) | set(hands[deal.partner]) | set(kitty)
            if hand in deal.swapped:
                assert deal.swapped[hand] in exposed, "a swap"
                may.add(deal.swapped[hand])
            assert played <= may, f"cards of hand {hand}: {sorted(played - may)}"


class Client:
    def __init__(self, address, name, seed, file, passes=50):
        """`passes`: out of a hundred calls."""
        self.passes = passes
        self.name, self.dice, self.games, self.phases, self.file = name, random.Random(seed), {}, set(), file
        self.input, self.output = sys.stdin, sys.stdout
        if address != "-":
            host, port = address.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)), timeout=LIMIT_SEC)
            self.input = self.output = self.socket.makefile("rw", encoding="utf-8", newline="\n")
        self.say(f"hello v=1 name={name} nonce=1")

    def say(self, line):
        self.output.write(line + "\n")
        self.output.flush()

    def choose(self, fields, game):
        """Any legal answer; calls are rare, so that all kinds of contracts occur."""
        phase, legal = fields["phase"], fields["legal"].split(",") if fields.get("legal") else []
        self.phases.add(phase)
        if phase in ("give", "discard"):
            return ":".join([phase, *self.dice.sample(fields["from"].split(","), int(fields["choose"]))])
        if phase == "swap" and self.dice.random() < 0.7:
            return f"swap:{self.dice.choice(fields['from'].split(','))}:{self.dice.choice(fields['out'].split(','))}"
        if phase in ("auction", "raise") and self.dice.random() * 100 < self.passes:
            return legal[0]
        return self.dice.choice([word for word in legal if word != "claim"])

    def play(self):
        while True:
            line = self.input.readline()
            if not line:
                sys.exit(f"{self.name}: the arena hung up")
            name, *pairs = line.rstrip("\n").split(" ")
            fields = dict(pair.split("=", 1) for pair in pairs)
            game = self.games.get(fields.get("g"))
            if name == "error" and fields["code"] == "nonce":
                game.nonce = ""  # its nonce came too late, on a busy machine
            elif name == "error":
                sys.exit(f"{self.name}: {line}")
            elif name == "bye":
                return
            elif name == "game":
                nonce = self.dice.randbytes(self.dice.randrange(1, 33)).hex() if "nonce" in fields else ""
                self.games[fields["g"]] = Game(fields, nonce)
                if nonce:
                    self.say(f"nonce g={fields['g']} x={nonce}")
            elif name == "fair":
                game.nonces = [unescape(word) for word in fields["nonces"].split(",")]
                game.mix = fields["mix"]
            elif name == "deal":
                game.deals.append(Deal(fields))
            elif name == "cards":
                game.deals[-1].own = game.deals[-1].own or cards(fields)
            elif name == "event":
                game.event(fields)
            elif name == "turn":
                self.say(f"act g={fields['g']} n={fields['n']} a={self.choose(fields, game)}")
            elif name == "hand":
                game.hand(fields)
            elif name == "over":
                reasons = [row[0].strip("`") for row in rows(PROTOCOL, "`over` holds the `reason`")]
                assert fields["reason"] in reasons, fields["reason"]
                game.prove(bytes.fromhex(fields["seed"]))
                with open(self.file, "a", encoding="ascii") as out:
                    print(game.fields["preset"], fields["reason"], len(game.deals), ",".join(sorted(self.phases)),
                          sum(deal.same for deal in game.deals), file=out)
                del self.games[fields["g"]]


if __name__ == "__main__":
    Client(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:5], *map(int, sys.argv[5:])).play()
