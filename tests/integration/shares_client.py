"""shares_client.py PORT DATABASE - connections from 127.0.0.2 that take handshakes and tables, and an honest one beside them."""
import socket
import sqlite3
import subprocess
import sys

sys.path.insert(0, "tests/lib")
from patience import await_until, patience

PORT = int(sys.argv[1])
DATABASE = sys.argv[2]


def connect(address):
    stream = socket.socket()
    stream.settimeout(patience(10))
    stream.bind((address, 0))
    stream.connect(("127.0.0.1", PORT))
    return stream


def refused(stream):
    """True if the daemon has closed the connection."""
    stream.settimeout(0.05)
    try:
        return stream.recv(1) == b""
    except socket.timeout:
        return False
    except ConnectionError:
        return True


class Bot:
    def __init__(self, address, name, options=" lobby=1"):
        self.stream = connect(address)
        self.lines = self.stream.makefile("r", encoding="ascii")
        self.say(f"hello v=1 name={name}{options}")
        assert self.hear().startswith("welcome"), name

    def say(self, line):
        self.stream.sendall((line + "\n").encode())

    def hear(self):
        return self.lines.readline()

    def leave(self):
        self.lines.close()
        self.stream.close()


# Silent sockets: the daemon's limit is sixty; one address gets twenty.
silent = [connect("127.0.0.2") for _ in range(100)]

def held():
    return sum(not refused(stream) for stream in silent)


await_until("all but twenty silent connections are refused", lambda: held() <= 20)
assert held() == 20, f"{held()} silent connections of one address are held"
for i in range(20):  # no other client is refused, not even by chance
    Bot("127.0.0.1", f"honest{i}").leave()
for stream in silent:
    stream.close()


def let_in():
    stream = connect("127.0.0.2")
    taken = not refused(stream)
    stream.close()
    return taken


await_until("the daemon has seen that they are gone", let_in)

# Tables for tomorrow: four for a connection, thirty for an address.
opened, full, holders = 0, 0, []
for i in range(20):
    bot = Bot("127.0.0.2", f"holder{i}")
    holders.append(bot)
    for _ in range(4):
        bot.say("open delay=86000000")
        answer = bot.hear()
        opened += answer.startswith("table ")
        full += "code=full" in answer
assert (opened, full) == (30, 50), f"{opened} tables opened, {full} refused"
honest = Bot("127.0.0.1", "honest")
honest.say("open")
assert honest.hear().startswith("table "), "another address gets no table"
holders[0].leave()
honest.leave()

# A bot is paired with the three that wait, and leaves before the game begins. The game begins when the database holds
# its commitment, so a locked database leaves enough time.


def shown(what, key, column):
    """A number from the output of `avondale admin`."""
    lines = subprocess.run(["build/avondale", "admin", "--socket", DATABASE + ".admin", "show", what], check=True,
                           capture_output=True, text=True, timeout=patience(20)).stdout.splitlines()
    return next(int(line.split()[column]) for line in lines if line.split()[:1] == [key])


def games():
    return shown("stats", "games_started", 1)


def departures():
    return shown("limits", "departures-per-minute", 2)


def hit_and_run(number):
    """Returns False if the bot is not admitted."""
    games_before, departures_before = games(), departures()
    database.execute("BEGIN IMMEDIATE")
    try:
        runner = Bot("127.0.0.2", f"runner{number}", "")
    except (AssertionError, ConnectionError):
        database.execute("ROLLBACK")
        return False
    await_until("the runner is paired", lambda: games() > games_before)
    runner.leave()
    games()  # one loop reads both, in order: after this answer it knows that the bot has left
    database.execute("ROLLBACK")
    await_until("the departure is counted", lambda: departures() > departures_before)
    return True


database = sqlite3.connect(DATABASE, timeout=patience(15), isolation_level=None)
runs = next(number for number in range(5) if not hit_and_run(number))
assert runs == 3, f"who leaves again and again is let in {runs} times"
print(f"20 of 100 handshakes, {opened} of 80 tables of one address; {runs} runs; the other was served")
