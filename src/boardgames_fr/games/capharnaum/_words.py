"""Labels, refusals and what happened, in French and English, and the rule books."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Final, assert_never

from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games.capharnaum._notation import parse_move
from boardgames_fr.games.capharnaum._plan import OUT, RoomLetter, Square
from boardgames_fr.games.capharnaum._rules import (
    Catch,
    DrawFirst,
    Move,
    Phase,
    Pick,
    PlaceAdult,
    PlaceChild,
    Rules,
    Send,
    Stay,
    View,
    Walk,
)

_NB: Final = "\u00a0"
"""French has a no-break space before : ; ! ? and inside « »."""

_FR, _EN = Lang.FR, Lang.EN


def rule_book(lang: Lang) -> str:
    """The whole rules in Markdown."""
    return (files("boardgames_fr.games.capharnaum") / f"rules_{lang.value}.md").read_text(encoding="utf-8")


def seat_text(seat: Seat, lang: Lang) -> str:
    """`siège 0` or `seat 0`."""
    return f"siège{_NB}{seat}" if lang is _FR else f"seat {seat}"


def _child(seat: Seat, lang: Lang) -> str:
    return f"l’enfant du {seat_text(seat, lang)}" if lang is _FR else f"the child of {seat_text(seat, lang)}"


def room_text(rules: Rules, letter: RoomLetter, lang: Lang) -> str:
    """A room in words: its name and letter, `the kitchen (C)` as `kitchen (C)`, or `room C` if it has no name."""
    room = next((room for room in rules.house.table if room.letter == letter), None)
    if room is None:
        return f"pièce {letter}" if lang is _FR else f"room {letter}"
    return f"{room.name_fr if lang is _FR else room.name_en} ({letter})"


def place_text(rules: Rules, square: Square, lang: Lang) -> str:
    """A square with its room: `k7, kitchen (C)`."""
    if square == OUT:
        return "dehors" if lang is _FR else "outside"
    plan = rules.plan
    return f"{square}, {room_text(rules, plan.letters[plan.room[plan.index[square]]], lang)}"


def listed(words: Sequence[str], lang: Lang) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {'et' if lang is _FR else 'and'} {words[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_LABELS: Final = {
    "first": ("Le siège{nb}{seat} commence", "Seat {seat} starts"),
    "adult": ("Placer un adulte en {place}", "Place an adult on {place}"),
    "child": ("Placer votre enfant en {place}", "Place your child on {place}"),
    "walk": ("Jeton {token}{nb}: votre enfant va en {place}", "Token {token}: your child goes to {place}"),
    "walk-out": ("Jeton {token}{nb}: votre enfant va dehors", "Token {token}: your child goes outside"),
    "drops": (", en laissant un objet en {squares}", ", dropping an object on {squares}"),
    "send": (
        "Jeton {token}{nb}: l’adulte de {start} va en {place}",
        "Token {token}: the adult on {start} goes to {place}",
    ),
    "sweep": (
        ", sur l’enfant du siège{nb}{seat} qui ramasse tout",
        ", onto the child of seat {seat}, who picks everything up",
    ),
    "rooms": (", en surprenant un enfant{nb}: {rooms}", ", catching a child: {rooms}"),
    "catch": ("Surprendre l’enfant du siège{nb}{seat}", "Catch the child of seat {seat}"),
    "pick": ("Ramasser l’objet en {square}", "Pick up the object on {square}"),
    "pick-swept": ("Tout ramasser et se placer en {square}", "Pick everything up and stand on {square}"),
    "stay": ("Jeton {token}{nb}: rester sur place", "Token {token}: stay"),
}


def _say(key: str, lang: Lang, **words: object) -> str:
    return _LABELS[key][0 if lang is _FR else 1].format(nb=_NB, **words)


def label(view: View, move: Move, lang: Lang) -> str:
    """A move of the seat that is to move (or of the table), as words for a button.

    >>> from boardgames_fr.games.capharnaum._rules import new_game, observe
    >>> label(observe(new_game(Rules(first=Seat(0)))), parse_move("adult o7"), Lang.EN)
    'Place an adult on o7, kitchen (C)'
    """
    rules = view.rules
    match move:
        case DrawFirst(seat):
            return _say("first", lang, seat=seat)
        case PlaceAdult(square):
            return _say("adult", lang, place=_known_place(rules, square, lang))
        case PlaceChild(square):
            return _say("child", lang, place=_known_place(rules, square, lang))
        case Walk(token, end, drops):
            key = "walk-out" if end == OUT else "walk"
            text = _say(key, lang, token=token, place=_known_place(rules, end, lang))
            return text + (_say("drops", lang, squares=listed(drops, lang)) if drops else "")
        case Send(token, start, end, rooms):
            text = _say("send", lang, token=token, start=start, place=_known_place(rules, end, lang))
            if end in view.children:
                text += _say("sweep", lang, seat=view.children.index(end))
            names = [room_text(rules, room, lang) for room in rooms]
            return text + (_say("rooms", lang, rooms=listed(names, lang)) if names else "")
        case Catch(seat):
            return _say("catch", lang, seat=seat)
        case Pick(square):
            return _say("pick" if view.catching else "pick-swept", lang, square=square)
        case Stay(token):
            return _say("stay", lang, token=token)
    assert_never(move)


def _known_place(rules: Rules, square: Square, lang: Lang) -> str:
    return place_text(rules, square, lang) if square in rules.plan.index else square


_REFUSALS: Final[dict[str, tuple[str, str]]] = {
    "game-over": ("La partie est terminée.", "The game is over."),
    "not-legal-here": ("Ce coup n’est pas permis ici.", "This move is not allowed here."),
    "table-draws": (
        "C’est à la table de tirer au sort le siège qui commence.",
        "It is the table’s turn: it draws the seat that starts.",
    ),
    "asked-adults": (
        f"Il faut d’abord placer un adulte sur un rond vert{_NB}: adult CASE.",
        "An adult is to be placed on a green circle first: adult SQUARE.",
    ),
    "asked-children": (
        f"Il faut d’abord placer un enfant dans une chambre{_NB}: child CASE.",
        "A child is to be placed in a bedroom first: child SQUARE.",
    ),
    "asked-child": ("C’est à l’enfant de se déplacer.", "It is the child that walks now."),
    "asked-adult": ("C’est à un adulte de se déplacer.", "It is an adult that walks now."),
    "asked-catch": (
        "Plusieurs enfants sont dans la pièce" + _NB + ": il faut dire lequel est surpris.",
        "Several children are in the room: say which one is caught.",
    ),
    "asked-pick": ("Un enfant doit choisir un objet à ramasser.", "A child has to choose an object to pick up."),
    "no-such-square": (
        "Il n’y a pas de case {square} dans cette maison.",
        "There is no square {square} in this house.",
    ),
    "token-spent": (
        "Le jeton {token} est déjà dépensé dans cette manche.",
        "Token {token} is spent already in this round.",
    ),
    "can-walk": (
        "Un déplacement est possible" + _NB + ": on ne reste pas sur place.",
        "A walk is possible, so staying is not.",
    ),
    "no-green-circle": ("{square} n’est pas un rond vert.", "{square} is no green circle."),
    "no-bedroom": ("{square} n’est pas dans une chambre.", "{square} is not in a bedroom."),
    "object-square": (
        "{square} est une case bazar{nb}: on la traverse, on ne s’y arrête pas.",
        "{square} is an object square: it can be crossed, not stayed on.",
    ),
    "taken": ("{square} est occupée par {pawn}.", "{square} is taken by {pawn}."),
    "outside-taken": (
        "L’extérieur est déjà plein ({children}).",
        "The outside is full already ({children}).",
    ),
    "no-way": ("Aucun chemin n’y mène.", "No way leads there."),
    "too-far": (
        "C’est à {steps} pas et le jeton n’en donne que {token}.",
        "It is {steps} steps away and the token gives only {token}.",
    ),
    "in-the-way": (
        "{pawn} est dans le passage, en {square}.",
        "{pawn} is in the way, on {square}.",
    ),
    "outside-in-the-way": (
        "L’extérieur est plein{nb}: on ne peut pas le traverser.",
        "The outside is full: it cannot be crossed.",
    ),
    "no-object-square": (
        "{square} n’est pas une case bazar{nb}: on n’y laisse rien.",
        "{square} is no object square: nothing can be dropped there.",
    ),
    "object-there": ("Il y a déjà un objet en {square}.", "There is an object on {square} already."),
    "pawn-there": (
        "{pawn} est en {square}{nb}: on n’y laisse rien.",
        "{pawn} is on {square}: nothing can be dropped there.",
    ),
    "adult-watches": (
        "Un adulte est dans la pièce {room}{nb}: rien à laisser en {square}.",
        "An adult is in room {room}: nothing can be dropped on {square}.",
    ),
    "reserve": ("Il ne reste que {left} objets en réserve.", "Only {left} objects are left in the reserve."),
    "drops-too-far": (
        "Passer par toutes ces cases demande {steps} pas et le jeton n’en donne que {token}.",
        "A walk over all these squares takes {steps} steps and the token gives only {token}.",
    ),
    "drops-in-the-way": (
        "{pawn} est dans le passage, en {square}{nb}: on ne peut pas passer par toutes ces cases.",
        "{pawn} is in the way, on {square}, so not all these squares can be crossed.",
    ),
    "drops-outside-in-the-way": (
        "L’extérieur est plein{nb}: on ne peut pas passer par toutes ces cases.",
        "The outside is full, so not all these squares can be crossed.",
    ),
    "no-adult": ("Aucun adulte n’est en {square}.", "No adult is on {square}."),
    "adult-outside": ("Les adultes ne sortent jamais.", "Adults never go outside."),
    "nothing-to-sweep": (
        "L’enfant en {square} n’a rien à ramasser dans la pièce {room}{nb}: l’adulte ne peut aller sur sa case.",
        "The child on {square} has nothing to pick up in room {room}, so no adult can go onto its square.",
    ),
    "no-such-room": ("Il n’y a pas de pièce {room} en jeu.", "There is no room {room} in play."),
    "nobody-to-catch": (
        "Dans la pièce {room} il n’y a pas à la fois un enfant et un objet.",
        "There are not both a child and an object in room {room}.",
    ),
    "room-is-swept": (
        "L’enfant de la pièce {room} ramasse déjà tout{nb}: cette pièce n’est pas indiquée.",
        "The child in room {room} picks everything up already, so this room is not listed.",
    ),
    "other-rooms": (
        "Aucun chemin de {token} pas au plus ne surprend dans ces pièces-ci et nulle part ailleurs{nb}: {rooms}.",
        "No walk of at most {token} steps enters, of the rooms to catch in, exactly these: {rooms}.",
    ),
    "not-in-room": (
        "L’enfant du siège{nb}{seat} n’est pas dans la pièce {room}.",
        "The child of seat {seat} is not in room {room}.",
    ),
    "no-object-to-pick": (
        "Il n’y a pas en {square} d’objet à ramasser dans cette pièce.",
        "There is no object of that room to pick up on {square}.",
    ),
}


def explain(refusal: Refusal, lang: Lang) -> str:
    """The sentence that tells a player why a move is refused, and what is in the way.

    >>> explain(Refusal("CA-6", "taken", (("square", "k7"), ("pawn", 1))), Lang.EN)
    'k7 is taken by the child of seat 1. (CA-6)'
    """
    words: dict[str, object] = {"nb": _NB}
    for name, value in refusal.data:
        if name == "pawn":
            adult = "un adulte" if lang is _FR else "an adult"
            words[name] = adult if value == -1 else _child(Seat(int(value)), lang)
        elif name == "rooms":
            words[name] = value or ("aucune" if lang is _FR else "none")
        else:
            words[name] = value
    template = _REFUSALS[refusal.reason][0 if lang is _FR else 1]
    if template.startswith("{pawn}"):
        words["pawn"] = _capital(str(words["pawn"]))
    sentence = template.format(**words)
    return sentence if refusal.rule == "-" else f"{sentence} ({refusal.rule})"


_STORY: Final = {
    "first": ("Le siège{nb}{seat} commencera chaque manche.", "Seat {seat} will start every round."),
    "adult": ("Le {who} place un adulte en {place}.", "{who} places an adult on {place}."),
    "child": ("Le {who} place son enfant en {place}.", "{who} places the child on {place}."),
    "walk": ("L’enfant du {who} va en {place} (jeton {token}).", "{who}’s child goes to {place} (token {token})."),
    "walk-out": ("L’enfant du {who} va dehors (jeton {token}).", "{who}’s child goes outside (token {token})."),
    "drops": ("Il laisse un objet en {squares}.", "It drops an object on {squares}."),
    "send": (
        "Le {who} envoie l’adulte de {start} en {place} (jeton {token}).",
        "{who} sends the adult on {start} to {place} (token {token}).",
    ),
    "stay": (
        "Le {who} ne peut pas se déplacer et dépense le jeton {token}.",
        "{who} cannot walk and spends token {token}.",
    ),
    "catch": ("Le {who} désigne l’enfant du siège{nb}{seat}.", "{who} names the child of seat {seat}."),
    "picked": (
        "L’enfant du siège{nb}{seat} ramasse {count} et se retrouve en {square}.",
        "The child of seat {seat} picks up {count} and stands on {square}.",
    ),
    "choose-child": ("Plusieurs enfants sont là{nb}: lequel est surpris{nb}?", "Several children are there: which?"),
    "choose-object": ("Le {who} choisit un objet.", "{who} is to choose an object."),
    "round": ("La manche {round} commence, les jetons reviennent.", "Round {round} begins, the tokens come back."),
    "over": ("La partie est finie. Gagné par{nb}: {winners}.", "The game is over. Won by {winners}."),
}


def narrate(before: View, seen: str, after: View, lang: Lang) -> str:
    """What everybody saw happen: the move, what it brought about, and what it leads to."""
    told = _told(before, parse_move(seen), lang)
    for seat, (had, has) in enumerate(zip(before.reserves, after.reserves, strict=True)):
        if has > had:
            told.append(_tell("picked", lang, seat=seat, count=_objects(has - had, lang), square=after.children[seat]))
    if after.phase is Phase.CATCH:
        told.append(_tell("choose-child", lang))
    elif after.phase is Phase.PICK:
        told.append(_tell("choose-object", lang, who=_who(after, lang)))
    if after.round > before.round:
        told.append(_tell("round", lang, round=after.round))
    if after.to_move is None:
        told.append(_tell("over", lang, winners=listed([seat_text(seat, lang) for seat in winners(after)], lang)))
    return " ".join(told)


def _tell(key: str, lang: Lang, **words: object) -> str:
    return _capital(_STORY[key][0 if lang is _FR else 1].format(nb=_NB, **words))


def _who(view: View, lang: Lang) -> str:
    return seat_text(view.to_move, lang) if isinstance(view.to_move, int) else ""


def _told(before: View, move: Move, lang: Lang) -> list[str]:
    """The move itself; a pick tells itself by what is picked up."""
    rules, who = before.rules, _who(before, lang)
    match move:
        case DrawFirst(drawn):
            return [_tell("first", lang, seat=drawn)]
        case PlaceAdult(square):
            return [_tell("adult", lang, who=who, place=place_text(rules, square, lang))]
        case PlaceChild(square):
            return [_tell("child", lang, who=who, place=place_text(rules, square, lang))]
        case Walk(token, end, drops):
            key = "walk-out" if end == OUT else "walk"
            told = [_tell(key, lang, who=who, token=token, place=place_text(rules, end, lang))]
            return [*told, _tell("drops", lang, squares=listed(drops, lang))] if drops else told
        case Send(token, start, end):
            return [_tell("send", lang, who=who, token=token, start=start, place=place_text(rules, end, lang))]
        case Catch(caught):
            return [_tell("catch", lang, who=who, seat=caught)]
        case Stay(token):
            return [_tell("stay", lang, who=who, token=token)]
        case Pick():
            return []
    assert_never(move)


def _objects(count: int, lang: Lang) -> str:
    if lang is _FR:
        return f"{count} objets" if count > 1 else "un objet"
    return f"{count} objects" if count > 1 else "an object"


def winners(view: View) -> tuple[Seat, ...]:
    """The seats with the fewest objects in reserve (CA-13); who has won, once the game is over."""
    fewest = min(view.reserves)
    return tuple(Seat(seat) for seat, left in enumerate(view.reserves) if left == fewest)
