"""writers.py TABLE: holds that one file writes a field of the structs that TABLE names.

The compiler decides: for each source of a struct's room the private header is written anew with `const` before each
field that the table gives to another file, and the source is parsed with it. Prints a line for each write that
another file owns, for each field that no file owns, and for each name in the table that is no field. Exits with 1 if
there was any.

TABLE has a line `struct NAME HEADER` and, below it, lines `FILE: FIELD ...`; `*` stands for several files, for values
that have functions of their own. `#` begins a comment.
"""

import os
import re
import subprocess
import sys
import tempfile

COMMENT = re.compile(r"/\*.*?\*/", re.S)


def read_table(path):
    structs, owners = [], None
    for line in open(path, encoding="utf-8"):
        words = line.split("#")[0].replace(":", " : ").split()
        if not words:
            continue
        if words[0] == "struct":
            owners = {}
            structs.append((words[1], words[2], owners))
            continue
        for field in words[2:]:
            owners[field] = words[0]
    return structs


def members(body):
    """Each declarator of a struct's body: (base type, declarator, field)."""
    for declaration in COMMENT.sub(" ", body).split(";"):
        text = " ".join(declaration.split())
        if not text:
            continue
        pointer = re.match(r"(.*)\(\s*\*\s*(\w+)\s*\)(.*)", text)
        if pointer:
            yield pointer.group(1), "(*const %s)" + pointer.group(3), pointer.group(2)
            continue
        alignment = re.match(r"(_Alignas\(\d+\) )?(.*)", text)
        base = re.match(r"((?:const |struct |enum )*\w+)\s*(.*)", alignment.group(2))
        for declarator in re.split(r",(?![^\[]*\])", base.group(2)):
            field = re.match(r"\s*(\**)\s*(\w+)(.*)", declarator)
            yield ((alignment.group(1) or "") + base.group(1), field.group(1) + "%s" + field.group(3),
                   field.group(2))


def as_const(base, form, field):
    if form.startswith("(*const"):
        return base + form % field + ";"
    stars = len(form) - len(form.lstrip("*"))
    if stars:
        return base + " " + form[:stars] + "const " + form[stars:] % field + ";"
    alignment = re.match(r"(_Alignas\(\d+\) )?(.*)", base)
    return (alignment.group(1) or "") + "const " + alignment.group(2) + " " + form % field + ";"


def as_written(base, form, field):
    if form.startswith("(*const"):
        return base + form.replace("*const", "*") % field + ";"
    return base + " " + form % field + ";"


def main():
    failed = 0
    flags = sys.argv[2:]
    for name, header, owners in read_table(sys.argv[1]):
        text = open(header, encoding="utf-8").read()
        start = re.search(r"^struct %s \{$" % name, text, re.M)
        end = text.index("\n};", start.end())
        fields = list(members(text[start.end():end]))
        known = {field for _, _, field in fields}
        for field in sorted(known - set(owners)):
            print("%s: no file is named that writes %s.%s" % (sys.argv[1], name, field))
            failed = 1
        for field in sorted(set(owners) - known):
            print("%s: struct %s has no field %s" % (sys.argv[1], name, field))
            failed = 1
        room = os.path.dirname(header)
        sources = sorted(f for f in os.listdir(room) if f.endswith(".c"))
        for owner in sorted(set(owners.values()) - set(sources) - {"*"}):
            print("%s: there is no %s in %s" % (sys.argv[1], owner, room))
            failed = 1
        for source in sources:
            lines = [as_written(*f) if owners.get(f[2]) in ("*", source) else as_const(*f) for f in fields]
            with tempfile.TemporaryDirectory() as place:
                copy = os.path.join(place, *header.split("/")[1:])
                os.makedirs(os.path.dirname(copy))
                with open(copy, "w", encoding="utf-8") as out:
                    out.write(text[:start.end()] + "\n" + "\n".join(lines) + text[end:])
                run = subprocess.run(
                    flags + ["-I" + place, "-fsyntax-only", "-Wno-unused", "-Werror=discarded-qualifiers", "-x", "c",
                             "-iquote", place, os.path.join(room, source)],
                    capture_output=True, text=True)
            for line in run.stderr.splitlines():
                if " error: " in line or " warning: " in line:
                    print("struct %s: %s" % (name, line))
                    failed = 1
    sys.exit(failed)


main()
