"""completion_zsh.py DIRECTORY LINE WANTED: types LINE and a tabulator into a zsh whose function path has DIRECTORY,
with _avondale in it, and waits until the line shows WANTED."""
import os
import pty
import re
import select
import sys
import time

sys.path.insert(0, "tests/lib")
from patience import patience

directory, line, wanted = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="dumb", ZDOTDIR=directory, HOME=directory, COLUMNS="200", LINES="60")
    os.execvp("zsh", ["zsh", "-f", "-i"])

told = ""
end = time.monotonic() + patience(30)


def await_text(what):
    global told
    while what not in told:
        if time.monotonic() > end or not select.select([terminal], [], [], 1)[0]:
            if time.monotonic() > end:
                sys.exit("zsh: %s: no '%s' in %r" % (line, what, told[-300:]))
            continue
        try:
            told += re.sub("\x1b\\[[0-9;?]*[A-Za-z]|\r", "", os.read(terminal, 4096).decode(errors="replace"))
        except OSError:
            sys.exit("zsh: it ended: %r" % told[-300:])


def say(text):
    os.write(terminal, text.encode())


# The terminal echoes what is typed, so the words that we wait for differ from those that we type.
say("unsetopt zle_bracketed_paste; PS1='%%' PS2=; fpath=(%s $fpath); autoload -U compinit; compinit -u -D; echo rea''dy\n" % directory)
await_text("ready")
told = ""
say(line + "\t")
await_text(wanted)
os.kill(child, 9)
os.waitpid(child, 0)
