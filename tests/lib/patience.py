"""Waiting for a condition, with a limit that AVONDALE_TEST_SLOWNESS multiplies; see await.sh."""
import os
import sys
import time

STEP_SECONDS = 0.02


def patience(seconds):
    """That limit on this machine."""
    return seconds * int(os.environ.get("AVONDALE_TEST_SLOWNESS", "1"))


def deadline(seconds):
    """The end of that limit, by time.monotonic()."""
    return time.monotonic() + patience(seconds)


def await_until(what, met, seconds=20):
    """Waits until met() is true. If that takes too long the program ends, and prints what it waited for."""
    end = deadline(seconds)
    while not met():
        if time.monotonic() > end:
            sys.exit("it did not come to this: " + what)
        time.sleep(STEP_SECONDS)
