import { assert, assertEquals, assertFalse, assertStrictEquals } from "@std/assert";
import {
  ConfigError,
  ModelError,
  TruncatedToolArgumentsError,
  WholeturnError,
} from "../src/errors.ts";
import { findWholeturnError, isWholeturnError } from "../src/find_wholeturn_error.ts";

Deno.test("isWholeturnError() knows every error of the package, and by its code", () => {
  const errors = [
    new WholeturnError("A", "a"),
    new ConfigError("c"),
    new ModelError("FILTERED", "f"),
    new TruncatedToolArgumentsError("t"),
  ];
  for (const error of errors) {
    assert(isWholeturnError(error));
    assert(isWholeturnError(error, error.code));
    assertFalse(isWholeturnError(error, "OTHER"));
  }
});

Deno.test("isWholeturnError() knows the error of another copy of the package", () => {
  const foreign = Object.assign(new Error("cut"), { origin: "wholeturn", code: "INCOMPLETE" });
  assert(isWholeturnError(foreign, "INCOMPLETE"));
});

Deno.test("isWholeturnError() refuses anything else", () => {
  for (const value of [undefined, null, "wholeturn", 1, {}, new Error("e"), { code: "CONFIG" }]) {
    assertFalse(isWholeturnError(value));
    assertFalse(isWholeturnError(value, "CONFIG"));
  }
});

/** Errors of other libraries around one of ours. */
const WRAPPED: readonly { name: string; wrap: (error: unknown) => unknown }[] = [
  { name: "a cause", wrap: (cause) => new Error("wrapped", { cause }) },
  {
    name: "a cause of a cause",
    wrap: (cause) => new TypeError("outer", { cause: new Error("inner", { cause }) }),
  },
  { name: "one error of many", wrap: (error) => new AggregateError([new Error("other"), error]) },
  {
    name: "one of many of a cause",
    wrap: (error) => new Error("all failed", { cause: new AggregateError([error]) }),
  },
  {
    name: "an error in a cycle",
    wrap: (cause) => {
      const outer: Error & { errors?: unknown[] } = new Error("outer");
      outer.cause = outer;
      outer.errors = [outer, cause];
      return outer;
    },
  },
];

Deno.test.each(WRAPPED)("isWholeturnError() finds one below $name", ({ wrap }) => {
  const inner = new ModelError("RATE_LIMITED", "Slow down");
  const error = wrap(inner);
  assertStrictEquals(findWholeturnError(error), inner);
  assertStrictEquals(findWholeturnError(error, "RATE_LIMITED"), inner);
  assertEquals(
    [isWholeturnError(error), isWholeturnError(error, "RATE_LIMITED")],
    [true, true],
  );
  assertFalse(isWholeturnError(error, "CONFIG"));
  assertFalse(isWholeturnError(wrap(new Error("another"))));
});

Deno.test("isWholeturnError() asks the nearest error of the package, not what caused it", () => {
  const error = new Error("wrapped", {
    cause: new ModelError("NETWORK", "Cannot reach it", { cause: new ConfigError("no") }),
  });
  assert(isWholeturnError(error, "NETWORK"));
  assertFalse(isWholeturnError(error, "CONFIG"));
});

Deno.test("findWholeturnError() looks beside an error that has another code", () => {
  const wanted = new ConfigError("b");
  const error = new AggregateError([new ModelError("STATUS", "a"), wanted]);
  assertStrictEquals(findWholeturnError(error, "CONFIG"), wanted);
  assertEquals(findWholeturnError(error)?.code, "STATUS");
});

Deno.test("findWholeturnError() gives up an endless chain and what cannot be looked at", () => {
  const endless = (): unknown => ({
    get cause() {
      return endless();
    },
  });
  assertEquals(findWholeturnError(endless()), undefined);
  const shut = {
    get cause(): unknown {
      throw new Error("shut");
    },
  };
  assertEquals(findWholeturnError(shut), undefined);
  assertEquals(findWholeturnError({ errors: Array.from({ length: 5000 }, () => ({})) }), undefined);
});
