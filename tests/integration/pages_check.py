"""Reads every page that links reach from an address, and reports its errors as HTML."""
import sys
import urllib.error
import urllib.request
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

VOID = {"meta", "link", "img", "br", "hr", "input"}
PAGES_MAX = 600
faults = []


class Page(HTMLParser):
    """Keeps a stack of open elements; notes links, ids and forbidden content."""

    def __init__(self, address):
        super().__init__(convert_charrefs=True)
        self.address, self.stack, self.links, self.ids, self.needs = address, [], [], [], []
        self.counts, self.navs = {}, []

    def fault(self, text):
        faults.append("%s:%d: %s" % (self.address, self.getpos()[0], text))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if "svg" not in self.stack:
            self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in VOID:
            self.stack.append(tag)
        if len(values) != len(attrs):
            self.fault("<%s> has an attribute twice" % tag)
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.fault("<%s> has %s=" % (tag, name))
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            if name == "id":
                if value in self.ids:
                    self.fault("the id %s is there twice" % value)
                self.ids.append(value)
            if name in ("aria-labelledby", "for"):
                self.needs.append(value)
        if tag == "nav":
            self.navs.append(values.get("aria-label", ""))
        if tag == "img" and "alt" not in values:
            self.fault("an image without alt")
        if tag == "th" and values.get("scope") not in ("row", "col"):
            self.fault("a <th> without scope")
        if tag == "script" and "src" not in values:
            self.fault("a script within the page")
        if tag == "style":
            self.fault("a style within the page")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.fault("</%s> closes <%s>" % (tag, self.stack[-1] if self.stack else "nothing"))
        if tag in self.stack:
            while self.stack.pop() != tag:
                pass

    def handle_data(self, data):
        for mark in ("<", "&lt;", "%s", "(null)"):
            if mark in data and "<" in mark and any(word in data for word in ("<ol", "<td", "<li", "<p>")):
                self.fault("markup as text: %s" % data.strip()[:60])

    def finish(self):
        if self.stack:
            self.fault("not closed: %s" % self.stack)
        for tag in ("h1", "main", "header", "footer", "title"):
            if self.counts.get(tag) != 1:
                self.fault("%s <%s>" % (self.counts.get(tag, 0), tag))
        if not self.navs or len(set(self.navs)) != len(self.navs) or "" in self.navs and len(self.navs) > 1:
            self.fault("<nav> without a label of its own: %s" % self.navs)
        for name in self.needs:
            if name not in self.ids:
                self.fault("nothing has the id %s" % name)


def fetch(address):
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def main(start):
    host = urlsplit(start).netloc
    waiting, seen, pages, kinds = [(start + "/", "start")], {start + "/"}, {}, {}
    wanted = []
    while waiting and len(seen) < PAGES_MAX:
        address, source = waiting.pop(0)
        status, headers, text = fetch(address)
        if status != 200:
            faults.append("%s (on %s): status %d" % (address, source, status))
            continue
        kind = urlsplit(address).path.split("/")[1]
        kinds[kind] = kinds.get(kind, 0) + 1
        if not headers.get("Content-Type", "").startswith("text/html"):
            continue
        page = Page(address)
        page.feed(text)
        page.close()
        page.finish()
        pages[address] = page
        for link in page.links:
            target, fragment = urldefrag(urljoin(address, link))
            if urlsplit(target).netloc != host:
                page.fault("leads elsewhere: %s" % link)
            elif target not in seen:
                seen.add(target)
                waiting.append((target, address))
            if fragment:
                wanted.append((address, target, fragment))
    for address, target, fragment in wanted:
        if target in pages and fragment not in pages[target].ids:
            faults.append("%s: no %s on %s" % (address, fragment, target))
    status, _, text = fetch(start + "/no/such/page")
    if status != 404 or 'href="/"' not in text:
        faults.append("a page that is not there is no 404 with a way on")
    for kind, least in {"": 1, "game": 13, "bot": 6, "rules": 20, "games": 1, "connect": 1, "about": 1, "history": 1, "tournament": 15, "tournaments": 1, "live": 1,
                        "static": 3, "api": 15}.items():
        if kinds.get(kind, 0) < least:
            faults.append("only %d pages of the kind '%s'" % (kinds.get(kind, 0), kind))
    print("%d addresses, %d pages: %s" % (len(seen), len(pages), kinds))
    for fault in faults[:40]:
        print(fault)
    return 1 if faults else 0


sys.exit(main(sys.argv[1]))
