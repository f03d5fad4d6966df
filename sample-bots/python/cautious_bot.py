#!/usr/bin/env python3
"""A cautious beginner on the avondale library: bids what it can count, wins cheaply, never beats its partner."""
from avondale import Turn, main, power, suit


def count(hand: list[str], denomination: str) -> float:
    """Tricks that a hand should win: trumps, side aces, and four tenths for a guarded king."""
    trumps = [power(card, denomination) for card in hand if power(card, denomination) >= 100]
    sides = [card for card in hand if power(card, denomination) < 100]
    kings = [card for card in sides if card[0] == "K" and sum(suit(other) == suit(card) for other in sides) > 1]
    sure = sum(1 if high >= 180 else 0.7 if high >= 115 else 0.4 for high in trumps)
    return sure + 0.9 * sum(card[0] == "A" for card in sides) + 0.4 * len(kings)


def decide(turn: Turn) -> str:
    game, rules = turn.game, turn.game.denomination
    lose = bool(game.contract and game.contract.to_lose)
    if turn.choose:  # throw the lowest away, or the highest where tricks are bad
        return turn.give(sorted(turn.from_, key=lambda card: power(card, rules), reverse=lose)[: turn.choose])
    if turn.phase == "auction":
        helped = 2.5 if len(set(game.sides)) < len(game.players) else 0.5  # by partner and kitty
        worth = {call: count(game.hand, call[1:]) + helped for call in turn.legal if call[:1] in "6789"}
        good = [call for call in worth if worth[call] >= int(call[0])]
        return max(good, key=lambda call: worth[call]) if good else turn.legal[0]
    if turn.phase != "play":
        return "no" if "no" in turn.legal else turn.plain[0]
    cards = sorted(turn.plain, key=lambda card: power(card, rules, game.led))
    if not game.trick.plays:
        return cards[0] if lose else cards[-1]
    hand, best = game.winning()
    over = [card for card in cards if power(card, rules, game.led) > power(best, rules, game.led)]
    if lose:  # the highest that stays below
        return [card for card in cards if card not in over][-1] if len(over) < len(cards) else cards[0]
    return over[0] if over and not game.ours(hand) else cards[0]


if __name__ == "__main__":
    main(decide, name="cautious-python")
