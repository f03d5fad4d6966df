#!/bin/sh
# The ladder's pages against handwritten requests: a foreign Host, two lengths in one request, a request in another
# one's body, paths that lead out.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
tmp=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT
build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
    2>"$tmp/log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
cat >"$tmp/page.py" <<'END'
import socket, sys

sys.path.insert(0, "tests/lib")
from patience import patience

port = int(sys.argv[1])

def talk(request, seconds=20):
    """All that comes back until the server closes, or is silent for so long."""
    link = socket.create_connection(("127.0.0.1", port))
    link.settimeout(patience(seconds))
    link.sendall(request)
    got = b""
    try:
        while piece := link.recv(65536):
            got += piece
    except (TimeoutError, ConnectionError):
        pass
    link.close()
    return got

def answers(got):
    return [line.split(b" ")[1] for line in got.split(b"\r\n") if line.startswith(b"HTTP/1.")]

def get(path, host=b"x", more=b""):
    return talk(b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n" + more + b"\r\n")

# --- the Host header is ignored, and appears in no answer
for path in (b"/", b"/nothing", b"/health", b"/game/none"):
    got = get(path, b"evil.example", b"X-Forwarded-Host: evil.example\r\nReferer: http://evil.example/\r\n")
    assert len(answers(got)) == 1, got
    assert b"evil" not in got, got
    assert b"Location" not in got, got

# --- no path leads to a file
for path in (b"/../../etc/passwd", b"/game/../../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/style.css/../../db"):
    got = get(path)
    assert answers(got) in ([b"404"], [b"400"], [b"403"]), got
    assert b"root:" not in got and b"SQLite" not in got, got

# --- a request in the body of another one is a body: a client that sends both lengths gets one answer or none
inner = b"GET /health HTTP/1.1\r\nHost: inner\r\n\r\n"
size = str(len(inner)).encode()
hidden = (
    b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " + size + b"\r\n\r\n" + inner,
    b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"%x\r\n" % len(inner) + inner + b"\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10x\r\n\r\n" + inner,
    b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " + size
    + b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner,
)
for request in hidden:
    got = talk(request, 2)
    assert b"200" not in answers(got), got
    assert len(answers(got)) <= 1, got

# --- a split header does not become two headers of the answer
got = get(b"/nothing%0d%0aSet-Cookie:%20a=b")
assert b"\r\nSet-Cookie" not in got, got

assert answers(get(b"/health")) == [b"200"]
print("the page reads each request to its end and no further")
END
python3 "$tmp/page.py" "$(sed -n '2s/.*://p' "$tmp/ports")"
