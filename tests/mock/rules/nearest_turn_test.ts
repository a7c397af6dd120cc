import { assertEquals } from "@std/assert";
import { nearestTurn } from "../../../src/mock/rules/nearest_turn.ts";

const NONE = undefined;

const CHOICES: readonly (readonly [
  what: string,
  turns: readonly (number | undefined)[],
  turn: number,
  place: number,
])[] = [
  ["nothing of nothing", [], 0, -1],
  ["the first for no turn", [NONE, NONE], 1, 0],
  ["the one for this turn", [0, 2, 1], 1, 2],
  ["the first of two for this turn", [1, 1], 1, 0],
  ["the latest before this turn", [0, 2, 1, 9], 5, 1],
  ["the first of two for the latest before this turn", [1, 2, 2], 5, 1],
  ["the earliest where all are for later turns", [9, 7, 8], 5, 1],
  ["the earliest where it is the first", [7, 9], 5, 0],
  ["the first of two for the earliest", [9, 7, 7], 5, 1],
  ["one for no turn before all for later turns", [9, NONE, 7, NONE], 5, 1],
  ["one for an earlier turn before one for none", [NONE, 2], 5, 1],
  ["one for no turn that stands before one for this turn", [NONE, 5], 5, 0],
  ["one for this turn that stands before one for none", [5, NONE], 5, 0],
  ["one for this turn that stands among others", [9, 5, NONE], 5, 1],
];

for (const [what, turns, turn, place] of CHOICES) {
  Deno.test(`nearestTurn() chooses ${what}`, () => assertEquals(nearestTurn(turns, turn), place));
}
