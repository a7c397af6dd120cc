import { assertEquals } from "@std/assert";
import { classifyError } from "../../../src/proxy/failure/classify_error.ts";
import { MEANINGS } from "../../../src/proxy/failure/meaning.ts";
import { LateError } from "../../../src/proxy/time/late_error.ts";
import { TransportError } from "../../../src/proxy/transport/transport_error.ts";

for (const code of ["connect", "connect_timeout", "network", "protocol"] as const) {
  Deno.test(`classifyError() lets the upstream rest after the transport's error ${code}`, () => {
    const { kind, scope, failover } = classifyError(new TransportError(code, "Went wrong"));
    assertEquals([kind, scope, failover], [code, "upstream", true]);
  });
}

const phases = [
  ["ttft", "ttft_timeout"],
  ["idle", "idle_timeout"],
  ["grace", "idle_timeout"],
  ["total", "total_timeout"],
] as const;
for (const [phase, expected] of phases) {
  Deno.test(`classifyError() takes lateness of ${phase} for ${expected}`, () => {
    const { kind, scope, failover } = classifyError(new LateError(phase));
    assertEquals([kind, scope, failover], [expected, "upstream", true]);
  });
}

Deno.test("classifyError() lets nothing rest because of an answer beyond a limit of the proxy", () => {
  const { kind, scope, failover } = classifyError(new RangeError("More than 5 bytes"));
  assertEquals([kind, scope, failover], ["too_large", "none", true]);
});

Deno.test("classifyError() lets nothing rest because of what may be its own fault", () => {
  for (
    const error of [
      new TypeError("x is undefined"),
      "text",
      undefined,
      null,
      5,
      Object.create(null),
    ]
  ) {
    const { kind, scope, failover } = classifyError(error);
    assertEquals([kind, scope, failover], ["network", "none", true]);
  }
});

Deno.test("classifyError() tells what happened, without secrets", () => {
  const error = new TransportError("connect", "No route to https://a?key=dk-live_0a1b2c3d\n");
  const { message } = classifyError(error, { secrets: ["dk-live_0a1b2c3d"] });
  assertEquals(message, "The connection failed: No route to https://a?key=[redacted]");
});

Deno.test("every kind of failure means what its name says, and rests only if others are asked", () => {
  for (const [kind, meaning] of Object.entries(MEANINGS)) {
    assertEquals(meaning.kind, kind);
    if (meaning.scope !== "none") assertEquals(meaning.failover, true);
  }
});
