"""shares_client.py PORT - connections from 127.0.0.2 that take handshakes and tables, and an honest one beside them."""
import socket
import sys
import time

sys.path.insert(0, "tests/lib")
from patience import await_until, patience

PORT = int(sys.argv[1])


def connect(address):
    stream = socket.socket()
    stream.settimeout(patience(10))
    stream.bind((address, 0))
    stream.connect(("127.0.0.1", PORT))
    return stream


def refused(stream):
    """True if the daemon has hung up."""
    stream.settimeout(0.05)
    try:
        return stream.recv(1) == b""
    except socket.timeout:
        return False
    except ConnectionError:
        return True


class Bot:
    def __init__(self, address, name):
        self.stream = connect(address)
        self.lines = self.stream.makefile("r", encoding="ascii")
        self.say(f"hello v=1 name={name} lobby=1")
        assert self.hear().startswith("welcome"), name

    def say(self, line):
        self.stream.sendall((line + "\n").encode())

    def hear(self):
        return self.lines.readline()


# Silent sockets: sixty would be all; twenty are what an address gets.
silent = [connect("127.0.0.2") for _ in range(100)]

def held():
    return sum(not refused(stream) for stream in silent)


await_until("all but twenty silent connections are refused", lambda: held() <= 20)
assert held() == 20, f"{held()} silent connections of one address are held"
for i in range(20):  # nobody else is refused, not even by chance
    Bot("127.0.0.1", f"honest{i}").stream.close()
for stream in silent:
    stream.close()


def let_in():
    stream = connect("127.0.0.2")
    taken = not refused(stream)
    stream.close()
    return taken


await_until("the daemon has seen that they are gone", let_in)

# Tables for tomorrow: four of a connection, thirty of an address.
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
holders[0].stream.close()
honest.stream.close()

# Hit and run: paired with the three that wait, and gone before the game begins.
runs = 0
while runs < 3000:
    runs += 1
    runner = connect("127.0.0.2")
    try:
        runner.sendall(f"hello v=1 name=runner{runs % 3}\n".encode())
        if not runner.recv(1000):
            break
    except ConnectionError:
        break
    time.sleep(0.0005 * (runs % 8))  # somewhere between the pairing and the start
    runner.close()
assert runs < 3000, "who leaves again and again is let in again and again"
print(f"20 of 100 handshakes, {opened} of 80 tables of one address; {runs - 1} runs; the other was served")
