"""A bot for Pecking Order in a few lines, and a hundred games against one that any move pleases."""

from boardgames_fr.bots import RandomBot
from boardgames_fr.games import pecking_order as po
from boardgames_fr.match import play


def grand(view: po.View, moves: tuple[po.Move, ...]) -> po.Move:
    """Always the dearest perch."""
    values = {f"place {perch.name}": perch.value for perch in view.rules.perches}
    return max(moves, key=lambda move: values.get(str(move), 0))


records = [play(po.GAME, po.Rules(), (grand, RandomBot()), seed=seed) for seed in range(100)]
print("won:", sum(0 in outcome.winners for record in records if (outcome := record.result())), "of 100")
