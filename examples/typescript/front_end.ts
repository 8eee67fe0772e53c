// A front end in TypeScript knows what it gets: every message of the table in `examples/web` with `"format": "json"`
// has a view; so has every document that `boardgames_fr.codec` writes.

import type { AnimalsView } from "./types/animals_view.js";
import type { CapharnaumView } from "./types/capharnaum_view.js";
import type { DinosauresScene } from "./types/dinosaures_scene.js";
import type { DinosauresView } from "./types/dinosaures_view.js";
import type { DomesticationView } from "./types/domestication_view.js";
import type { PeckingOrderMove } from "./types/pecking_order_move.js";
import type { PeckingOrderRecord } from "./types/pecking_order_record.js";
import type { PeckingOrderView } from "./types/pecking_order_view.js";

type AnyView = AnimalsView | CapharnaumView | DinosauresView | DomesticationView | PeckingOrderView;

/** A line about any view: the game's name says which fields there are, and the compiler checks them. */
export function headline(view: AnyView): string {
  switch (view.game) {
    case "pecking_order":
      return `round ${view.value.round}, ${view.value.points[0]} to ${view.value.points[1]}`;
    case "animals":
      return `round ${view.value.round}, ${view.value.pack.length} cards to come`;
    case "capharnaum":
      return `round ${view.value.round}, reserves ${view.value.reserves.join(" ")}`;
    case "dinosaures":
      return `${view.value.tiles.length} tiles on the table`;
    case "domestication":
      return `${view.value.timeline.length} cards in the timeline`;
  }
}

/** The phrases that can be clicked in a picture. */
export function clickable(scene: DinosauresScene): string[] {
  return scene.value.shapes.flatMap((shape) => (shape.phrase === null ? [] : [shape.phrase]));
}

/** The moves of a record that were draws. */
export function draws(record: PeckingOrderRecord): PeckingOrderMove[] {
  return record.value.moves.filter((move) => move.startsWith("draw "));
}
