import { assertEquals } from "@std/assert";
import { restOf } from "../../../src/proxy/backoff/rest_of.ts";
import type { UpstreamPlan } from "../../../src/proxy/config/plan.ts";
import type { FailureKind, FailureScope } from "../../../src/proxy/failure/failure.ts";

function rest(kind: FailureKind, scope: FailureScope, keys: number, backoff?: string) {
  const upstream = {
    backoff: backoff === undefined ? undefined : { id: backoff, capMs: 1 },
    provider: { keys: new Array(keys).fill("k") },
  } as unknown as UpstreamPlan;
  return restOf({ kind, scope }, upstream);
}

Deno.test("restOf() lets a key of several rest, whatever is configured for the upstream", () => {
  assertEquals(rest("rate_limit", "key", 2), "key");
  assertEquals(rest("auth", "key", 2, "upstream:a/b"), "key");
});

Deno.test("restOf() lets the upstream rest in place of a lone key, if it may", () => {
  assertEquals(rest("auth", "key", 1, "upstream:a/b"), "upstream");
  assertEquals(rest("rate_limit", "key", 0, "provider:a"), "upstream");
  assertEquals(rest("quota", "key", 1), "none");
});

Deno.test("restOf() lets no provider rest because one of its models is gone", () => {
  assertEquals(rest("not_found", "upstream", 1, "upstream:a/b"), "upstream");
  assertEquals(rest("not_found", "upstream", 1, "provider:a"), "none");
});

Deno.test("restOf() lets no upstream rest where that is not configured, or the failure is not its own", () => {
  assertEquals(rest("server_error", "upstream", 1), "none");
  assertEquals(rest("server_error", "upstream", 1, "provider:a"), "upstream");
  assertEquals(rest("bad_request", "none", 3, "upstream:a/b"), "none");
});
