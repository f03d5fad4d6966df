"""Connections from chosen addresses: how a daemon answers a hello.

endpoints.py ask ENDPOINT [WORDS]        prints the first word of the answer and its code, such as "error claim"
endpoints.py limits PORTS                three addresses of one /64, and one of another, under --peers-per-address-max 2
"""
import os
import socket
import sys

LIMIT_SEC = 60 * int(os.environ.get("AVONDALE_TEST_SLOWNESS", "1"))  # a copy of this file is run alone


def dial(endpoint, source=None):
    if endpoint.startswith("unix:"):
        link = socket.socket(socket.AF_UNIX)
        link.connect(endpoint[len("unix:"):])
        return link
    host, port = endpoint.rsplit(":", 1)
    return socket.create_connection((host.strip("[]"), int(port)), timeout=LIMIT_SEC, source_address=(source, 0) if source else None)


def say(link, name, words=""):
    """The answer to a hello: "welcome", "error CODE", or "" if the connection ends without one."""
    try:
        link.sendall(f"hello v=1 name={name}{words and ' ' + words}\n".encode())
        answer = link.makefile().readline().split()
    except ConnectionResetError:
        return ""
    codes = [word[len("code="):] for word in answer if word.startswith("code=")]
    return " ".join(answer[:1] + codes[:1])


def limits(ports):
    with open(ports, encoding="ascii") as file:
        port = file.readline().strip().rsplit(":", 1)[1]
    kept = []

    def expect(source, name, answer):
        host = "2001:db8:0:1::1" if ":" in source else "192.0.2.1"
        link = dial(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", source)
        kept.append(link)
        said = say(link, name)
        if said != answer:
            sys.exit(f'{source} heard "{said}" instead of "{answer}"')

    expect("2001:db8:0:1::1", "one", "welcome")
    expect("2001:db8:0:1::2", "two", "welcome")
    expect("2001:db8:0:1::3", "three", "")
    expect("2001:db8:0:2::1", "four", "welcome")
    expect("192.0.2.1", "five", "welcome")
    expect("192.0.2.1", "six", "welcome")
    expect("192.0.2.1", "seven", "")
    expect("192.0.2.2", "eight", "welcome")


if sys.argv[1] == "ask":
    print(say(dial(sys.argv[2]), "asks", *sys.argv[3:]))
else:
    limits(sys.argv[2])
