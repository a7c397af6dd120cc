import { assertEquals } from "@std/assert";
import type { FinishMap } from "../../src/turn/finish.ts";
import { rawReason } from "../../src/wire/raw_reason.ts";
import { finish } from "../support/events.ts";

const MAP: FinishMap = { end: "stop", sequence: "stop", cut: "length" };

function word(reason: string, raw: string): string {
  return rawReason(MAP, finish(reason, { raw }).finish);
}

Deno.test("rawReason() keeps a word that means the reason on this wire", () => {
  assertEquals([word("stop", "end"), word("stop", "sequence"), word("length", "cut")], [
    "end",
    "sequence",
    "cut",
  ]);
});

Deno.test("rawReason() finds this wire's word for a reason that another wire told", () => {
  assertEquals([word("stop", "STOP"), word("length", "max_tokens"), word("length", "end")], [
    "end",
    "cut",
    "cut",
  ]);
});

Deno.test("rawReason() finds a word where the turn has none", () => {
  assertEquals([word("stop", ""), word("length", "")], ["end", "cut"]);
});

Deno.test("rawReason() passes a reason on that this wire has no word for", () => {
  assertEquals([word("pause_turn", "pause_turn"), word("filtered", "refusal")], [
    "pause_turn",
    "filtered",
  ]);
});
