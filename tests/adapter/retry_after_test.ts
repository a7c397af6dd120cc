import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MAX_RETRY_AFTER_MS, retryAfterMs, retryInfoMs } from "../../src/adapter/retry_after.ts";

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

Deno.test.each([
  { name: "no header", headers: {}, ms: undefined },
  { name: "whole seconds", headers: { "retry-after": "7" }, ms: 7000 },
  { name: "zero seconds", headers: { "retry-after": "0" }, ms: 0 },
  { name: "huge seconds", headers: { "retry-after": "9".repeat(400) }, ms: MAX_RETRY_AFTER_MS },
  { name: "a negative number", headers: { "retry-after": "-7" }, ms: undefined },
  { name: "a fraction of seconds", headers: { "retry-after": "1.5" }, ms: undefined },
  { name: "an exponent", headers: { "retry-after": "1e3" }, ms: undefined },
  { name: "hexadecimal", headers: { "retry-after": "0x10" }, ms: undefined },
  { name: "a unit", headers: { "retry-after": "7s" }, ms: undefined },
  { name: "two values", headers: { "retry-after": "7, 8" }, ms: undefined },
  { name: "garbage", headers: { "retry-after": "soon" }, ms: undefined },
  { name: "nothing", headers: { "retry-after": "" }, ms: undefined },
  {
    name: "a date to come",
    headers: { "retry-after": "Mon, 30 Nov 2026 12:00:30 GMT" },
    ms: 30_000,
  },
  { name: "a date gone by", headers: { "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, ms: 0 },
  {
    name: "a date far away",
    headers: { "retry-after": "Mon, 30 Nov 9999 11:00:00 GMT" },
    ms: MAX_RETRY_AFTER_MS,
  },
  { name: "an ISO date", headers: { "retry-after": "2026-11-30T12:00:30Z" }, ms: undefined },
  { name: "milliseconds", headers: { "retry-after-ms": "1500" }, ms: 1500 },
  { name: "a fraction of milliseconds", headers: { "retry-after-ms": "20.5" }, ms: 21 },
  {
    name: "milliseconds before seconds",
    headers: { "retry-after-ms": "1500", "retry-after": "2" },
    ms: 1500,
  },
  {
    name: "seconds when the milliseconds are garbage",
    headers: { "retry-after-ms": "soon", "retry-after": "2" },
    ms: 2000,
  },
  { name: "negative milliseconds", headers: { "retry-after-ms": "-1" }, ms: undefined },
  {
    name: "huge milliseconds",
    headers: { "retry-after-ms": "9".repeat(400) },
    ms: MAX_RETRY_AFTER_MS,
  },
])("retryAfterMs() reads $name", ({ headers, ms }) => {
  assertEquals(retryAfterMs(new Headers(headers as Record<string, string>), NOW), ms);
});

Deno.test("retryAfterMs() counts a date from the time now, rounded up", () => {
  const headers = new Headers({ "retry-after": "Mon, 30 Nov 2026 12:00:01 GMT" });
  assertEquals(retryAfterMs(headers, NOW + 0.4), 1000);
});

Deno.test("retryAfterMs() gives nothing or a wait that a timer can take, whatever the header", () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0123456789.-+eE, sGMT:") }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  fc.assert(
    fc.property(value, value, (ms, seconds) => {
      const headers = new Headers({ "retry-after-ms": ms, "retry-after": seconds });
      const wait = retryAfterMs(headers, NOW);
      if (wait === undefined) return;
      assert(Number.isInteger(wait) && wait >= 0 && wait <= MAX_RETRY_AFTER_MS, `${wait}`);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("retryAfterMs() reads every whole number of seconds exactly, up to its limit", () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000 }), (seconds) => {
      const headers = new Headers({ "retry-after": String(seconds) });
      assertEquals(retryAfterMs(headers, NOW), Math.min(seconds * 1000, MAX_RETRY_AFTER_MS));
    }),
    { numRuns: 1000 },
  );
});

Deno.test.each([
  { name: "seconds", delay: "34s", ms: 34_000 },
  { name: "a fraction", delay: "34.074824224s", ms: 34_075 },
  { name: "garbage", delay: "34", ms: undefined },
  { name: "no text", delay: 34, ms: undefined },
])("retryInfoMs() reads $name", ({ delay, ms }) => {
  const type = "type.googleapis.com/google.rpc.";
  const details = [
    { "@type": `${type}QuotaFailure` },
    { "@type": `${type}RetryInfo`, retryDelay: delay },
  ];
  assertEquals(retryInfoMs(details), ms);
  assertEquals(retryInfoMs(details.slice(0, 1)), undefined);
});
