# ports.sh - free ports for servers whose address others must know before they listen; source it from the top of the
# checkout.
# shellcheck shell=sh

# free_port: prints a port of the loopback that is free now. It lies below those that the system gives to connections, so
# no connection gets it before its owner listens, or while a test starts its owner again. It is drawn, so two tests that
# ask at once get two.
free_port() {
    python3 - <<'PY'
import random, socket
with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
    first, last = map(int, file.read().split())
ports = [port for port in range(5000, 65536) if not first <= port <= last]
while True:
    port = random.choice(ports) if ports else 0
    with socket.socket() as trial:
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            continue
        print(trial.getsockname()[1])
        break
PY
}
