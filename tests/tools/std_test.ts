import {
  assert,
  assertEquals,
  assertInstanceOf,
  AssertionError,
  assertRejects,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ServerSentEventParseStream, ServerSentEventStream } from "@std/http";
import { mergeReadableStreams, TextLineStream, toText } from "@std/streams";
import {
  assertSpyCall,
  assertSpyCallArg,
  assertSpyCallArgs,
  assertSpyCalls,
  MockError,
  returnsNext,
  spy,
  stub,
} from "@std/testing/mock";
import { FakeTime, TimeError } from "@std/testing/time";

Deno.test("@std/assert fails with an AssertionError and narrows types", async () => {
  assertThrows(() => assertEquals({ a: [1] }, { a: [2] }), AssertionError, "not equal");
  const error: unknown = assertThrows(() => {
    throw new RangeError("Out of range");
  }, RangeError);
  assertInstanceOf(error, RangeError);
  assertEquals(error.message, "Out of range");
  const rejected = await assertRejects(() => Promise.reject(new TypeError("No")), TypeError);
  assertEquals(rejected.name, "TypeError");
});

Deno.test("@std/http writes and reads an event stream", async () => {
  const messages = [{ event: "delta", data: "one\ntwo", id: "7", retry: 5 }, { comment: " ping" }];
  const bytes = ReadableStream.from(messages).pipeThrough(new ServerSentEventStream());
  const [text, copy] = bytes.tee();
  assertEquals(await toText(text), "event:delta\ndata:one\ndata:two\nid:7\nretry:5\n\n: ping\n\n");
  assertEquals(await Array.fromAsync(copy.pipeThrough(new ServerSentEventParseStream())), messages);
});

Deno.test("@std/streams cuts lines and merges", async () => {
  const lines = ReadableStream.from(["a\r", "\nb\nc"]).pipeThrough(new TextLineStream());
  const merged = mergeReadableStreams(lines, ReadableStream.from(["d"]));
  assertEquals((await Array.fromAsync(merged)).sort(), ["a", "b", "c", "d"]);
});

Deno.test("FakeTime moves timers and Date by hand and restores both", async () => {
  const before = { setTimeout, Date };
  {
    using time = new FakeTime(1_000);
    const tick = spy();
    const interval = setInterval(tick, 1_000);
    time.tick(999);
    assertSpyCalls(tick, 0);
    await time.tickAsync(2_001);
    assertSpyCalls(tick, 3);
    assertEquals(Date.now(), 4_000);
    assertEquals(new Date().toISOString(), "1970-01-01T00:00:04.000Z");
    assert(time.next());
    assertEquals(time.now, 5_000);
    clearInterval(interval);
    assertEquals(time.next(), false);
    assertThrows(() => new FakeTime(), TypeError, "already faked");
    assertThrows(() => time.now = 1, RangeError);
    assertStrictEquals(await FakeTime.restoreFor(() => setTimeout), before.setTimeout);
  }
  assertStrictEquals(setTimeout, before.setTimeout);
  assertStrictEquals(Date, before.Date);
  assertThrows(() => FakeTime.restore(), TimeError);
});

Deno.test("FakeTime runAllAsync() runs a chain of timers and promises", async () => {
  using time = new FakeTime(0);
  const log: number[] = [];
  setTimeout(async () => {
    log.push(Date.now());
    await Promise.resolve();
    setTimeout(() => log.push(Date.now()), 50);
  }, 100);
  await time.runAllAsync();
  assertEquals(log, [100, 150]);
  const aborted = AbortSignal.abort(new Error("Enough"));
  await assertRejects(() => time.delay(1_000, { signal: aborted }), Error, "Enough");
});

Deno.test("spy() records calls of functions and of methods", () => {
  const double = spy((n: number) => n * 2);
  assertEquals(double(4), 8);
  assertSpyCall(double, 0, { args: [4], returned: 8 });
  assertEquals(assertSpyCallArgs(double, 0, [4]), [4]);
  assertEquals(assertSpyCallArg(double, 0, 0, 4), 4);
  assertThrows(() => assertSpyCalls(double, 2), AssertionError);
  assertThrows(() => assertSpyCall(double, 1), AssertionError, "at least 2 time(s)");
  const failing = spy(() => {
    throw new RangeError("Too far");
  });
  assertThrows(() => failing(), RangeError);
  assertSpyCall(failing, 0, { error: { Class: RangeError, msgIncludes: "far" } });
  assertThrows(() => double.restore(), MockError);

  const list = [1];
  {
    using push = spy(list, "push");
    list.push(2);
    assertSpyCall(push, 0, { self: list });
    assertThrows(() => spy(list, "push"), MockError, "already spying");
  }
  assertEquals(Object.hasOwn(list, "push"), false);
  assertEquals(list, [1, 2]);
});

Deno.test("stub() replaces a method until it is restored", () => {
  const dice = { roll: () => 6 };
  const loaded = stub(dice, "roll", returnsNext([1, 2]));
  assertEquals([dice.roll(), dice.roll()], [1, 2]);
  assertThrows(() => dice.roll(), MockError);
  loaded.restore();
  assertEquals(dice.roll(), 6);
  assertThrows(() => loaded.restore(), MockError, "already restored");
});
