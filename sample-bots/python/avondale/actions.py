"""Actions as numbers: the same numbers in all rulesets.

A number below CARD_FIRST is a call, then come the cards, then jokers that name a suit, then words.
What a card does depends on the phase: it is played, taken, given, discarded, swapped, or names the
partner's card. A decision of several cards is several steps, one card each.
"""

from __future__ import annotations

from ._native import ffi, lib

ACTIONS: int = lib.ENV_ACTIONS
CALL_FIRST: int = lib.ENV_CALL_FIRST
CARD_FIRST: int = lib.ENV_CARD_FIRST
JOKER_FIRST: int = lib.ENV_JOKER_FIRST
WORD_FIRST: int = lib.ENV_WORD_FIRST
CARDS: int = JOKER_FIRST - CARD_FIRST


def _text(number: int) -> str:
    text = ffi.new("char[64]")
    lib.env_action_format(number, text)
    return ffi.string(text).decode()


TEXTS: tuple[str, ...] = tuple(_text(number) for number in range(ACTIONS))
"""Each action in the notation of the rules. "6S" to "10H" are calls and cards alike."""

PHASES: tuple[str, ...] = tuple(ffi.string(lib.game_phase_name(i)).decode() for i in range(lib.PHASE_COUNT))
"""The names of the phases, in the order of the field `phase` of observations."""

CARD_TEXTS: tuple[str, ...] = TEXTS[CARD_FIRST:JOKER_FIRST]
CALLS: dict[str, int] = {text: number for number, text in enumerate(TEXTS[:CARD_FIRST])}
OTHERS: dict[str, int] = {text: number for number, text in enumerate(TEXTS) if number >= CARD_FIRST}


def number(text: str, phase: str) -> int:
    """The number of a word in a phase; ValueError if there is none."""
    first, then = (OTHERS, CALLS) if phase not in ("blind", "auction", "raise") else (CALLS, OTHERS)
    found = first.get(text, then.get(text))
    if found is None:
        raise ValueError(f"{text!r} is not an action: calls, cards, RJ=S to BJ=H, keep, drop, look, slam, no, alone "
                         "and breach are")
    return found
