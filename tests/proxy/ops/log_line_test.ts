import { assertEquals, assertStringIncludes } from "@std/assert";
import { logLine } from "../../../src/proxy/ops/log_line.ts";
import type { ProxyEvent } from "../../../src/proxy/ops/proxy_event.ts";
import { lab } from "../support/lab.ts";
import { answer, status } from "../support/scripted_upstream.ts";

const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const ID = "0123456789abcdef";

const EVENTS: readonly (readonly [event: ProxyEvent, text: string | undefined])[] = [
  [{ event: "request", id: ID, path: "/chat/completions", model: "m", stream: true }, undefined],
  [
    { event: "refused", id: ID, path: "/nope", status: 404, code: "unknown_path" },
    "refused /nope: 404 unknown_path [01234567]",
  ],
  [
    { event: "skip", id: ID, upstream: "u1/m", restMs: 3200 },
    "u1/m rests ~4s — skipping [01234567]",
  ],
  [
    { event: "skip", id: ID, upstream: "u1/m", restMs: 0 },
    "u1/m is being tried by another request — skipping [01234567]",
  ],
  [
    { event: "attempt", id: ID, model: "m", upstream: "u1/m", number: 1, isProbe: false },
    undefined,
  ],
  [
    { event: "attempt_end", id: ID, model: "m", upstream: "u1/m", outcome: "committed", ms: 5 },
    undefined,
  ],
  [
    {
      event: "attempt_end",
      id: ID,
      model: "m",
      upstream: "u1/m",
      outcome: "failed",
      kind: "rate_limit",
      status: 429,
      message: "Slow down",
      ms: 31,
    },
    'u1/m failed after 31 ms: rate_limit 429 "Slow down" [01234567]',
  ],
  [
    { event: "rest", scope: "provider:u1", level: 2, untilMs: 0, restMs: 1500 },
    "provider:u1 rests ~2s (level 2)",
  ],
  [
    { event: "rest", scope: "provider:u1", level: 0, untilMs: 0, restMs: 0 },
    "provider:u1 is open again",
  ],
  [{ event: "reset", scope: "provider:u1" }, "provider:u1 was reset"],
  [
    {
      event: "end",
      id: ID,
      path: "/chat/completions",
      model: "m",
      upstream: "u2/m",
      status: 200,
      outcome: "whole",
      attempts: 2,
      ms: 40,
      overheadMs: 1,
    },
    "/chat/completions m → u2/m 200, 40 ms, 2 attempts [01234567]",
  ],
  [
    {
      event: "end",
      id: ID,
      path: "/messages",
      model: "m",
      upstream: undefined,
      status: 503,
      outcome: "failed",
      code: "all_busy",
      message: "all upstreams busy, retry in 1s",
      attempts: 0,
      ms: 4,
      overheadMs: 1,
    },
    "/messages m → nobody 503 failed (all_busy), 4 ms, 0 attempts [01234567]",
  ],
  [{ event: "warning", message: "Look" }, "warning: Look"],
  [{ event: "draining", inFlight: 3 }, "stopping: 3 requests run"],
  [{ event: "draining", inFlight: 1 }, "stopping: 1 request runs"],
  [{ event: "stopped" }, "stopped"],
  [{ event: "error", message: "Oh" }, "error: Oh"],
];

for (const [event, text] of EVENTS) {
  Deno.test(`a log tells ${JSON.stringify(event)} in JSON, and ${text ? "as text" : "not as text"}`, () => {
    const line = logLine(event, "json", NOW_MS)!;
    assertEquals([line.endsWith("\n"), line.indexOf("\n")], [true, line.length - 1]);
    const { time, ...rest } = JSON.parse(line);
    assertEquals([time, rest], ["2026-01-02T03:04:05.006Z", JSON.parse(JSON.stringify(event))]);
    assertEquals(logLine(event, "text", NOW_MS), text && `03:04:05.006 ${text}\n`);
  });
}

Deno.test("a stranger's text cannot control the terminal, nor make lines of its own", () => {
  const path = "/\u001b[2J\n03:04:05.006 forged\u202e";
  const line = logLine({ event: "refused", id: ID, path, status: 404, code: "c" }, "text", NOW_MS)!;
  assertEquals(line.indexOf("\n"), line.length - 1);
  // deno-lint-ignore no-control-regex -- it is what is looked for
  assertEquals(/[\u001b\u202e]/.test(line), false);
});

Deno.test("events have no bodies, keys and queries in them", async () => {
  const { proxy, events } = lab(
    { u1: [status(401, {}, "upstream-key is wrong"), answer("reply")] },
    {
      provider: { key: "upstream-key" },
      client_keys: ["client-key"],
    },
  );
  const ask = (path: string, key: string) =>
    proxy.fetch(
      new Request(`http://proxy${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "the-prompt" }] }),
      }),
    ).then((response) => response.text());
  await ask("/v1/chat/completions?key=query-key", "client-key");
  await ask("/v1/chat/completions?key=query-key", "client-key");
  await ask("/v1/chat/completions?key=query-key", "wrong-key");
  await ask("/v1/nothing?key=query-key", "client-key");
  const text = events.map((event) => logLine(event, "json", NOW_MS)).join("");
  assertStringIncludes(text, '"path":"/chat/completions"');
  assertStringIncludes(text, '"event":"refused"');
  const secrets = ["upstream-key", "client-key", "wrong-key", "query-key", "the-prompt", "reply"];
  assertEquals(secrets.filter((secret) => text.includes(secret)), []);
});
