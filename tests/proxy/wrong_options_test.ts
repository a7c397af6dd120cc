import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createProxy, guardTurn, type ProxyDeps, startProxy } from "../../proxy.ts";
import { redisState } from "../../redis.ts";

const CONFIG = {
  listen: "127.0.0.1:0",
  providers: { a: { url: "http://a.example" } },
  models: { m: "a/x" },
};

/** What untyped code may give for an option, and what is said of it. */
const WRONG_DEPS = [
  { deps: { clock: { now: () => 1 } }, said: "'clock' must be a clock, with methods now, sleep" },
  { deps: { clock: null }, said: "'clock' must be a clock, with methods now, sleep" },
  { deps: { random: 0.5 }, said: "'random' must be a function: current value is 0.5" },
  { deps: { fetch: "http://a" }, said: "'fetch' must be a function" },
  { deps: { state: "redis://a" }, said: "'state' must be what redisState() gives" },
  { deps: { state: {} }, said: "'state' must be what redisState() gives" },
  { deps: { log: console }, said: "'log' must be a function: current value is an object" },
  { deps: null, said: "its options must be an object" },
] as const;

for (const { deps, said } of WRONG_DEPS) {
  Deno.test(`createProxy() and startProxy() refuse ${JSON.stringify(deps)}`, async () => {
    const given = deps as unknown as ProxyDeps;
    assertThrows(() => createProxy(CONFIG, given), TypeError, `Cannot make a proxy as ${said}`);
    await assertRejects(() => startProxy(CONFIG, given), TypeError, said);
  });
}

const URL = "redis://127.0.0.1:1";
const LIST = "url, prefix, timeoutMs, slotExpiryMs";

const WRONG_STATES = [
  { options: undefined, type: TypeError, said: `an object with members of: ${LIST}` },
  { options: URL, type: TypeError, said: "its options must be an object: write { url }" },
  {
    options: { url: URL, timeout: "5s" },
    type: TypeError,
    said: 'there is no option "timeout", did you mean "timeoutMs"?',
  },
  { options: {}, type: TypeError, said: "'url' must be a text such as redis://127.0.0.1:6379" },
  { options: { url: 5 }, type: TypeError, said: "'url' must be a text" },
  {
    options: { url: URL, prefix: 5 },
    type: TypeError,
    said: "'prefix' must be a text: current value is 5",
  },
  {
    options: { url: URL, timeoutMs: "abc" },
    type: RangeError,
    said: `'timeoutMs' must be a number above 0: current value is "abc"`,
  },
  { options: { url: URL, timeoutMs: -5 }, type: RangeError, said: "current value is -5" },
  { options: { url: URL, timeoutMs: 0 }, type: RangeError, said: "current value is 0" },
  { options: { url: URL, timeoutMs: Infinity }, type: RangeError, said: "is Infinity" },
  { options: { url: URL, slotExpiryMs: NaN }, type: RangeError, said: "'slotExpiryMs' must be" },
  { options: { url: URL, slotExpiryMs: null }, type: RangeError, said: "current value is null" },
] as const;

for (const { options, type, said } of WRONG_STATES) {
  Deno.test(`redisState() refuses ${Deno.inspect(options)}`, () => {
    const { message } = assertThrows(
      () => redisState(options as unknown as Parameters<typeof redisState>[0]),
      type,
      said,
    );
    assertEquals(message.startsWith("Cannot share state through Redis as "), true, message);
  });
}

Deno.test("redisState() takes options that are undefined as if they were not there", () => {
  redisState({ url: URL, prefix: undefined, timeoutMs: undefined, slotExpiryMs: undefined });
});

Deno.test("guardTurn() refuses an option that there is not", () => {
  const options = { terminater: "optional" } as Parameters<typeof guardTurn>[1];
  const said = 'Cannot guard a turn as there is no option "terminater", did you mean "terminator"?';
  assertThrows(() => guardTurn("openai-chat", options), TypeError, said);
});
