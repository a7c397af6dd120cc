import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { mutate } from "../../../src/checks/fuzz/mutation.ts";
import type { Mutation } from "../../../src/checks/fuzz/mutation.ts";

const EVENTS = ["aa", "bb", "cc"].map((text) => toBytes(text));

Deno.test.each(
  [
    { name: "drop", mutation: { op: "drop", at: 1 }, text: "aacc" },
    { name: "double", mutation: { op: "double", at: 1 }, text: "aabbbbcc" },
    { name: "swap", mutation: { op: "swap", at: 0, with: 2 }, text: "ccbbaa" },
    { name: "split", mutation: { op: "split", at: 1, byte: 1 }, text: "aab\n\nbcc" },
    { name: "flip", mutation: { op: "flip", at: 0, byte: 1, value: 120 }, text: "axbbcc" },
    { name: "cut", mutation: { op: "cut", at: 1, byte: 1 }, text: "aab" },
    { name: "wrap around by drop", mutation: { op: "drop", at: 4 }, text: "aacc" },
  ] as const,
)("mutate() can $name", ({ mutation, text }) => {
  assertEquals(new TextDecoder().decode(mutate(EVENTS, [mutation])), text);
});

Deno.test("mutate() takes any mutations of any body, also when nothing is left", () => {
  const nat = fc.nat(99);
  const any: fc.Arbitrary<Mutation> = fc.oneof(
    fc.record({ op: fc.constantFrom("drop" as const, "double" as const), at: nat }),
    fc.record({ op: fc.constant("swap" as const), at: nat, with: nat }),
    fc.record({ op: fc.constantFrom("split" as const, "cut" as const), at: nat, byte: nat }),
    fc.record({ op: fc.constant("flip" as const), at: nat, byte: nat, value: nat }),
  );
  const body = fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(body, fc.array(any), (events, mutations) => {
      mutate(events.map((event) => event.slice()), mutations);
    }),
    { numRuns: 1000 },
  );
});
