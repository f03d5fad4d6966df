"""What bots may request for a table. table_options_client.py HOST:PORT PAGE [MODE]; modes are listed in main()"""
import sys
import urllib.error
import urllib.request

sys.path.insert(0, "tests/integration")
from lobby_client import Bot, check, expect_quiet

ALL = "hints=0 watch=0 chat=preset bid_ms=1500 play_ms=1200"
PAGE = sys.argv[2]


def options(message):
    return " ".join("%s=%s" % (key, message[key]) for key in ("hints", "watch", "chat", "bid_ms", "play_ms")
                    if key in message)


def status(path):
    try:
        with urllib.request.urlopen("http://%s%s" % (PAGE, path)) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


class Slow(Bot):
    """Leaves its turns to other code, which may look at the table meanwhile."""

    def take(self, kind, fields):
        if kind != "turn":
            super().take(kind, fields)
            return
        self.turn = fields
        self.seen.append({"t": kind, **fields})


def meet(kind=Bot, names=("ann", "bob")):
    bots = [kind(name, "lobby=1") for name in names]
    for bot in bots:
        bot.session = bot.expect("welcome")["session"]
    return bots


def refusals(bot, fields):
    for field in fields:
        for message in ("seek rated=0 ", "open ", "challenge names=bob "):
            bot.say(message + field)
            bot.expect("error", code="option")


def a_table():
    ann, bob = meet(Slow)
    refusals(ann, ("chat=loud", "bid_ms=3001", "bid_ms=99", "play_ms=3001", "play_ms=-1"))
    ann.say("seek bid_ms=2000")  # rated: the bot could choose its opponents
    ann.expect("error", code="option")
    ann.say("open " + ALL)
    table = ann.expect("table")
    check("options", options(table), ALL)
    code = table["code"]
    bob.say("chat code=%s say=hello" % code)  # it does not sit there
    bob.expect("error", code="table")
    bob.say("chat code=NOSUCHCODE say=hello")
    bob.expect("error", code="table")
    ann.say("chat code=%s say=luck" % code)  # nobody else sits there
    bob.say("join code=%s" % code)
    check("options", options(bob.expect("table")), ALL)
    return ann, bob, code


def the_game(ann, bob, code):
    for bot in (ann, bob):
        game = bot.expect("game")
        check("times", (game["auction"], game["exchange"], game["play"]), ("1500", "3000", "1200"))
        check("chat", (game.get("chat"), game.get("watch")), ("preset", "0"))
    check("live page", status("/live/" + game["id"]), 404)
    # In the game the code is of no use.
    ann.say("chat code=%s say=hello" % code)
    ann.expect("error", code="chat")
    return game


def play_on(bots):
    for bot in bots:
        bot.__class__ = Bot
        if getattr(bot, "turn", None):
            bot.take("turn", bot.turn)


def talk_after(ann, bob, code):
    for bot in (ann, bob):
        bot.expect("over")
    # A valid phrase, an unknown one, and one too soon: in one write, so that no second passes between them.
    ann.say("\n".join("chat code=%s say=%s" % (code, words) for words in ("well-played", "words", "again")))
    said = bob.expect("said", code=code)
    check("said", (said["g"], said["seat"], said["say"]), ("0", "0", "well-played"))
    ann.expect("error", code="say")
    ann.expect("error", code="hush")
    bob.say("chat code=%s say=thanks" % code)
    ann.expect("said", code=code, say="thanks")


def before_a_game():
    """Two wait for a later moment, and chat; a bot that plays elsewhere receives and sends nothing."""
    ann, bob, cy = meet(names=("ann", "bob", "cy"))
    ann.say("open delay=600000")
    code = ann.expect("table")["code"]
    bob.say("join code=" + code)
    bob.expect("table")
    bob.say("chat code=%s say=any%%20words" % code)
    check("seat", ann.expect("said", code=code)["seat"], "1")
    for bot in (bob, cy):
        bot.__class__ = Slow
        bot.say("seek rated=0")
    for bot in (bob, cy):
        bot.expect("game")
    bob.say("chat code=%s say=my%%20cards" % code)
    bob.expect("error", code="chat")
    ann.say("chat code=%s say=yours" % code)
    expect_quiet([ann, bob, cy], "said")
    play_on((bob, cy))
    for bot in (bob, cy):
        bot.expect("over")
        bot.say("unseek")
    for bot in (ann, bob, cy):
        bot.close()


def searches():
    """Wishes exclude no bot from a game; times do, and bots with equal times find each other."""
    ann, bob, cy, di = meet(names=("ann", "bob", "cy", "di"))
    ann.say("seek rated=0 bid_ms=2000")
    check("options", options(ann.expect("seeking")), "bid_ms=2000")
    bob.say("seek rated=0 chat=none watch=0 hints=0")
    check("options", options(bob.expect("seeking")), "hints=0 watch=0 chat=none")
    cy.__class__ = bob.__class__ = Slow
    cy.say("seek rated=0")
    for bot in (bob, cy):
        game = bot.expect("game")
        check("wishes", (game.get("chat"), game.get("watch"), game["auction"]), (None, "0", "3000"))
    asked = [bot for bot in (bob, cy) if getattr(bot, "turn", None) or bot.find("turn")][0]
    asked.say("hint n=%s" % asked.turn["n"])
    asked.expect("error", code="no-hints")
    for bot in (bob, cy):
        bot.say("unseek")
        bot.expect("seeking")
    play_on((bob, cy))
    expect_quiet([ann], "game")
    di.say("seek rated=0 bid_ms=2000")
    for bot in (ann, di):
        check("times", bot.expect("game")["auction"], "2000")
        bot.say("unseek")
    for bot in (bob, cy, ann, di):
        bot.expect("over")
        bot.close()


def challenge():
    ann, bob = meet()
    ann.say("challenge names=bob play_ms=1000 watch=0")
    invited = bob.expect("invited")
    check("options", options(invited), "watch=0 play_ms=1000")
    bob.say("accept code=" + invited["code"])
    for bot in (ann, bob):
        check("times", bot.expect("game")["play"], "1000")
        bot.expect("over")
        bot.close()


def begin():
    ann, bob, code = a_table()
    the_game(ann, bob, code)
    until_turn = [bot for bot in (ann, bob)]
    while not any(getattr(bot, "turn", None) for bot in until_turn):
        Bot.read_all()
    print(ann.session, bob.session)


def resume(sessions):
    bots = [Slow(name, "session=" + session) for name, session in zip(("ann", "bob"), sessions)]
    for bot in bots:
        game = bot.expect("game")
        check("resumed", game["resumed"], "1")
        check("times", (game["auction"], game["play"]), ("1500", "1200"))
        check("chat", (game.get("chat"), game.get("watch")), ("preset", "0"))
    check("live page", status("/live/" + game["id"]), 404)
    while not any(getattr(bot, "turn", None) for bot in bots):
        Bot.read_all()
    asked = [bot for bot in bots if getattr(bot, "turn", None)][0]
    asked.say("hint n=%s" % asked.turn["n"])
    asked.expect("error", code="no-hints")
    play_on(bots)
    for bot in bots:
        bot.expect("over")
    print("after a crash: the same table")


def mean():
    ann, bob = meet()
    refusals(ann, ("hints=1", "watch=1", "chat=preset", "chat=text", "play_ms=5001"))
    ann.say("open hints=0 watch=0 chat=none play_ms=5000")
    check("options", options(ann.expect("table")), "play_ms=5000")
    bob.say("ping")
    print("a mean operator: nothing more than allowed")


def stakes():
    """In a season with 500 chips: the lowest stake counts where all name one; nowhere else."""
    ann, bob = meet()
    for words in ("seek stake=111", "seek stake=550", "seek rated=0 stake=110", "open stake=30",
                  "challenge names=bob stake=30"):
        ann.say(words)
        ann.expect("error", code="option")
    for bot, stake in ((ann, 275), (bob, 110)):
        bot.say("seek stake=%d" % stake)
        check("stake", bot.expect("seeking")["stake"], str(stake))
    for bot in (ann, bob):
        check("stake", bot.expect("game")["stake"], "110")
        bot.say("unseek")
    for bot in (ann, bob):
        winners = bot.expect("over")["winners"].split(",")
        bot.close()
    print("stakes: 110 chips a seat,", len(winners), "won")


def poor():
    """In a season where a purse pays for one game: the loser is told that it cannot pay."""
    bots = meet()
    winners = []
    while len(winners) != 1:  # a tie gives each bot its chips back
        for bot in bots:
            bot.say("seek")
        for bot in bots:
            bot.expect("game")
            bot.say("unseek")
        for bot in bots:
            winners = bot.expect("over")["winners"].split(",")
    for bot in bots:
        bot.say("seek")
        bot.expect("seeking")
        bot.say("tables")
    check("poor", sorted(bot.expect("waiting").get("why", "") for bot in bots)[1], "chips")
    print("poor: one of two cannot pay")


def no_stakes():
    ann, = meet(names=("ann",))
    ann.say("seek stake=30")  # there is no season
    ann.expect("error", code="option")


def main():
    if len(sys.argv) > 3:
        {"mean": mean, "stakes": stakes, "no_stakes": no_stakes, "poor": poor, "begin": begin, "resume": lambda: resume(sys.argv[4].split())}[sys.argv[3]]()
        return
    ann, bob, code = a_table()
    game = the_game(ann, bob, code)
    play_on((ann, bob))
    talk_after(ann, bob, code)
    for bot in (ann, bob):
        bot.close()
    print("a table: its options hold in", game["id"])
    before_a_game()
    searches()
    challenge()
    print("before a game, searches, a challenge: as named")


main()
