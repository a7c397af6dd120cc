import { assertEquals } from "@std/assert";
import { retryFacts } from "../../../src/mock/journal/retry_facts.ts";

const RETRYABLE: readonly (readonly [status: number, told: string | undefined, boolean])[] = [
  [400, undefined, false],
  [404, undefined, false],
  [408, undefined, true],
  [409, undefined, true],
  [429, undefined, true],
  [499, undefined, false],
  [500, undefined, true],
  [599, undefined, true],
  [400, "true", true],
  [500, "false", false],
];

for (const [status, told, retryable] of RETRYABLE) {
  Deno.test(
    `retryFacts() finds ${status} ${told === undefined ? "" : `that says ${told} `}${
      retryable ? "" : "not "
    }retryable`,
    () => {
      const headers = { ...(told !== undefined && { "x-should-retry": told }), "retry-after": "2" };
      assertEquals(retryFacts(new Response(null, { status, headers }), 0), {
        retryable,
        retryAfterMs: 2000,
      });
    },
  );
}

Deno.test("retryFacts() has nothing to say of what is no failure", () => {
  const headers = { "x-should-retry": "true", "retry-after": "2" };
  for (const status of [200, 307, 399]) {
    assertEquals(retryFacts(new Response(null, { status, headers }), 0), {});
  }
});
