"""TypeScript types for the JSON of every game, made from its schemas: `python make_types.py [DIRECTORY]`.

For each game and kind it takes the schema (what `boardgames-fr schema GAME KIND` prints) and has
json-schema-to-typescript write `types/<game>_<kind>.ts`, with the type `PeckingOrderView` for the view of
`pecking_order`, and so on. Run `npm install` first; `npx tsc` then checks the types, strictly, and the front end that
uses them (`front_end.ts`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from boardgames_fr import find_game, games
from boardgames_fr.codec import KINDS, Codec, Json, Kind

HERE = Path(__file__).parent


def schema_of(game: str, kind: Kind) -> dict[str, Json]:
    """The schema, titled after the type that it shall become."""
    schema = Codec(find_game(game)).schema(kind)
    reference, definitions = schema.pop("$ref", None), schema.get("$defs")
    if isinstance(reference, str) and isinstance(definitions, dict):
        # json-schema-to-typescript does not follow a reference at the very top.
        top = definitions[reference.removeprefix("#/$defs/")]
        assert isinstance(top, dict)
        schema.update(top)
    schema["title"] = "".join(word.capitalize() for word in (*game.split("_"), kind))
    return schema


def in_old_words(schema: Json) -> Json:
    """The same, with tuples as JSON Schema wrote them before 2020: json-schema-to-typescript reads only that."""
    if isinstance(schema, list):
        return [in_old_words(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: in_old_words(part) for key, part in schema.items()}
    if isinstance(found.get("prefixItems"), list):
        found["items"] = found.pop("prefixItems")
        found["additionalItems"] = False
    return found


def main(target: Path) -> None:
    with TemporaryDirectory() as directory:
        for game in games():
            for kind in KINDS:
                path = Path(directory) / f"{game}_{kind}.json"
                path.write_text(json.dumps(in_old_words(schema_of(game, kind))), encoding="utf-8")
        options = ("--unreachableDefinitions=false", "--additionalProperties=false", "--maxItems=20")
        program = ["npx", "--no-install", "json2ts", "-i", directory, "-o", str(target), *options]
        subprocess.run(program, cwd=HERE, check=True)
    for file in target.glob("*.d.ts"):
        file.replace(file.with_name(file.name.replace(".d.ts", ".ts")))
    print(f"{len(list(target.glob('*.ts')))} files in {target}")


if __name__ == "__main__":
    main((Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "types").resolve())
