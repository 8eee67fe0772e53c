"""Whether a state from outside can be a state of the game."""

from __future__ import annotations

from collections import Counter

from boardgames_fr.errors import StateError
from boardgames_fr.game import CHANCE, Seat
from boardgames_fr.games.domestication._deck import is_year
from boardgames_fr.games.domestication._rules import CardIndex, Dates, Place, Rules, State, fits


def check_state(state: State) -> None:
    """Passes if the state could arise in a game.

    Raises:
        StateError: `problem` says what is wrong: a card is missing or doubled, the timeline is out of order, errors,
            turns and cards do not agree, or a field is of a wrong type or out of range.
    """
    _check_types(state)
    count = len(state.rules.deck)
    _check_years(state, count)
    _check_cards(state, count)
    if state.left or len(state.years) < count:
        _check_before_play(state, count)
    else:
        _check_timeline(state)
        _check_errors(state)
        _check_last(state)
        _check_turn(state)
    if state.menus != _derived(state).menus:
        raise StateError("the derived field menus does not follow from the facts: make the state by from_facts")


def _derived(state: State) -> State:
    return State.from_facts(
        state.rules,
        state.mover,
        state.turns,
        state.timeline,
        state.hands,
        state.left,
        state.shown,
        state.last,
        state.years,
    )


def _check_types(state: State) -> None:
    if not isinstance(state, State) or not isinstance(state.rules, Rules):
        raise StateError("this is no state of the game")
    for name, value in (("turns", state.turns), ("left", state.left), ("shown", state.shown)):
        if type(value) is not int or value < 0:
            raise StateError(f"{name} must be an integer, 0 or more")
    if state.mover not in (None, CHANCE) and type(state.mover) is not int:
        raise StateError("mover must be a seat, CHANCE or None")
    if not isinstance(state.years, tuple) or not all(is_year(year) for year in state.years):
        raise StateError("years must be a tuple of years")
    if not isinstance(state.hands, tuple) or len(state.hands) != state.rules.seats:
        raise StateError(f"hands must be a tuple of {state.rules.seats} hands")
    for cards in (state.timeline, *state.hands):
        if not isinstance(cards, tuple) or not all(type(card) is int for card in cards):
            raise StateError("the timeline and each hand must be a tuple of numbers of cards")
    if state.last is not None and type(state.last) is not Place:
        raise StateError("last must be a Place or None")


def _check_years(state: State, count: int) -> None:
    printed = tuple([card.year for card in state.rules.deck])
    if state.rules.dates is Dates.PRINTED:
        if state.years != printed:
            raise StateError("years must be those printed on the deck")
    elif Counter(state.years) - Counter(printed):  # DO-1
        raise StateError("years must be those of the deck, each as often as it occurs")


def _check_cards(state: State, count: int) -> None:
    for name, mask in (("left", state.left), ("shown", state.shown)):
        if mask >> count:
            raise StateError(f"{name} has a card beyond the {count} of the deck")
    cards = [*state.timeline, *[card for hand in state.hands for card in hand]]
    cards += [CardIndex(card) for card in range(count) if state.left >> card & 1]
    if sorted(cards) != list(range(count)):
        raise StateError(f"each of the {count} cards must be in one place: in a hand, on the timeline or not dealt")


def _check_before_play(state: State, count: int) -> None:
    """DO-1, DO-2."""
    if state.mover is not CHANCE:
        raise StateError("the table must be to move until all cards are dealt")
    if state.turns or state.shown or state.last is not None or state.timeline:
        raise StateError("nothing may be turned up or played before all cards are dealt")
    dealt = count - state.left.bit_count()
    if dealt and len(state.years) < count:
        raise StateError("no card may be dealt before all have their years")
    seats, first = state.rules.seats, state.rules.first
    for seat, hand in enumerate(state.hands):
        if len(hand) != (dealt + seats - 1 - (seat - first) % seats) // seats:
            raise StateError("the cards must be dealt one at a time, to the seats in turn from the first")


def _check_timeline(state: State) -> None:
    years = [state.years[card] for card in state.timeline]
    if not years:
        raise StateError("the timeline must have a card once all are dealt")
    if years != sorted(years):  # DO-4
        raise StateError("the timeline must be in the order of its years")
    if not all(state.shown >> card & 1 for card in state.timeline):
        raise StateError("every card of the timeline must be shown")


def _remembered(state: State, seat: int) -> list[CardIndex]:
    return [card for card in state.hands[seat] if state.shown >> card & 1]


def _check_errors(state: State) -> None:
    """DO-5: an error shows a card; the card stays in hand until it is placed rightly."""
    on_timeline = {state.years[card] for card in state.timeline}
    dealt = (len(state.rules.deck) - 1) // state.rules.seats
    for seat, (errors, hand) in enumerate(zip(state.errors, state.hands, strict=True)):
        if len(hand) > dealt:
            raise StateError(f"seat {seat} must have at most {dealt} cards")
        if errors < 0:
            raise StateError(f"seat {seat} has placed more cards than it has had turns")
        remembered = _remembered(state, seat)
        if len(remembered) > errors:
            raise StateError(f"seat {seat} has fewer errors than cards that were turned up and taken back")
        if any(on_timeline == {state.years[card]} for card in remembered):
            raise StateError(f"seat {seat} has taken a card back that was right everywhere")
        if errors and not remembered and (len(hand) == dealt or len(on_timeline) == 1):
            raise StateError(f"seat {seat} has errors but no card that it could have misplaced")


def _check_last(state: State) -> None:
    last = state.last
    if last is None or not state.turns:
        if last is not None or state.turns:
            raise StateError("there must be a last card played exactly when turns have been played")
        return
    rules, timeline = state.rules, state.timeline
    seat = (rules.first + state.turns - 1) % rules.seats
    card = rules._tables.index.get(last.name, CardIndex(-1))
    if card in timeline:
        dealt = (len(rules.deck) - 1) // rules.seats
        if timeline.index(card) != last.gap or len(state.hands[seat]) == dealt:
            raise StateError("the last card played must stand in its gap, and its seat must have one card less")
    elif (
        card not in _remembered(state, seat)
        or last.gap > len(timeline)
        or fits(state.years, timeline, state.years[card], last.gap)
    ):
        raise StateError("the last card played must be on the timeline, or back in its seat's hand for a wrong gap")


def _check_turn(state: State) -> None:
    rules, turns, seats = state.rules, state.turns, state.rules.seats
    if rules.turn_limit is not None and turns > rules.turn_limit:  # DO-9
        raise StateError(f"at most {rules.turn_limit} turns may be played")
    in_round = turns % seats
    for seat, hand in enumerate(state.hands):
        order = (seat - rules.first) % seats
        # DO-6: only who has just played can have no card. DO-7: only who has played in this round.
        may_be_out = order < (in_round or seats) if rules.finish_round else order == (turns - 1) % seats
        if not hand and not may_be_out:
            raise StateError(f"seat {seat} has no card left, so the game was over before this turn")
    out = () in state.hands and (not rules.finish_round or not in_round)
    over = out or turns == rules.turn_limit
    mover = None if over else Seat((rules.first + turns) % seats)
    if state.mover != mover:
        raise StateError(f"mover must be {mover}")
