"""A terminal front end for any game, with the public library only: python terminal_front_end.py [GAME]

Everybody shares the keyboard; answer with a move's number or its text, an empty line lets a random bot choose.
"""

from __future__ import annotations

import sys
from random import Random

from boardgames_fr import CHANCE, NotationError, Seat, find_game
from boardgames_fr.bots import RandomBot
from boardgames_fr.chance import pick
from boardgames_fr.game import AnyGame, Lang
from boardgames_fr.render import to_text


def ask(game: AnyGame, state: object, seat: Seat, spare: RandomBot) -> object:
    """The move that whoever sits in `seat` chooses, seeing what the seat may see."""
    view, moves = game.observe(state, seat), game.legal_moves(state)
    print(to_text(game.draw(view, Lang.EN)))
    for number, move in enumerate(moves, 1):
        print(f"{number:4}. {game.label(view, move, Lang.EN)} [{move}]")
    while True:
        typed = input(f"seat {seat}? ").strip()
        if not typed:
            return spare(view, moves)
        if typed.isdecimal() and 0 < int(typed) <= len(moves):
            return moves[int(typed) - 1]
        try:
            move = game.parse_move(typed)
        except NotationError as error:
            print(error)
            continue
        refusal = game.why_illegal(state, move)
        if refusal is None:
            return move
        print(game.explain(refusal, Lang.EN))


def main(name: str = "pecking_order") -> None:
    game, table = find_game(name), Random()
    state = game.new_game(game.rules_type())
    while (mover := game.to_move(state)) is not None:
        if mover is CHANCE:
            move = game.legal_moves(state)[pick(table, game.chance_weights(state))]
        else:
            move = ask(game, state, mover, RandomBot(table))
        before, state = state, game.apply(state, move)
        seen = game.seen(before, move, None)
        print(game.narrate(game.observe(before, None), seen, game.observe(state, None), Lang.EN))
    print(to_text(game.draw(game.observe(state, None), Lang.EN)))
    print(game.outcome(state))


if __name__ == "__main__":
    main(*sys.argv[1:])
