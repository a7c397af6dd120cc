import { assertEquals, assertStrictEquals } from "@std/assert";
import { ModelError, TruncatedToolArgumentsError } from "../../src/errors.ts";
import { withUsage } from "../../src/turn/with_usage.ts";
import { usage } from "../support/events.ts";

Deno.test("withUsage() carries the tokens on a failure, none below zero", () => {
  const failures = [new ModelError("INCOMPLETE", "x"), new TruncatedToolArgumentsError("x")];
  for (const error of failures) {
    assertStrictEquals(withUsage(error, usage(3, -1)), error);
    assertEquals(error.usage, usage(3, 0));
  }
});

Deno.test("withUsage() keeps the tokens that a failure has already", () => {
  const error = new ModelError("PROVIDER", "x", { usage: usage(1) });
  assertEquals(withUsage(error, usage(2)).usage, usage(1));
});

Deno.test("withUsage() leaves a failure as it is if no tokens were told, or if it is none of ours", () => {
  assertEquals(withUsage(new ModelError("INCOMPLETE", "x"), undefined).usage, undefined);
  assertEquals("usage" in withUsage(new TypeError("x"), usage(1)), false);
  assertEquals(withUsage("x", usage(1)), "x");
});
