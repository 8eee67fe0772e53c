"""What the table says by itself, in French and in English; all about the games is said by the games."""

from __future__ import annotations

from typing import Final

from boardgames_fr import BoardGamesError, Lang, Outcome, Seat
from boardgames_fr.errors import (
    GameOverError,
    IllegalMoveError,
    NotationError,
    NotYourTurnError,
    StaleVersionError,
    UndoError,
)
from boardgames_fr.game import AnyGame
from webtable.messages import Refused

__all__ = ["code_of", "outcome_words", "refused_words", "say", "sentence_of", "status_words"]

_NB: Final = "\u00a0"

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "too-big": (
        "Message trop long{nb}: {most} octets au plus.",
        "The message is too long: at most {most} bytes.",
    ),
    "malformed": ("Message mal formé ({problem}).", "The message is malformed ({problem})."),
    "protocol": (
        "Cette page est d’une autre version que le serveur ({ours}). Rechargez-la.",
        "This page is of another version than the server ({ours}). Reload it.",
    ),
    "hello-first": ("Il faut d’abord dire bonjour.", "Say hello first."),
    "hello-again": ("Bonjour a déjà été dit.", "Hello has been said already."),
    "unknown-link": ("Ce lien ne mène à aucune table.", "This link leads to no table."),
    "unreadable": (
        "La partie enregistrée de cette table ne peut pas être relue.",
        "The saved game of this table cannot be read.",
    ),
    "storage": (
        "Le serveur n’a pas pu enregistrer le coup{nb}: il n’a pas été joué.",
        "The server could not save the move: it was not made.",
    ),
    "spectator": ("Un spectateur ne joue pas.", "A spectator does not play."),
    "game-over": ("La partie est terminée.", "The game is over."),
    "not-your-turn": ("Ce n’est pas à vous de jouer.", "It is not your turn."),
    "stale": (
        "La position a changé entre-temps{nb}: regardez et choisissez de nouveau.",
        "The position has changed meanwhile: look, and choose again.",
    ),
    "notation": ("« {text} » n’est pas un coup.", "“{text}” is not a move."),
    "illegal": ("Ce coup n’est pas permis ici.", "This move is not allowed here."),
    "undo": ("Il n’y a rien que vous puissiez reprendre.", "There is nothing that you may take back."),
    "answered": ("Vous avez déjà répondu.", "You have answered already."),
    "not-over": (
        "La partie n’est pas terminée{nb}: elle a encore des secrets.",
        "The game is not over: it still has secrets.",
    ),
    "no-such-ply": ("La partie n’a pas ce coup.", "The game has no such move."),
    "your-turn": ("À vous de jouer{nb}!", "Your turn!"),
    "your-call": ("Appelez vite{nb}!", "Quick, call!"),
    "called": ("Appel reçu, les autres peuvent encore appeler.", "Your call was heard, the others may still call."),
    "their-turn": ("Au tour du siège {seat}.", "Seat {seat} is to move."),
    "bot-turn": ("Le robot du siège {seat} réfléchit…", "The bot in seat {seat} is thinking…"),
    "race": ("Les joueurs appelés répondent…", "Those who are asked call…"),
    "absent": ("On attend que tous soient là ({seats}).", "Waiting for everybody to be here ({seats})."),
    "bot-failed": ("Le robot du siège {seat} est en panne.", "The bot in seat {seat} has failed."),
    "end": ("C’est tout", "That is all"),
    "over": ("Partie terminée.", "The game is over."),
    "won": ("Gagné par{nb}: {seats}.", "Won by: {seats}."),
    "you-won": ("Vous avez gagné{nb}!", "You have won!"),
    "you-share": ("Vous partagez la victoire.", "You share the victory."),
    "nobody": ("Personne n’a gagné.", "Nobody has won."),
    "seat": ("siège {seat}", "seat {seat}"),
    "scores": ("Résultats{nb}: {scores}.", "Scores: {scores}."),
}


def say(lang: Lang, key: str, **data: object) -> str:
    """The sentence `key`, filled in."""
    french, english = _SENTENCES[key]
    return (french if lang is Lang.FR else english).format(nb=_NB, **data)


def refused_words(refused: Refused, lang: Lang) -> str:
    """What the sender of a refused message is told."""
    return say(lang, refused.code, **refused.data)


def code_of(error: BoardGamesError) -> str:
    """The code of what a session refused."""
    for kind, code in (
        (GameOverError, "game-over"),
        (NotYourTurnError, "not-your-turn"),
        (StaleVersionError, "stale"),
        (NotationError, "notation"),
        (IllegalMoveError, "illegal"),
        (UndoError, "undo"),
    ):
        if isinstance(error, kind):
            return code
    raise error


def sentence_of(game: AnyGame, error: BoardGamesError, lang: Lang) -> str:
    """What the sender of a refused move is told, with the rule's reason where there is one."""
    if isinstance(error, IllegalMoveError):
        return game.explain(error.refusal, lang)
    return say(lang, code_of(error), text=error.text[:80] if isinstance(error, NotationError) else "")


def status_words(lang: Lang, key: str, seats: tuple[Seat, ...] = ()) -> str:
    """Whose turn it is, in a line."""
    return say(lang, key, seat=seats[0] if seats else "", seats=", ".join(map(str, seats)))


def outcome_words(outcome: Outcome, seat: Seat | None, lang: Lang) -> str:
    """How the game ended, in a line, to the one who sits there."""
    if not outcome.winners:
        result = say(lang, "nobody")
    elif seat is not None and seat in outcome.winners:
        result = say(lang, "you-won" if len(outcome.winners) == 1 else "you-share")
    else:
        result = say(lang, "won", seats=", ".join(say(lang, "seat", seat=winner) for winner in outcome.winners))
    scores = " – ".join(map(str, outcome.scores))
    return f"{say(lang, 'over')} {result} {say(lang, 'scores', scores=scores)}"
