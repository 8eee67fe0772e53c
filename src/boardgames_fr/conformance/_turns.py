"""Laws about turns: who moves, what is legal, what comes of it, how it ends."""

from __future__ import annotations

import math
from random import Random
from typing import cast

from boardgames_fr.conformance._play import (
    BreachError,
    choose,
    played,
    pool,
    require,
    sample,
    seats_of,
    spelled,
    told,
)
from boardgames_fr.errors import IllegalMoveError
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, Outcome, Refusal, RulesT, StateT, ViewT

__all__ = [
    "chance_weights_are_odds",
    "games_end_with_an_outcome",
    "illegal_moves_are_refused",
    "legal_moves_are_accepted",
    "legal_moves_are_distinct",
    "longest_holds",
    "over_means_over",
    "own_bots_answer_legally",
]


def over_means_over(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """The game is over ⇔ nobody is to move ⇔ there is no legal move ⇔ there is an outcome; movers are seats in play."""
    play = played("over_means_over", game, rules, rng)
    seats = game.seats(rules)
    for ply in range(len(play.states)):
        with play.at("over_means_over", ply) as state:
            mover, moves, outcome = game.to_move(state), game.legal_moves(state), game.outcome(state)
            require(isinstance(moves, tuple), f"legal_moves gave a {type(moves).__name__}, not a tuple")
            if mover is None:
                require(moves == (), f"nobody is to move, and yet {len(moves)} moves are legal")
                require(outcome is not None, "nobody is to move, and yet there is no outcome")
            else:
                require(
                    mover is CHANCE or (type(mover) is int and 0 <= mover < seats),
                    f"{mover!r} is no seat and not CHANCE",
                )
                require(bool(moves), f"{mover!r} is to move and has no legal move")
                require(outcome is None, f"{mover!r} is to move, and yet there is an outcome")


def legal_moves_are_distinct(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Legal moves are of the game's move types, each there once, by value and by text, in the same order each time."""
    play = played("legal_moves_are_distinct", game, rules, rng)
    for ply in play.some(rng, 30):
        with play.at("legal_moves_are_distinct", ply) as state:
            moves = game.legal_moves(state)
            require(len(set(moves)) == len(moves), "a move is listed twice")
            texts = spelled(game, moves)
            require(len(set(texts)) == len(texts), "two legal moves have the same text")
            for move in moves:
                if type(move) not in game.move_types:
                    raise BreachError(f"{move} is a {type(move).__name__}, which is none of the move types")
            require(game.legal_moves(state) == moves, "asked again, it lists other moves or another order")


def chance_weights_are_odds(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """When chance is to move the weights are positive ints, aligned with the legal moves; otherwise there are none."""
    play = played("chance_weights_are_odds", game, rules, rng)
    for ply in range(len(play.states)):
        with play.at("chance_weights_are_odds", ply) as state:
            weights = game.chance_weights(state)
            require(isinstance(weights, tuple), f"chance_weights gave a {type(weights).__name__}, not a tuple")
            if game.to_move(state) is not CHANCE:
                require(weights == (), "chance is not to move, and yet there are weights")
                continue
            moves = len(game.legal_moves(state))
            require(len(weights) == moves, f"{len(weights)} weights for {moves} moves")
            require(
                all(type(weight) is int and weight > 0 for weight in weights), f"odds must be positive ints: {weights}"
            )


def legal_moves_are_accepted(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Every legal move is accepted, gives the same state checked and unchecked, and leaves its parent alone."""
    play = played("legal_moves_are_accepted", game, rules, rng)
    for ply in play.some(rng, 16):
        with play.at("legal_moves_are_accepted", ply) as state:
            before, shown = hash(state), repr(state)
            for move in sample(game.legal_moves(state), rng, 16):
                refusal = game.why_illegal(state, move)
                require(refusal is None, f"{move} is legal, and why_illegal says {refusal}")
                after = game.apply(state, move)
                require(type(after) is game.state_type, f"{move} gives a {type(after).__name__}, not the state type")
                require(after == game.apply_unchecked(state, move), f"{move}: apply and apply_unchecked differ")
                require(game.apply(state, move) == after, f"{move} gives another state the second time")
            require(
                hash(state) == before and repr(state) == shown, "applying moves changed the state they started from"
            )


def illegal_moves_are_refused(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Moves that are not listed are refused, with a reason in both languages, and the position is untouched.

    Tried are moves that are legal at other times, moves that the phrases spell, and objects that are no moves at all.
    """
    play = played("illegal_moves_are_refused", game, rules, rng)
    with told("illegal_moves_are_refused", game, rules):
        moves = pool(play, rng)
    others: tuple[object, ...] = (None, 0, True, "", "no move", (), object(), rules, game)
    for ply in play.some(rng, 10):
        with play.at("illegal_moves_are_refused", ply) as state:
            legal, before, shown = frozenset(game.legal_moves(state)), hash(state), repr(state)
            for move in moves:
                if move not in legal:
                    _refused(game, state, move)
            for thing in (*others, state):
                _refused(game, state, cast("MoveT", thing))  # that it is no move is the point
            require(hash(state) == before and repr(state) == shown, "a refused move changed the position")


def _refused(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, move: MoveT) -> None:
    refusal = game.why_illegal(state, move)
    if not isinstance(refusal, Refusal):
        raise BreachError(f"{move!s:.80} is not listed as legal, and why_illegal says {refusal!r}")
    require(bool(refusal.rule and refusal.reason), f"the refusal of {move!s:.80} names no rule or no reason")
    hash(refusal)
    over = game.to_move(state) is None
    require(not over or refusal.reason == "game-over", f"after the end {move!s:.80} is refused as {refusal}")
    try:
        game.apply(state, move)
    except IllegalMoveError as error:
        require(error.refusal == refusal, f"{move!s:.80}: apply says {error.refusal}, why_illegal says {refusal}")
        require(error.move is move or error.move == move, f"the error names {error.move!s:.80}, not {move!s:.80}")
    else:
        raise BreachError(f"{move!s:.80} is not listed as legal, and apply accepts it")
    for lang in Lang:
        sentence = game.explain(refusal, lang)
        require(isinstance(sentence, str) and bool(sentence.strip()), f"{refusal} has no sentence in {lang.value}")


def games_end_with_an_outcome(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """The outcome is well-formed: winners ascending, an int and a float a seat, zero-sum, no loser above a winner."""
    play = played("games_end_with_an_outcome", game, rules, rng)
    seats = seats_of(game, rules)
    with play.at("games_end_with_an_outcome", len(play.moves)) as state:
        if not play.over:
            return
        outcome = game.outcome(state)
        if not isinstance(outcome, Outcome):
            raise BreachError(f"the outcome is {outcome!r}")
        winners, scores, returns = outcome.winners, outcome.scores, outcome.returns
        require(winners == tuple(sorted(set(winners))), f"winners {winners} are not ascending, each once")
        require(set(winners) <= set(seats), f"winners {winners} are not all seats")
        require(bool(winners) or len(seats) == 1, "nobody wins")
        require(len(scores) == len(seats), f"{len(scores)} scores for {len(seats)} seats")
        require(all(type(score) is int for score in scores), f"scores must be ints: {scores}")
        require(len(returns) == len(seats), f"{len(returns)} returns for {len(seats)} seats")
        require(
            all(type(x) is float and math.isfinite(x) for x in returns), f"returns must be finite floats: {returns}"
        )
        if len(seats) > 1:
            require(abs(math.fsum(returns)) < 1e-9, f"returns {returns} do not add up to zero")
        best = max(returns)
        require(
            all(returns[seat] == best for seat in winners), f"a winner of {winners} has not the best return {returns}"
        )


def longest_holds(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """No game has more moves of seats, or of chance, than `longest` says."""
    play = played("longest_holds", game, rules, rng)
    with play.at("longest_holds", len(play.moves)):
        bound = game.longest(rules)
        if bound is None:
            return
        chance = sum(game.to_move(state) is CHANCE for state in play.states[: len(play.moves)])
        require(play.over, f"the game should end after {sum(bound)} moves, and has not after {len(play.moves)}")
        require(
            len(play.moves) - chance <= bound[0],
            f"{len(play.moves) - chance} moves of seats, at most {bound[0]} allowed",
        )
        require(chance <= bound[1], f"{chance} moves of chance, at most {bound[1]} allowed")


def own_bots_answer_legally(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Each of the game's own bots answers with a legal move, and the same again when made from the same seed."""
    if not game.policies:
        return
    names = tuple(game.policies)
    name = names[int(rng.random() * len(names))]
    seed = int(rng.random() * 2**53)
    bots = [game.policies[name](Random(seed + seat)) for seat in seats_of(game, rules)]
    again = [game.policies[name](Random(seed + seat)) for seat in seats_of(game, rules)]
    moves: list[MoveT] = []
    with told("own_bots_answer_legally", game, rules, moves):
        state = game.new_game(rules)
        while (mover := game.to_move(state)) is not None and len(moves) < 400:
            if mover is CHANCE:
                move = choose(game, state, rng)
            else:
                legal, view = game.legal_moves(state), game.observe(state, mover)
                move = bots[mover](view, legal)
                require(move in legal, f"{name} answers {move}, which is not legal")
                require(again[mover](view, legal) == move, f"{name}, made again from its seed, answers otherwise")
            moves.append(move)
            state = game.apply_unchecked(state, move)
