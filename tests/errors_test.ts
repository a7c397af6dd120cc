import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import {
  ConfigError,
  ModelError,
  TruncatedToolArgumentsError,
  WholeturnError,
} from "../src/errors.ts";

const USAGE = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };

Deno.test("WholeturnError carries its code, message and cause", () => {
  const cause = new Error("below");
  const error = new WholeturnError("SOME_CODE", "Something failed", { cause });
  assertInstanceOf(error, Error);
  assertEquals([error.code, error.message, error.name], [
    "SOME_CODE",
    "Something failed",
    "WholeturnError",
  ]);
  assertStrictEquals(error.cause, cause);
  assertFalse("cause" in new WholeturnError("SOME_CODE", "Something failed"));
});

Deno.test("ConfigError has the code CONFIG and is no ModelError", () => {
  const error = new ConfigError("Cannot use the tool");
  assertInstanceOf(error, WholeturnError);
  assertFalse((error as unknown) instanceof ModelError);
  assertEquals([error.code, error.name], ["CONFIG", "ConfigError"]);
});

Deno.test("ModelError carries what is known of the call, and undefined for the rest", () => {
  const known = new ModelError("RATE_LIMITED", "Too many", {
    status: 429,
    retryAfterMs: 1500,
    requestId: "req_1",
    usage: USAGE,
    cause: "why",
  });
  assertInstanceOf(known, WholeturnError);
  assertEquals(
    [known.code, known.name, known.status, known.retryAfterMs, known.requestId, known.cause],
    ["RATE_LIMITED", "ModelError", 429, 1500, "req_1", "why"],
  );
  assertEquals(known.usage, USAGE);
  const bare = new ModelError("INCOMPLETE", "Cut");
  assertEquals([bare.status, bare.retryAfterMs, bare.requestId, bare.usage], [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assertFalse("cause" in bare);
});

Deno.test("TruncatedToolArgumentsError is no ModelError, so that no retry of those pays twice", () => {
  const error = new TruncatedToolArgumentsError("Cut", { usage: USAGE, cause: "why" });
  assertInstanceOf(error, WholeturnError);
  assertFalse((error as unknown) instanceof ModelError);
  assertEquals([error.code, error.name, error.cause], [
    "TRUNCATED_TOOL_ARGUMENTS",
    "TruncatedToolArgumentsError",
    "why",
  ]);
  assertEquals(error.usage, USAGE);
});

Deno.test("the errors are made whatever stands in place of what is known", () => {
  for (const info of [null, undefined, 7, "x", []] as never[]) {
    const error = new ModelError("NETWORK", "no", info);
    assertEquals([error.status, error.usage, error.cause], [undefined, undefined, undefined]);
    const cut = new TruncatedToolArgumentsError("cut", info);
    assertEquals([cut.usage, cut.cause], [undefined, undefined]);
  }
  assert("cause" in new ModelError("NETWORK", "no", { cause: undefined }));
});
