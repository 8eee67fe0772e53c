"""Is this a state of the game? For states that come from outside."""

from __future__ import annotations

from itertools import pairwise

import attrs

from boardgames_fr.errors import StateError
from boardgames_fr.games.animals._pack import copies_left
from boardgames_fr.games.animals._rules import Phase, State


def check_state(state: State) -> None:
    """Nothing, if this is a state that the rest of the game can deal with.

    The cards are all there, each as often as the packs have it; every field is in range and of its type, and fits
    the others.

    Raises:
        StateError: it is not; `problem` says what is wrong.
    """
    _check_derived(state)
    rules, number = state.rules, state.round
    _need(1 <= number <= rules.rounds, f"standing: the round is not from 1 to {rules.rounds}")
    _need(_is_int(state.turn, -16, rules.seats - 1), "turn: neither a seat nor one of the table's")
    _check_cards(state)
    phase = state.phase
    over = phase in (Phase.GATHER, Phase.OVER)
    _need(not over or not state.deals, "turn: the round is over, but cards are left")
    _need(phase is not Phase.DEAL or state.deals != (), "turn: the table deals, but no card is left")
    _need(phase is not Phase.OVER or number == rules.rounds, "turn: the game is over before its last round")
    _need(phase is not Phase.GATHER or number < rules.rounds, "turn: the last round is not gathered")
    _check_won(state, counted=number if over else number - 1)
    _check_answers(state)
    if phase is Phase.ANSWER:
        _check_window(state)
    else:
        _need(len(state.answers) == len(state.asked), "answers: not one for each seat that was asked")
        _need(state.before == (), "before: no window is open")
    if phase is Phase.JUDGE:
        _check_judgement(state)
    else:
        _need(state.captured == 0, "captured: no window is judged")


def _need(holds: bool, problem: str) -> None:
    if not holds:
        raise StateError(problem)


def _is_int(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_tuple(value: object) -> bool:
    return type(value) is tuple


def _check_derived(state: State) -> None:
    _need(_is_tuple(state.window) and len(state.window) == 4, "window: not its four parts")
    _need(_is_int(state.captured, 0, (1 << 13) - 1), "captured: not a mask of ranks")
    facts = [getattr(state, field.name) for field in attrs.fields(State) if field.eq]
    derived = State.from_facts(*facts)  # raises for shapes that nothing follows from
    for name in ("holders", "receiver", "left", "deals"):
        value, right = getattr(state, name), getattr(derived, name)
        _need(type(value) is type(right) and value == right, f"{name}: does not follow from the facts")
    _need(_is_int(state.groups, 0, (1 << 16) - 1), "groups: not a mask of seats")
    opened, closed = state.groups & 255, state.groups >> 8
    grouped = 0
    for mask in state.holders:
        if mask.bit_count() > 1:
            grouped |= mask
            _need(mask & closed in (0, mask), "groups: one is both open and closed")
    _need(opened | closed == grouped and not opened & closed, "groups: not the seats with equal tops")


def _check_cards(state: State) -> None:
    rules = state.rules
    for card, count in enumerate(copies_left(rules.packs, state.piles)):
        _need(count >= 0, f"piles: card {card} is there {rules.packs - count} times, not at most {rules.packs}")
    # AN-1: a seat that no card has been dealt to in this round cannot have captured either.
    for place in range(sum(map(len, state.piles)), rules.seats):
        seat = (rules.dealer + state.round + place) % rules.seats
        _need(not state.piles[seat], f"piles: seat {seat} has cards, but none was dealt to it")


def _check_won(state: State, counted: int) -> None:
    won = state.won
    _need(min(won) >= 0, "standing: not a number of cards")
    _need(sum(won) == 52 * state.rules.packs * counted, f"standing: not the cards of {counted} rounds")
    if counted == state.round:
        fits = all(number >= len(pile) for number, pile in zip(won, state.piles, strict=True))
        _need(fits, "standing: fewer than the piles on the table")


def _check_answers(state: State) -> None:
    most = state.rules.seats - 1
    for name in ("asked", "before", "answers"):
        _need(_is_tuple(getattr(state, name)), f"{name}: no tuple")
    for pair in state.before:
        _need(_is_tuple(pair) and len(pair) == 2, "before: not pairs")
    callers = [pair[0] for pair in state.before]
    for seat in (*state.asked, *callers):
        _need(_is_int(seat, 0, most), "asked, before: not a seat")
    for named in (*state.answers, *(pair[1] for pair in state.before)):
        _need(named is None or _is_int(named, 0, most), "answers, before: not a seat's animal")
    for seats in (state.asked, callers):
        _need(all(low < high for low, high in pairwise(seats)), "asked, before: seats out of order")
        _need(len(seats) != 1, "asked, before: a window for a single seat")
    _need(not state.asked or state.round > 1 or any(state.piles), "asked: a window before the first deal")


def _check_window(state: State) -> None:
    count = len(state.answers)
    _need(state.asked[count : count + 1] == (state.turn,), "turn: not the next seat that is asked")
    tops = [-1 if not pile else pile[0] // 4 for pile in state.piles]
    # AN-3, AN-7: the first window after a deal is for all open groups, a later one for some seats of the one before.
    if state.before:
        ranks = {tops[seat] for seat in state.asked}
        whole = tuple(seat for seat in state.openers if tops[seat] in ranks)
        _need(state.asked == whole, "asked: not whole open groups")
        _need(set(whole) <= {pair[0] for pair in state.before}, "asked: a seat that the window before did not ask")
    else:
        _need(state.asked == state.openers, "asked: not all open groups")


def _check_judgement(state: State) -> None:
    rank = -4 - state.turn
    tops = [-1 if not pile else pile[0] // 4 for pile in state.piles]
    settled = {tops[seat] for seat in state.asked if tops[seat] < rank}
    for place in range(13):
        _need(not state.captured >> place & 1 or place in settled, "captured: a rank that is not settled")
    waiting = {tops[seat] for seat in state.asked if tops[seat] >= rank}
    whole = [seat for seat in state.openers if tops[seat] in waiting]
    _need([seat for seat in state.asked if tops[seat] >= rank] == whole, "asked: not whole open groups")
    correct = [
        caller
        for caller, named in zip(state.asked, state.answers, strict=True)
        if named is not None and named != caller and tops[caller] == rank == tops[named]
    ]
    _need(len(correct) > 1, "turn: a judgement without two correct calls")
