import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  clampUsage,
  disjointUsage,
  isValidUsage,
  isZeroUsage,
  tokensRead,
  ZERO_USAGE,
} from "../../src/turn/usage.ts";
import { usage } from "../support/events.ts";
import { usages } from "../support/turns.ts";

const FIELDS = ["input", "output", "cacheRead", "cacheWrite"] as const;

Deno.test("ZERO_USAGE is zero and cannot be written to", () => {
  assertEquals(isZeroUsage(ZERO_USAGE), true);
  assertThrows(() => Object.assign(ZERO_USAGE, { input: 1 }), TypeError);
});

for (const field of FIELDS) {
  Deno.test(`isZeroUsage() looks at ${field}`, () => {
    assertEquals(isZeroUsage({ ...ZERO_USAGE, [field]: 1 }), false);
  });

  Deno.test(`isValidUsage() looks at ${field}`, () => {
    for (const count of [-1, -0.5, NaN, Infinity, -Infinity]) {
      assertEquals(isValidUsage({ ...ZERO_USAGE, [field]: count }), false, `${count}`);
    }
    assertEquals(isValidUsage({ ...ZERO_USAGE, [field]: 12 }), true);
  });

  Deno.test(`clampUsage() raises ${field} to zero where it is no count, and keeps the others`, () => {
    for (const count of [-1, NaN, Infinity, -Infinity]) {
      const clamped = clampUsage({ ...usage(1, 2, 3, 4), [field]: count });
      assertEquals(clamped, { ...usage(1, 2, 3, 4), [field]: 0 });
    }
  });
}

Deno.test("clampUsage() keeps what is valid", () => {
  assertEquals(clampUsage(usage(1, 2, 3, 4)), usage(1, 2, 3, 4));
  assertEquals(isValidUsage(ZERO_USAGE), true);
});

Deno.test("disjointUsage() and tokensRead() take one another back", () => {
  fc.assert(
    fc.property(usages(), (counts) => {
      const { output, cacheRead, cacheWrite } = counts;
      const read = tokensRead(counts);
      assertEquals(disjointUsage({ read, output, cacheRead, cacheWrite }), counts);
    }),
  );
  assertEquals(disjointUsage({ read: 5, output: 1, cacheRead: 2 }), usage(3, 1, 2, 0));
});
