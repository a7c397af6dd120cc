import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { retryHintMs } from "../../../src/proxy/failure/hint.ts";

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);
const MAX = 2 ** 31 - 1;
type Pairs = Readonly<Record<string, string>>;

function hint(headers: Pairs, body: unknown = ""): number | undefined {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return retryHintMs(new Headers(headers), text, NOW);
}

const headerCases: readonly (readonly [headers: Pairs, expected: number | undefined])[] = [
  [{}, undefined],
  [{ "retry-after": "5" }, 5000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": "2.007" }, 2007],
  [{ "retry-after": "2020" }, 2_020_000],
  [{ "retry-after": " 7 " }, 7000],
  [{ "retry-after": "9".repeat(400) }, MAX],
  [{ "retry-after": "Mon, 30 Nov 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Monday, 30-Nov-26 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Mon Nov 30 12:00:30 2026" }, 30_000],
  [{ "retry-after": "Mon, 30 Nov 2026 11:59:59 GMT" }, undefined],
  [{ "retry-after": "Fri, 31 Dec 1999 23:59:59 GMT" }, undefined],
  [{ "retry-after-ms": "2500", "retry-after": "3" }, 2500],
  [{ "retry-after-ms": "soon", "retry-after": "3" }, 3000],
  [{ "x-ms-retry-after-ms": "1234" }, 1234],
  ...[
    "",
    "soon",
    "NaN",
    "Infinity",
    "-3",
    "-5",
    "+5",
    "1e9",
    "1e9999",
    "0x10",
    "5s",
    "5, 5",
    "1,5",
    ".5",
    "5.",
    "١",
  ]
    .filter((value) => !/[^\0-\xff]/.test(value))
    .map((value) => [{ "retry-after": value, "retry-after-ms": value }, undefined] as const),
  [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "12ms" }, 12],
  [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1h2m3.5s" }, 3_723_500],
  [{ "x-ratelimit-remaining-tokens": "17", "x-ratelimit-reset-tokens": "6m0s" }, undefined],
  [{ "x-ratelimit-reset-tokens": "6m0s" }, undefined],
  [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-tokens": "6m0s" }, undefined],
  [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "-1" }, undefined],
  [{
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "1s",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "2s",
  }, 2000],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" }, 20_000],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(NOW / 1000 + 9) }, 9000],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(NOW + 8000) }, 8000],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(NOW - 8000) }, undefined],
  [{
    "anthropic-ratelimit-input-tokens-remaining": "0",
    "anthropic-ratelimit-input-tokens-reset": "2026-11-30T12:00:10Z",
  }, 10_000],
  [{
    "anthropic-ratelimit-requests-remaining": "0",
    "anthropic-ratelimit-requests-reset": "2026-11-30T14:00:10.5+02:00",
  }, 10_500],
  [{
    "anthropic-ratelimit-requests-remaining": "3",
    "anthropic-ratelimit-requests-reset": "2026-11-30T12:00:10Z",
  }, undefined],
  [{
    "anthropic-ratelimit-unified-status": "rejected",
    "anthropic-ratelimit-unified-reset": String(NOW / 1000 + 60),
  }, 60_000],
  [{
    "anthropic-ratelimit-unified-status": "allowed",
    "anthropic-ratelimit-unified-reset": String(NOW / 1000 + 60),
  }, undefined],
  [{ ratelimit: '"p";r=0;t=30' }, 30_000],
  [{ ratelimit: '"p";r=12;t=30' }, undefined],
  [{ ratelimit: '"a, b;r=1";r=0;t=30, day;r=0;t=40;pk=:cGs=:' }, 40_000],
  [{ ratelimit: '"p;r=0;t=30' }, undefined],
  [{ ratelimit: '"p";r=0;t=30, ???' }, undefined],
  [{ ratelimit: '"p";r=0;t=30,' }, undefined],
  [{ ratelimit: '"p";r=0' }, undefined],
  [{ ratelimit: '"p";r=0;t=-4' }, undefined],
  [{ "ratelimit-remaining": "0", "ratelimit-reset": "15" }, 15_000],
  [{ ratelimit: '"p";r=0;t=30', "retry-after": "5" }, 5000],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20", "retry-after": "3" }, 3000],
];
for (const [headers, expected] of headerCases) {
  Deno.test(`retryHintMs() reads ${JSON.stringify(headers).slice(0, 160)} as ${expected}`, () => {
    assertEquals(hint(headers), expected);
  });
}

const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const google = (...details: unknown[]) => ({ error: { code: 429, message: "Quota", details } });
const says = (message: string) => ({ error: { message } });

const bodyCases: readonly (readonly [body: unknown, expected: number | undefined])[] = [
  [google({ "@type": RETRY_INFO, retryDelay: "45.837906927s" }), 45_838],
  [[google({ "@type": RETRY_INFO, retryDelay: "26s" })], 26_000],
  [google({ "@type": ERROR_INFO, metadata: { quotaResetDelay: "373.8ms" } }), 374],
  [
    google({ "@type": ERROR_INFO, metadata: { quotaResetTimeStamp: "2026-11-30T12:01:00Z" } }),
    60_000,
  ],
  [google({ "@type": RETRY_INFO, retryDelay: "soon" }, null, 5), undefined],
  [{ error: { details: [{ "@type": RETRY_INFO, retryDelay: "3s" }] } }, 3000],
  [says("Rate limit reached. Please try again in 5.289s. Visit"), 5289],
  [says("Please try again in 7m59.568s."), 479_568],
  [says("Please try again in 6ms."), 6],
  [says("Please retry in 26.66s."), 26_660],
  [says("Please retry after 33 seconds."), 33_000],
  [says("Please wait for 2 minutes"), 120_000],
  [says("Try again in 1 hour"), 3_600_000],
  [says("try again in 5 days"), 432_000_000],
  [says("try again in a while"), undefined],
  [says("try again in -5s"), undefined],
  [says("try again in 5 apples"), undefined],
  [says("try again in 5sheep"), undefined],
  ["Too many requests, retry after 4 seconds", 4000],
  ["<html>retry after 4 seconds</html>", undefined],
  [{ error: { type: "usage_limit_reached", resets_in_seconds: 1234 } }, 1_234_000],
  [{ error: { type: "usage_limit_reached", resets_at: NOW / 1000 + 50 } }, 50_000],
  [{ error: { type: "usage_limit_reached", resets_at: NOW / 1000 - 50 } }, undefined],
  [{ error: { resets_at: "2026-11-30T12:00:20Z" } }, 20_000],
  [{ error: { retry_after: 4.2, message: "all upstreams cooling, retry in 5s" } }, 4200],
  [{ error: { resets_in_seconds: -4, retry_after: "5", resets_at: null } }, undefined],
  ['{"error":{"resets_in_seconds":1e999}}', MAX],
  ["", undefined],
  ["null", undefined],
];
for (const [body, expected] of bodyCases) {
  Deno.test(`retryHintMs() reads ${JSON.stringify(body).slice(0, 160)} as ${expected}`, () => {
    assertEquals(hint({}, body), expected);
  });
}

Deno.test("retryHintMs() puts what is asked for before when a quota is whole again", () => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" };
  assertEquals(hint(headers, says("try again in 4s")), 4000);
  assertEquals(hint({ ...headers, "retry-after": "2" }, says("try again in 4s")), 2000);
});

const NAMES = [
  "retry-after",
  "retry-after-ms",
  "x-ms-retry-after-ms",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-ratelimit-reset-tokens",
  "x-ratelimit-remaining-tokens",
  "anthropic-ratelimit-tokens-reset",
  "anthropic-ratelimit-tokens-remaining",
  "anthropic-ratelimit-unified-status",
  "anthropic-ratelimit-unified-reset",
  "ratelimit",
];
const value = fc.oneof(
  fc.constantFrom(
    "0",
    "rejected",
    "-0",
    "1e400",
    "9".repeat(500),
    "1h",
    "0.0",
    "NaN",
    '"p";r=0;t=5',
  ),
  fc.stringMatching(/^[0-9.hms:;=rt"TZ+ -]*$/),
  fc.nat().map(String),
);

Deno.test("retryHintMs() gives a whole number that a timer can count, or nothing, whatever comes", () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 6 });
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    value.map((text) => JSON.stringify(says(`try again in ${text}s`))),
    fc.anything().map((some) => {
      try {
        return JSON.stringify({ error: { resets_at: some, retry_after: some, details: [some] } });
      } catch {
        return "";
      }
    }),
  );
  fc.assert(
    fc.property(pairs, body, (headers, text) => {
      const ms = retryHintMs(new Headers(headers), text, NOW);
      assert(ms === undefined || (Number.isInteger(ms) && ms >= 0 && ms <= MAX), String(ms));
    }),
    { numRuns: 3000 },
  );
});

Deno.test("retryHintMs() takes no time for what is made to take time", () => {
  const long = [
    { ratelimit: `"p"${";a=1".repeat(20_000)}!` },
    { ratelimit: `"${"\\".repeat(60_000)}` },
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${"1h".repeat(30_000)}!` },
    { "retry-after": `${"1".repeat(60_000)}.` },
  ];
  for (const headers of long) assertEquals(hint(headers), undefined);
  assertEquals(hint({}, says(`try again in ${"1".repeat(1_000_000)}`)), undefined);
  assertEquals(hint({}, "[".repeat(100_000)), undefined);
});
