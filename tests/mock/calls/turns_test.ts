import { assertEquals } from "@std/assert";
import { Turns } from "../../../src/mock/calls/turns.ts";
import type { StoredTurn } from "../../../src/mock/providers/turn_memory.ts";

/** Nothing of a turn is looked at. */
const turn = (id: string) => ({ response: { id } }) as unknown as StoredTurn;

Deno.test("Turns keeps the latest thousand, and forgets the oldest first", () => {
  const turns = new Turns();
  for (let at = 0; at < 1000; at++) turns.keep(`${at}`, turn(`${at}`));
  assertEquals(turns.find("0"), turn("0"));
  turns.keep("0", turn("again"));
  assertEquals([turns.find("0"), turns.find("1")], [turn("again"), turn("1")]);
  turns.keep("1000", turn("1000"));
  assertEquals([turns.find("1"), turns.find("2")], [undefined, turn("2")]);
  assertEquals([...turns.list()].length, 1000);
  assertEquals([...turns.list()].slice(0, 3), [turn("1000"), turn("again"), turn("999")]);
});

Deno.test("Turns.forget() tells whether there was one", () => {
  const turns = new Turns();
  turns.keep("a", turn("a"));
  assertEquals([turns.forget("a"), turns.forget("a"), turns.find("a")], [true, false, undefined]);
});

Deno.test("Turns keeps a thousand where others were forgotten by their ids", () => {
  const turns = new Turns();
  for (let at = 0; at < 1000; at++) turns.keep(`${at}`, turn(`${at}`));
  for (let at = 0; at < 500; at++) turns.forget(`${at}`);
  for (let at = 1000; at < 1501; at++) turns.keep(`${at}`, turn(`${at}`));
  const found = ["500", "501", "1500"].map((id) => turns.find(id) !== undefined);
  assertEquals([found, [...turns.list()].length], [[false, true, true], 1000]);
});
