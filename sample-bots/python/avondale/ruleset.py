"""Rulesets of 500: a preset's name, and options that differ from it."""

from __future__ import annotations

from typing import Mapping, NamedTuple, Optional

from ._native import ffi, lib


class Field(NamedTuple):
    """A part of an observation: `rows` times `width` bytes from `offset` on."""

    name: str
    meaning: str
    offset: int
    rows: int
    width: int


def presets() -> list[str]:
    """The names of all presets; the first is the default."""
    return [ffi.string(lib.preset_name(i)).decode() for i in range(lib.preset_count())]


class Ruleset:
    """A ruleset, from text as `avondale rules` takes it: "australian target=1000".

    `options` are further ones, whose values may hold spaces. Raises ValueError with one line that
    names what is wrong and what is allowed.
    """

    def __init__(self, text: str = "wikipedia", options: Optional[Mapping[str, str]] = None) -> None:
        words = text.split() or ["wikipedia"]
        preset = "wikipedia" if "=" in words[0] else words.pop(0)
        words += [f"{name}={value}" for name, value in (options or {}).items()]
        rules, error = ffi.new("struct ruleset *"), ffi.new("struct ruleset_error *")
        words_c = [ffi.new("char[]", word.encode()) for word in words]
        if lib.ruleset_parse(rules, preset.encode(), words_c, len(words_c), error):
            raise ValueError(ffi.string(error.text).decode("utf-8", "replace"))
        self._c, self._given = rules, (text, dict(options or {}))
        self.text = " ".join([preset, *words])
        self.players: int = rules.players
        self.hands: int = rules.hand_count
        self.sides: int = rules.side_count
        self.side_of: tuple[int, ...] = tuple(rules.side_of)[: self.players]
        self.observation_size: int = lib.env_observe_size(rules)

    def options(self) -> dict[str, str]:
        """All options as text, in the order of the rules page; "" for those that were not set and have no default."""
        found, text = {}, ffi.new("char[]", lib.OPTION_TEXT_MAX)
        for index in range(lib.option_count()):
            lib.option_format(self._c, index, text)
            found[ffi.string(lib.option_name(index)).decode()] = ffi.string(text).decode()
        return found

    def fields(self) -> dict[str, Field]:
        """The layout of an observation, by name, in order."""
        found = {}
        for index in range(lib.env_observe_field_count()):
            field = ffi.new("struct env_field *")
            lib.env_observe_field(self._c, index, field)
            name = ffi.string(field.name).decode()
            found[name] = Field(name, ffi.string(field.meaning).decode(), field.offset, field.rows, field.width)
        return found

    def __reduce__(self) -> "tuple[type[Ruleset], tuple[str, dict[str, str]]]":
        return Ruleset, self._given  # its struct of C is made again

    def __repr__(self) -> str:
        return f"Ruleset({self.text!r})"


def ruleset(rules: "Ruleset | str") -> Ruleset:
    """A ruleset as it is, or made from its text."""
    return rules if isinstance(rules, Ruleset) else Ruleset(rules)
