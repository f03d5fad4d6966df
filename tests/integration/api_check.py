"""Compares the answers of a daemon with the file that describes them."""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, "tests/lib")
from patience import await_until, patience

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
faults = []


def fetch(address, headers=None):
    """Chances are computed behind everything else: on a busy machine they come when they are asked for once more."""
    answers = []

    def answered():
        answers.append(fetch_once(address, headers))
        return answers[-1][0] != 503 or "/chances" not in address

    await_until("an answer to " + address, answered, 60)
    return answers[-1]


def fetch_once(address, headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers or {})) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Checker:
    """Counts which properties of the schemas ever appear, so that none is described in vain."""

    def __init__(self, schemas):
        self.schemas, self.seen, self.known = schemas, set(), set()

    def check(self, where, value, schema):
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return self.check(name if "." not in where else where.split(" ")[0] + " " + name, value, self.schemas[name])
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_type(value, name) for name in names):
            faults.append("%s: expected %s, got %.60r" % (where, names, value))
        elif isinstance(value, list):
            for item in value:
                self.check(where + "[]", item, schema["items"])
        elif isinstance(value, dict) and "properties" in schema:
            self.check_object(where, value, schema)
        elif isinstance(value, dict) and "additionalProperties" in schema:
            for item in value.values():
                self.check(where + "{}", item, schema["additionalProperties"])
        return None

    def check_object(self, where, value, schema):
        for key in schema["required"]:
            if key not in value:
                faults.append("%s: no %s" % (where, key))
        for key in schema["properties"]:
            self.known.add((where, key))
        for key, item in value.items():
            if key in schema["properties"]:
                self.seen.add((where, key))
                self.check(where + "." + key, item, schema["properties"][key])
            elif not where.startswith("Record"):
                faults.append("%s: %s is not described" % (where, key))


def expect(status, got, address):
    if status != got:
        faults.append("%s: expected %s, got %s" % (address, status, got))


def check_stream(checker, address, schema):
    """The first events of an endless stream."""
    with urllib.request.urlopen(address, timeout=patience(20)) as answer:
        if answer.headers["Content-Type"] != "text/event-stream" or "ETag" in answer.headers:
            faults.append("%s: headers %s" % (address, answer.headers.items()))
        number = None
        for line in answer:
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key == "id":
                number = int(value.split("-")[1])
            elif key == "data":
                checker.check("State", dict(json.loads(value), n=number), schema)
                return value
    return None


def check_answer(checker, start, path, operation):
    address = start + path
    content = operation["responses"]["200"]["content"]
    if "text/event-stream" in content:
        return check_stream(checker, address, content["text/event-stream"]["schema"])
    status, headers, body = fetch(address)
    expect(200, status, address)
    if status != 200:
        return None
    if headers["Content-Type"] != "application/json" or "Access-Control-Allow-Origin" in headers:
        faults.append("%s: headers %s" % (address, headers.items()))
    value = json.loads(body)
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    checker.check(schema.get("$ref", path).rsplit("/", 1)[1], value, schema)
    expect(304, ask_again(address, headers["ETag"]), address + " again")
    return value


def ask_again(address, tag):
    """The status of a request for unchanged data. The waiting times change each second, so those are requested anew."""
    for _ in range(5):
        status, headers, _ = fetch(address, {"If-None-Match": tag})
        if status == 304 or headers["ETag"] == tag:
            break
        tag = headers["ETag"]
    return status


def check_error(checker, status, address, operation):
    got, headers, body = fetch(address)
    expect(status, got, address)
    if headers["Content-Type"] != "application/json":
        faults.append("%s: an error that is %s" % (address, headers["Content-Type"]))
    else:
        checker.check("Error", json.loads(body),
                      operation["responses"][str(status)]["content"]["application/json"]["schema"])
    return body.decode()


def check_parameters(checker, start, path, operation):
    """Limits hold as described, and wrong parameters are named."""
    paged = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
    if "nothing" not in check_error(checker, 400, start + path + "?nothing=1", operation):
        faults.append("%s: an unknown parameter is not named" % path)
    for parameter in operation.get("parameters", []):
        if parameter["in"] != "query":
            continue
        schema = parameter["schema"]
        if parameter["name"] == "ladder":
            check_error(checker, 404, "%s%s?%s=nobody" % (start, path, parameter["name"]), operation)
        bad = ["", "a/b", "%3Cscript%3E"] if schema["type"] == "string" else ["x", "", "-1", "1.5"]
        if "maxLength" in schema: # whatever is short enough is judged in the answer
            bad = ["", "x" * (schema["maxLength"] + 1)]
        bad += [str(schema[k] + d) for k, d in (("maximum", 1), ("minimum", -1)) if k in schema]
        for value in bad:
            text = check_error(checker, 400, "%s%s?%s=%s" % (start, path, parameter["name"], value), operation)
            if parameter["name"] not in text:
                faults.append("%s: %s=%s is not named in %s" % (path, parameter["name"], value, text))
        for key in ("maximum", "minimum"):
            if key in schema:
                address = "%s%s?%s=%d" % (start, path, parameter["name"], schema[key])
                no_such = key == "maximum" and parameter["name"] == "hand"
                expect(404 if no_such else 200, fetch(address)[0], address)
    return "limit" in paged


def check_parts(start, path):
    """All parts together are the whole, in order."""
    whole = json.loads(fetch(start + path + "?limit=500")[2])
    rows = next(key for key in ("standings", "games", "tables", "points") if key in whole)
    parts, after = [], None
    while len(parts) <= len(whole[rows]):
        part = json.loads(fetch("%s%s?limit=2%s" % (start, path, "" if after is None else "&after=%s" % after))[2])
        parts += part[rows]
        after = part["next"]
        if after is None:
            break
    if parts != whole[rows]:
        faults.append("%s: %d rows in parts, %d at once" % (path, len(parts), len(whole[rows])))


def check_post(checker, start, path, operation):
    """A spectator's line is accepted; another one is refused, and the error names what is wrong."""
    chat = json.loads(fetch(start + path)[2])
    good = {"name": "reader", "text": "a line", "pass": chat["pass"]}
    rows = [(200, good, {}), (400, dict(good, name="<script>"), {}), (400, dict(good, phrase="hello"), {}),
            (400, dict(good, text="a\nb"), {}), (400, dict(good, text=""), {}), (400, dict(good, more="1"), {}),
            (403, dict(good, **{"pass": "0" * 24}), {}), (403, good, {"Origin": "http://elsewhere.example"}),
            (403, good, {"Sec-Fetch-Site": "cross-site"}), (415, good, {"Content-Type": "text/plain"})]
    rows += [(200, good, {"Origin": start, "Sec-Fetch-Site": "same-origin"})] * 4 + [(429, good, {})]
    for status, form, headers in rows:
        for _ in range(20):
            request = urllib.request.Request(start + path, urllib.parse.urlencode(form).encode(), headers)
            try:
                with urllib.request.urlopen(request) as answer:
                    got, value = answer.status, json.loads(answer.read())
            except urllib.error.HTTPError as error:
                got, value = error.code, json.loads(error.read())
            if status != 429 or got != 200:  # three seconds may pass on a slow machine; then one more line is allowed
                break
        expect(status, got, "POST %s %s %s" % (path, form, headers))
        schema = operation["responses"][str(got)]["content"]["application/json"]["schema"]
        checker.check(schema["$ref"].rsplit("/", 1)[1], value, schema)
        wrong = next((key for key in form if form[key] != good.get(key)), None)
        if got in (400, 403) and wrong not in (None, "more") and not value["error"].startswith(wrong + ":"):
            faults.append("POST %s: %s is not named in %s" % (path, wrong, value))


def call(start, method, path, token=None, form=None):
    """Returns the status and the value of an answer."""
    headers = {"Authorization": "Bearer " + token} if token else {}
    body = urllib.parse.urlencode(form or {}).encode() if method == "POST" else None
    try:
        with urllib.request.urlopen(urllib.request.Request(start + path, body, headers, method=method)) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def check_owner(checker, start, paths, bot, bot_token):
    """An owner is made, takes over a bot, and does everything with it; without a token nothing is allowed."""
    def expect_schema(status, method, template, token=None, form=None):
        path = template.replace("{NAME}", bot)
        got, value = call(start, method, path, token, form)
        expect(status, got, "%s %s" % (method, path))
        schema = paths[template][method.lower()]["responses"][str(got)]["content"]["application/json"]["schema"]
        checker.check(schema["$ref"].rsplit("/", 1)[1], value, schema)
        return value

    token = expect_schema(201, "POST", "/api/v1/account")["token"]
    deeds = [path for path in paths if path.startswith("/api/v1/account/bots/")]
    for template in deeds:
        expect_schema(401, "POST", template)
        expect_schema(403, "POST", template, bot_token, {"token": bot_token})
    expect_schema(403, "POST", deeds[0], token, {"token": token})
    for template in deeds:
        expect_schema(200, "POST", template, token, {"token": bot_token})
    for template in ["/api/v1/account"] + deeds:
        expect_schema(200, "GET", template, token)
        expect_schema(401, "GET", template)
    logs = "/api/v1/bots/{NAME}/games"
    for status, who in ((200, token), (401, None)):
        expect_schema(status, "GET", logs, who)
    paths[logs + "/not-there/log"] = paths[logs + "/{ID}/log"]
    for status, who in ((404, token), (401, None)):
        expect_schema(status, "GET", logs + "/not-there/log", who)
    del paths[logs + "/not-there/log"]
    check_entries(start, paths, expect_schema, bot, token)


def check_entries(start, paths, expect_schema, bot, token):
    """The owner, and nobody else, signs its bot up for the event that is open for entries, and for no other."""
    template = "/api/v1/events/{EVENT}/entries"
    events = json.loads(fetch(start + "/api/v1/events")[2])["events"]
    of = {event["entries"]: template.replace("{EVENT}", event["event"]) for event in events}
    for path in of.values():
        paths[path] = paths[template]
    form = {"name": bot}
    expect_schema(401, "POST", of["signed"], None, form)
    expect_schema(409, "POST", of["file"], token, form)
    expect_schema(404, "POST", of["signed"], token, {"name": "not-mine"})
    expect_schema(400, "POST", of["signed"], token, {})
    for _ in range(2):
        expect_schema(200, "POST", of["signed"], token, form)
    expect([bot], json.loads(fetch(start + of["signed"])[2])["names"], "who signed up")
    for status, query in ((200, "?name=" + bot), (400, "?bot=" + bot), (400, ""), (404, "?name=not-mine")):
        got, _ = call(start, "DELETE", of["signed"] + query, token)
        expect(status, got, "DELETE " + query)
    expect([], json.loads(fetch(start + of["signed"])[2])["names"], "who is signed up")
    for path in of.values():
        del paths[path]


def check_methods(checker, start, path, operations):
    """OPTIONS lists the methods; the others are refused, with an error as data."""
    allowed = {"GET", "HEAD", "OPTIONS"} | {"POST", "PUT", "DELETE"} & {key.upper() for key in operations}
    for method in ("OPTIONS", "PUT", "DELETE", "PATCH", "POST"):
        if method in ("POST", "DELETE") and method in allowed:
            continue
        request = urllib.request.Request(start + path, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, headers, body = error.code, error.headers, error.read()
        expect(204 if method == "OPTIONS" else 405, status, "%s %s" % (method, path))
        if set((headers["Allow"] or "").split(", ")) != allowed:
            faults.append("%s %s: Allow: %s" % (method, path, headers["Allow"]))
        if method != "OPTIONS":
            checker.check("Error", json.loads(body), checker.schemas["Error"])


def played_in(start, tournament):
    """The first meeting that has games, and the second of them: one with a neighbour."""
    base = "%s/api/v1/tournaments/%s" % (start, tournament)
    number = str(next(m["number"] for m in json.loads(fetch(base)[2])["meetings"] if m["games"]))
    return number, json.loads(fetch(base + "/meetings/" + number)[2])["games"][1]["game"]


def main(file, start, bot, bot_token):
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    checker = Checker(document["components"]["schemas"])
    recent = json.loads(fetch(start + "/api/v1/recent?limit=500")[2])
    ladders = [ladder["ladder"] for ladder in json.loads(fetch(start + "/api/v1/ladders")[2])["ladders"]]
    rows = [check_answer(checker, start, "/api/v1/standings?ladder=" + ladder, document["paths"]["/api/v1/standings"]["get"])
            for ladder in ladders]
    names = {"NAME": sorted({name for row in rows for bot in row["standings"] for name in bot["name"].split("+")}),
             "SEASON": [s["season"] for s in json.loads(fetch(start + "/api/v1/seasons")[2])["seasons"]],
             "ID": [game["game"] for game in recent["games"]],
             "EVENT": [e["event"] for e in json.loads(fetch(start + "/api/v1/events")[2])["events"]],
             "SERIES": ["league"],
             "TABLE": [table["game"] for table in json.loads(fetch(start + "/api/v1/tables")[2])["tables"]],
             "TOURNAMENT": [t["id"] for t in json.loads(fetch(start + "/api/v1/tournaments")[2])["tournaments"]],
             "RULESET": [r["name"] for r in json.loads(fetch(start + "/api/v1/play")[2])["rulesets"]],
             "PRESET": [p["name"] for p in json.loads(fetch(start + "/api/v1/rules")[2])["presets"]]}
    played = {name: played_in(start, name) for name in names["TOURNAMENT"]}
    answers = 0
    owners = [template for template in document["paths"] if template.startswith(("/api/v1/account", "/api/v1/bots/{NAME}/games")) or "{LABEL}" in template]
    for template, operations in document["paths"].items():
        if "post" in operations and template not in owners and not template.startswith("/api/v1/events"):
            check_post(checker, start, template.replace("{TABLE}", names["TABLE"][0]), operations["post"])
    for template, operations in document["paths"].items():
        if template in owners:
            check_methods(checker, start, template.replace("{NAME}", bot).replace("{LABEL}", "1").replace("{ID}", "1"), operations)
            continue
        operation = operations["get"]
        key = next((key for key in names if "{%s}" % key in template), None)
        for name in names[key] if key else [""]:
            meeting, game = played.get(name, ("1", "t-000001"))
            path = template.replace("{%s}" % key, name).replace("{MEETING}", meeting).replace("{GAME}", game)
            answers += check_answer(checker, start, path, operation) is not None
        if key:
            check_error(checker, 404, start + template.replace("{%s}" % key, "not-there").replace("{MEETING}", "1").replace("{GAME}", "t-000001"), operation)
        check_methods(checker, start, path, operations)
        if check_parameters(checker, start, path, operation):
            check_parts(start, path)
    # This is the last request: from here on the bot has another owner, and no team with its old one.
    check_owner(checker, start, document["paths"], bot, bot_token)
    served = json.loads(fetch(start + "/api/v1/openapi.json")[2])
    if served != document:
        faults.append("the description that is served is not %s" % file)
    # These games have no claims, and a record may leave out a property. The bot had no owner during its games, so it
    # has no log; test_page_log.c and game_logs.sh cover logs. It has no program; test_hand_in.c covers programs.
    never = {(where, key) for where, key in checker.known - checker.seen
             if not where.startswith("Record") and (where.endswith("Step"), key) != (True, "claim") and
             "News" not in where and not where.startswith("GameLog") and
             (where, key) not in (("Contract", "partner"), ("Owner.bots[]", "program"))}
    for where, key in sorted(never):
        faults.append("%s.%s was in no answer" % (where, key))
    print("%d paths, %d answers, %d properties" % (len(document["paths"]), answers, len(checker.seen)))
    for fault in faults[:40]:
        print(fault)
    return 1 if faults or answers < 60 else 0


sys.exit(main(*sys.argv[1:]))
