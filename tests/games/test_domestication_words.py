"""La frise de la domestication: labels, refusals, narration, pictures, features and rule books."""

from __future__ import annotations

from random import Random

import pytest

from boardgames_fr.chance import below
from boardgames_fr.game import CHANCE, Lang, Refusal, Seat
from boardgames_fr.games import domestication as do
from boardgames_fr.games.domestication import Card, CardName, Dates, Rules, Year
from boardgames_fr.scene import Align, Box, Scene, Text, Tone

FR, EN = Lang.FR, Lang.EN
FIVE = tuple(card for card in do.DEFAULT_DECK if card.name in ("chat", "chien", "poule", "lapin", "hamster"))
# chat -7250, chien -13000, hamster 1930, lapin 1250, poule -1500


def played(rules: Rules, *texts: str) -> do.State:
    state = do.new_game(rules)
    for text in texts:
        state = do.apply(state, do.parse_move(text))
    return state


DEAL = ("deal chien", "deal chat", "deal hamster", "deal lapin", "deal poule")


def view_of(*texts: str, rules: Rules = Rules(deck=FIVE)) -> do.View:  # noqa: B008 - rules are values
    return do.observe(played(rules, *texts), None)


def plain(text: str) -> str:
    """The text with ordinary spaces, so that it can be read here; where they do not break is tested once."""
    return text.replace("\u00a0", " ")


def narrated(lang: Lang, *texts: str, rules: Rules = Rules(deck=FIVE)) -> str:  # noqa: B008 - rules are values
    before = played(rules, *texts[:-1])
    move = do.parse_move(texts[-1])
    after = do.apply(before, move)
    return plain(do.narrate(do.observe(before, None), do.seen(before, move, None), do.observe(after, None), lang))


def test_years_in_words() -> None:
    assert do.year_text(Year(-8200), FR) == "8200\u00a0av.\u00a0J.-C."
    assert do.year_text(Year(-1), EN) == "1 BCE"
    assert [do.year_text(Year(year), lang) for year in (0, 1930) for lang in Lang] == ["0", "0", "1930", "1930"]


@pytest.mark.parametrize(
    ("text", "french", "english"),
    [
        ("place chien 0", "Chien : avant Poule (1500 av. J.-C.)", "Dog: before Hen (1500 BCE)"),
        (
            "place chien 1",
            "Chien : entre Poule (1500 av. J.-C.) et Lapin (1250)",
            "Dog: between Hen (1500 BCE) and Rabbit (1250)",
        ),
        ("place hamster 2", "Hamster doré : après Lapin (1250)", "Golden hamster: after Rabbit (1250)"),
        ("deal chat", "Distribuer Chat", "Deal Cat"),
        ("date chat -3", "Dater Chat : 3 av. J.-C.", "Date Cat: 3 BCE"),
    ],
)
def test_labels_say_where_the_card_goes(text: str, french: str, english: str) -> None:
    view = view_of(*DEAL, "place chien 1", "place lapin 1")
    assert plain(do.label(view, do.parse_move(text), FR)) == french
    assert do.label(view, do.parse_move(text), EN) == english


def test_a_card_of_another_deck_has_no_label_though_a_shipped_card_has_its_name() -> None:
    deck = tuple(Card(CardName(name), Year(year)) for name, year in (("chat", 1990), ("lama", -4000), ("poule", 2000)))
    rules = Rules(deck=deck)
    deal, start = ("deal chat", "deal lama", "deal poule"), do.new_game(rules)
    view = view_of(*deal, rules=rules)
    assert do.label(view, do.parse_move("place chat 0"), EN) == "chat: before poule (2000)"
    assert plain(do.label(view_of(rules=rules), do.parse_move("deal poule"), FR)) == "Distribuer poule"
    assert narrated(EN, "deal chat", rules=rules) == "The table deals chat to seat 0."
    assert narrated(EN, *deal, "place chat 0", rules=rules).startswith("Seat 0 places chat before poule (2000).")
    for seen in (view_of(rules=rules), view, view_of(*deal, "place chat 1", rules=rules)):
        for lang in Lang:
            scene = do.draw(seen, lang)
            said = [scene.description, *(text for shape in scene.shapes for text in (str(shape), shape.hint))]
            assert not any(word in text for text in said for word in ("Chat", "Cat", "Poule", "Hen"))
    refused = (
        do.why_illegal(start, do.parse_move("place chat 0")),
        do.why_illegal(do.apply(start, do.parse_move("deal chat")), do.parse_move("deal chat")),
    )
    assert [do.explain(refusal, EN) for refusal in refused if refusal is not None] == [
        "It is the table’s turn: it deals the cards. (DO-2)",
        "The card chat has already been dealt. (DO-2)",
    ]
    # The same refusal where the deck is of shipped cards only.
    dealt = do.why_illegal(played(Rules(deck=FIVE), "deal chat"), do.parse_move("deal chat"))
    assert dealt is not None
    assert dealt == Refusal("DO-2", "already-dealt", (("card", "chat"),))
    assert do.explain(dealt, EN) == "The card Cat has already been dealt. (DO-2)"


def test_french_typography_has_its_spaces_that_do_not_break() -> None:
    assert do.label(view_of(*DEAL), do.parse_move("place chien 0"), FR) == (
        "Chien\u00a0: avant Poule (1500\u00a0av.\u00a0J.-C.)"
    )


@pytest.mark.parametrize(
    ("refusal", "french", "english"),
    [
        (Refusal("-", "game-over"), "La partie est terminée.", "The game is over."),
        (Refusal("-", "no-move"), "Ce n’est pas un coup de ce jeu.", "This is no move of this game."),
        (
            Refusal("DO-1", "table-dates"),
            "C’est à la table de donner les dates aux cartes, une par une, dans l’ordre des noms. (DO-1)",
            "It is the table’s turn: it gives the cards their dates, one by one, in the order of their names. (DO-1)",
        ),
        (
            Refusal("DO-2", "table-deals"),
            "C’est à la table de distribuer les cartes. (DO-2)",
            "It is the table’s turn: it deals the cards. (DO-2)",
        ),
        (
            Refusal("DO-3", "must-place"),
            "Il faut poser une de ses cartes sur la frise. (DO-3)",
            "One of your cards must be placed on the timeline. (DO-3)",
        ),
        (
            Refusal("DO-3", "no-such-card"),
            "Cette carte n’est pas dans le jeu. (DO-3)",
            "There is no such card in the deck. (DO-3)",
        ),
        (
            Refusal("DO-3", "not-in-hand", (("card", "hamster"),)),
            "Vous n’avez pas devant vous la carte Hamster doré. (DO-3)",
            "You do not have the card Golden hamster in front of you. (DO-3)",
        ),
        (
            Refusal("DO-3", "no-such-gap", (("highest", 4),)),
            "Il n’y a pas de place de ce numéro sur la frise : la dernière est la 4. (DO-3)",
            "The timeline has no gap of this number: the last is 4. (DO-3)",
        ),
        (
            Refusal("DO-2", "already-dealt", (("card", "lama"),)),
            "La carte lama est déjà distribuée. (DO-2)",
            "The card lama has already been dealt. (DO-2)",
        ),
        (
            Refusal("DO-1", "other-card", (("card", "chat"),)),
            "C’est la carte Chat qui reçoit sa date. (DO-1)",
            "It is the card Cat that is given its date now. (DO-1)",
        ),
        (
            Refusal("DO-1", "year-not-left"),
            "Cette année n’est pas, ou n’est plus, à donner. (DO-1)",
            "This year is not, or no longer, to be given. (DO-1)",
        ),
    ],
)
def test_refusals_are_explained_in_both_languages(refusal: Refusal, french: str, english: str) -> None:
    assert plain(do.explain(refusal, FR)) == french
    assert do.explain(refusal, EN) == english


def test_what_happens_is_told_in_both_languages() -> None:
    assert narrated(FR, "deal chat") == "La table donne Chat au siège 0."
    assert narrated(EN, "deal chat", "deal lapin") == "The table deals Rabbit to seat 1."
    assert narrated(FR, *DEAL) == "Poule (1500 av. J.-C.) commence la frise."
    assert narrated(EN, *DEAL) == "Hen (1500 BCE) starts the timeline."
    blind = Rules(deck=FIVE, dates=Dates.DRAWN)
    assert narrated(FR, "date chat 1250", rules=blind) == "La table donne une date à Chat, face cachée."
    assert narrated(EN, "date chat 1250", rules=blind) == "The table gives Cat a date, face down."
    assert narrated(FR, *DEAL, "place chien 0") == (
        "Le siège 0 pose Chien avant Poule (1500 av. J.-C.). C’est juste (13000 av. J.-C.)."
    )
    assert narrated(EN, *DEAL, "place chien 0") == "Seat 0 places Dog before Hen (1500 BCE). Right (13000 BCE)."
    assert narrated(FR, *DEAL, "place chien 1") == (
        "Le siège 0 pose Chien après Poule (1500 av. J.-C.). C’est faux, la carte est reprise (13000 av. J.-C.)."
    )
    assert narrated(EN, *DEAL, "place chien 0", "place lapin 1") == (
        "Seat 1 places Rabbit between Dog (13000 BCE) and Hen (1500 BCE). Wrong, the card is taken back (1250)."
    )


def test_the_end_is_told_too() -> None:
    end = (*DEAL, "place chien 0", "place lapin 2", "place hamster 3")
    assert narrated(FR, *end).endswith("C’est juste (1930). Le siège 0 gagne.")
    assert narrated(EN, *end).endswith("Right (1930). Seat 0 wins.")
    shared = Rules(deck=FIVE, finish_round=True)
    assert narrated(FR, *end, "place chat 1", rules=shared).endswith("Les sièges 0 et 1 gagnent.")
    assert narrated(EN, *end, "place chat 1", rules=shared).endswith("Seats 0 and 1 win.")
    four = Rules(seats=4, deck=FIVE, turn_limit=4)
    all_wrong = ("place chien 1", "place chat 1", "place hamster 0", "place lapin 0")
    assert narrated(FR, *DEAL, *all_wrong, rules=four).endswith("Les sièges 0, 1, 2 et 3 gagnent.")
    assert narrated(EN, *DEAL, *all_wrong, rules=four).endswith("Seats 0, 1, 2 and 3 win.")


# Pictures


def shown(scene: Scene) -> list[str]:
    """The rows of a picture, printed plainly: texts and slots where they stand, marked ones with a star before."""
    rows = [[" "] * scene.width for _ in range(scene.height)]
    for shape in scene.shapes:
        assert isinstance(shape, Text | Box)
        if isinstance(shape, Box):
            assert (shape.height, len(shape.lines)) == (1, 1)
            text, x = shape.lines[0].center(shape.width), shape.x
        else:
            text = shape.text
            x = shape.x if shape.align is Align.START else shape.x - len(text) + 1
            if shape.marked:
                text, x = "*" + text, x - 1
        assert x >= 0
        assert x + len(text) <= scene.width
        for offset, letter in enumerate(text):
            assert rows[shape.y][x + offset] == " ", "two shapes overlap"
            rows[shape.y][x + offset] = letter
    return [plain("".join(row)).rstrip() for row in rows]


def test_the_picture_of_a_position() -> None:
    view = view_of(*DEAL, "place chien 0", "place lapin 0")
    scene = do.draw(view, FR)
    assert scene.width == 46
    assert shown(scene) == [
        " Au siège 0 de jouer",
        " Siège 1 : Lapin, faux (1250)",
        "",
        " Frise",
        "   1 13000 av. J.-C.  Chien",
        "   2  1500 av. J.-C.  Poule",
        "",
        " Siège 0 : 1 carte, 0 erreur",
        " n : après la carte n de la frise (0 : avant)",
        " Hamster doré        0  1  2",
        "",
        " Siège 1 : 2 cartes, 1 erreur",
        " Chat *Lapin (1250)",
    ]
    assert shown(do.draw(view, EN)) == [
        " Seat 0 to move",
        " Seat 1: Rabbit, wrong (1250)",
        "",
        " Timeline",
        "   1 13000 BCE  Dog",
        "   2  1500 BCE  Hen",
        "",
        " Seat 0: 1 card, 0 errors",
        " n: after card n of the timeline (0: before)",
        " Golden hamster      0  1  2",
        "",
        " Seat 1: 2 cards, 1 error",
        " Cat *Rabbit (1250)",
    ]
    assert (scene.title, do.draw(view, EN).title) == ("La frise de la domestication", "The domestication timeline")
    assert plain(scene.description) == (
        "Au siège 0 de jouer. Frise : Chien (13000 av. J.-C.), Poule (1500 av. J.-C.). "
        "Siège 0 : Hamster doré. Siège 1 : Chat, Lapin (1250)."
    )
    assert do.draw(view, EN).description == (
        "Seat 0 to move. Timeline: Dog (13000 BCE), Hen (1500 BCE). Seat 0: Golden hamster. Seat 1: Cat, Rabbit (1250)."
    )


def test_what_is_marked_is_what_has_been_seen_last() -> None:
    def marked(*texts: str) -> list[str]:
        return [shape.text for shape in do.draw(view_of(*texts), FR).shapes if isinstance(shape, Text) and shape.marked]

    assert marked() == []
    assert marked(*DEAL[:1]) == ["Chien"]
    assert marked(*DEAL[:2]) == ["Chat"]
    assert marked(*DEAL) == ["Poule"]
    assert marked(*DEAL, "place chien 0") == ["Chien"]
    assert marked(*DEAL, "place hamster 1") == ["Hamster doré"]
    assert [plain(text) for text in marked(*DEAL, "place hamster 0")] == ["Hamster doré (1930)"]


def test_pictures_before_and_after_play() -> None:
    assert shown(do.draw(view_of(*DEAL[:3]), FR)) == [
        " La table distribue",
        "",
        " Siège 0 : 2 cartes, 0 erreur",
        " Chien *Hamster doré",
        "",
        " Siège 1 : 1 carte, 0 erreur",
        " Chat",
        "",
        " À distribuer :",
        " Lapin  Poule",
    ]
    start = shown(do.draw(view_of(rules=Rules(deck=FIVE, dates=Dates.DRAWN)), EN))
    assert start == [
        " The table gives the cards their dates",
        "",
        " Seat 0: 0 cards, 0 errors",
        "",
        " Seat 1: 0 cards, 0 errors",
        "",
        " To be dealt:",
        " Cat  Dog  Golden hamster  Rabbit  Hen",
    ]
    assert shown(do.draw(view_of(rules=Rules(deck=FIVE, dates=Dates.DRAWN)), FR))[0] == " La table donne les dates"
    assert shown(do.draw(view_of(), EN))[0] == " The table deals"
    end = view_of(*DEAL, "place chien 0", "place lapin 2", "place hamster 3")
    assert shown(do.draw(end, EN))[:3] == [" Game over. Seat 0 wins.", " Seat 0: Golden hamster, right (1930)", ""]
    assert shown(do.draw(end, FR))[0] == " Partie terminée. Le siège 0 gagne."
    assert do.draw(end, EN).description.startswith("Game over. Seat 0 wins. Timeline: ")
    assert all(shape.phrase is None for shape in do.draw(end, FR).shapes)


def test_each_legal_move_has_its_own_slot_with_its_label_and_its_phrase() -> None:
    rng = Random(1)
    for rules in (Rules(), Rules(seats=1), Rules(seats=4, dates=Dates.DRAWN)):
        state = do.new_game(rules)
        while True:
            moves, view = do.legal_moves(state), do.observe(state, None)
            for lang in Lang:
                scene = do.draw(view, lang)
                shown(scene)
                assert scene.width == 46
                slots = [shape for shape in scene.shapes if isinstance(shape, Box)]
                seats_moves = () if do.to_move(state) is CHANCE else moves
                assert [shape.phrase for shape in slots] == [str(move) for move in seats_moves]
                assert [shape.hint for shape in slots] == [do.label(view, move, lang) for move in seats_moves]
                assert len({(shape.x, shape.y) for shape in slots}) == len(slots)
            if not moves:
                break
            state = do.apply(state, moves[below(rng, len(moves))])


def test_colours_and_long_names_and_long_timelines() -> None:
    long = tuple(Card(CardName("n" * 60 + f"-{at:02}"), Year(at - 999_999_999_999)) for at in range(31))
    rules = Rules(seats=2, deck=long)
    state = do.new_game(rules)
    rng = Random(1)
    while do.to_move(state) is CHANCE:
        moves = do.legal_moves(state)
        state = do.apply(state, moves[below(rng, len(moves))])
    for _ in range(400):
        if do.to_move(state) is None:
            break
        bot = do.medium(rng)
        state = do.apply(state, bot(do.observe(state, None), do.legal_moves(state)))
        for lang in Lang:
            scene = do.draw(do.observe(state, None), lang)
            shown(scene)
            gaps = len(state.timeline) + 1 if do.to_move(state) is not None else 0
            assert scene.width == max(46, 20 + 2 * gaps)
    rows = shown(do.draw(do.observe(state, None), EN))
    assert any(row.endswith("…") for row in rows)
    scene = do.draw(view_of(*DEAL, "place chien 0", "place lapin 0"), FR)
    tones = {shape.text: shape.tone for shape in scene.shapes if isinstance(shape, Text)}
    assert tones["Hamster doré"] == tones["Chat"] == Tone.MUTED
    assert tones["Lapin (1250)"] == Tone.INK
    assert [tone for text, tone in tones.items() if text.startswith("Siège")] == [Tone.BAD, Tone.SEAT_0, Tone.SEAT_1]
    assert {shape.fill for shape in scene.shapes if isinstance(shape, Box)} == {Tone.FIELD}
    right = do.draw(view_of(*DEAL, "place chien 0"), FR)
    assert Tone.GOOD in [shape.tone for shape in right.shapes if isinstance(shape, Text)]


# Features


def test_features_are_laid_out_as_their_names_say() -> None:
    rules = Rules(deck=FIVE, turn_limit=9)
    names = do.feature_names(rules)
    view = view_of(*DEAL, "place chien 0", "place lapin 0", rules=rules)
    found = dict(zip(names, do.features(view), strict=True))
    assert [found.pop(name) for name in ("turns", "undated", "to move 0", "to move 1", "errors 0", "errors 1")] == [
        *(2, 0, 1, 0, 0, 1)
    ]
    columns = ("held by 0", "held by 1", "slot", "position", "rank")
    assert {card.name: [found.pop(f"{card.name} {column}") for column in columns] for card in FIVE} == {
        "chat": [0, 1, 1, 0, 0],
        "chien": [0, 0, 0, 1, 1],
        "hamster": [1, 0, 1, 0, 0],
        "lapin": [0, 1, 2, 0, 4],
        "poule": [0, 0, 0, 2, 3],
    }
    assert list(found.items()) == [(f"unknown of rank {rank}", int(rank in (2, 5))) for rank in range(1, 6)]
    assert len(set(names)) == len(names)


def test_features_of_equal_years_and_of_cards_not_yet_dealt() -> None:
    rules = Rules(seats=1, dates=Dates.DRAWN, deck=tuple(Card(CardName(name), Year(7)) for name in "abc"))
    found = dict(zip(do.feature_names(rules), do.features(view_of("date a 7", rules=rules)), strict=True))
    assert {name: value for name, value in found.items() if value} == {"undated": 2, "unknown of rank 1": 3}


def test_bounds_hold_and_are_reached() -> None:
    assert do.feature_bounds(Rules(deck=FIVE, turn_limit=9)) == (
        *((0, 9), (0, 5), (0, 1), (0, 1), (0, 9), (0, 9)),
        *((0, 1), (0, 1), (0, 2), (0, 5), (0, 5)) * 5,
        *((0, 5),) * 5,
    )
    endless = Rules(seats=1, deck=FIVE[:2], turn_limit=None)
    assert do.feature_bounds(endless)[0] == do.feature_bounds(endless)[3] == (0, 1000)
    assert do.feature_bounds(Rules(turn_limit=5000))[0] == (0, 1000)
    state = played(endless, "deal chat", "deal chien")
    for _ in range(1001):
        state = do.apply(state, do.parse_move("place chat 0"))
    assert do.features(do.observe(state, None))[:4] == (1000, 0, 1, 1000)
    rng = Random(2)
    for rules in (*do.PRESETS.values(), Rules(seats=4, deck=FIVE, turn_limit=7)):
        state = do.new_game(rules)
        while True:
            values, bounds = do.features(do.observe(state, Seat(0))), do.feature_bounds(rules)
            assert len(values) == len(bounds) == len(do.feature_names(rules))
            assert all(
                type(value) is int and low <= value <= high for value, (low, high) in zip(values, bounds, strict=True)
            )
            moves = do.legal_moves(state)
            if not moves:
                break
            state = do.apply(state, moves[below(rng, len(moves))])


# Rule books


def test_the_rule_books_have_every_rule_and_every_option_in_both_languages() -> None:
    for lang, title in ((FR, "# La frise de la domestication\n"), (EN, "# The domestication timeline\n")):
        book = do.rule_book(lang)
        assert book.startswith(title)
        for number in range(1, 10):
            assert book.count(f"**DO-{number}. ") == 1
        for option in ("first", "deck", "dates", "finish_round", "turn_limit", "printed", "drawn", "null"):
            assert f"`{option}`" in book
        for preset in do.PRESETS:
            assert f"`{preset}`" in book
    assert " :" not in do.rule_book(FR).replace("\u00a0:", "")
    assert do.GAME.rule_book(EN) == do.rule_book(EN)
