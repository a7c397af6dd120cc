import { assertEquals, assertThrows } from "@std/assert";
import { type Bytes, toBytes } from "../../src/bytes.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { decodeWith, sseEvent, watchSse } from "./decode.ts";

function repeated(text: string, times: number): Bytes[] {
  const chunk = toBytes(text);
  return Array.from({ length: times }, () => chunk);
}

for (const option of ["maxLineChars", "maxEventBytes"] as const) {
  for (const value of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) {
    Deno.test(`SseDecoder refuses a '${option}' of ${value}`, () => {
      assertThrows(
        () => new SseDecoder({ [option]: value }),
        RangeError,
        `Cannot create a decoder as '${option}' must be a positive integer: ` +
          `current value is ${value}`,
      );
    });
  }
}

Deno.test("SseDecoder takes undefined options for its defaults", () => {
  const decoder = new SseDecoder({
    maxLineChars: undefined,
    maxEventBytes: undefined,
    onComment: undefined,
    onRetry: undefined,
  });
  assertEquals(decoder.push(toBytes(": x\nretry: 1\ndata: 1\n\n")), [sseEvent("1")]);
});

interface LimitCase {
  readonly name: string;
  readonly options: { readonly maxLineChars?: number; readonly maxEventBytes?: number };
  readonly fits: string;
  readonly exceeds: string;
  readonly message: string;
}

const cases: readonly LimitCase[] = [
  {
    name: "a line of 'maxLineChars', its end left out",
    options: { maxLineChars: 10 },
    fits: "data: 1234\r\ndata: é北😀\n\n",
    exceeds: "data: 12345\n\n",
    message: "Cannot read a line longer than 'maxLineChars': limit is 10 characters, " +
      "the line has at least 11",
  },
  {
    name: "a comment of 'maxLineChars'",
    options: { maxLineChars: 3 },
    fits: ":12\n:12\n",
    exceeds: ":123\n",
    message: "Cannot read a line longer than 'maxLineChars': limit is 3 characters, " +
      "the line has at least 4",
  },
  {
    name: "data of 'maxEventBytes' in one line",
    options: { maxEventBytes: 7 },
    fits: "data: 1234567\n\ndata: é北12\n\ndata: 😀123\n\n",
    exceeds: "data: 12345678\n\n",
    message: "Cannot read an event whose data is larger than 'maxEventBytes': limit is 7 bytes, " +
      "the data has at least 8",
  },
  {
    name: "data of 'maxEventBytes' in several lines",
    options: { maxEventBytes: 7 },
    fits: "data: 123\ndata: 456\n\ndata: é\ndata\ndata: 北\n\n",
    exceeds: "data: 123\ndata: 45\ndata: 7\n\n",
    message: "Cannot read an event whose data is larger than 'maxEventBytes': limit is 7 bytes, " +
      "the data has at least 8",
  },
  {
    name: "data of 'maxEventBytes' where characters have more bytes than units",
    options: { maxEventBytes: 8 },
    fits: "data: 北é123\n\ndata: 😀😀\n\n",
    exceeds: "data: 北北北\n\n",
    message: "Cannot read an event whose data is larger than 'maxEventBytes': limit is 8 bytes, " +
      "the data has at least 9",
  },
  {
    name: "a line of 'maxLineChars' in a row of usual events",
    options: { maxLineChars: 10 },
    fits: "data: 1\n\ndata: 1234\n\nevent: 123\ndata: 1\n\n",
    exceeds: "data: 12345\n\n",
    message: "Cannot read a line longer than 'maxLineChars': limit is 10 characters, " +
      "the line has at least 11",
  },
  {
    name: "an event name of 'maxLineChars' in a row of usual events",
    options: { maxLineChars: 10 },
    fits: "data: 1\n\nevent: 123\ndata: 1234\n\n",
    exceeds: "event: 1234\n\n",
    message: "Cannot read a line longer than 'maxLineChars': limit is 10 characters, " +
      "the line has at least 11",
  },
  {
    name: "data of 'maxEventBytes' in a row of usual events",
    options: { maxEventBytes: 7 },
    fits: "data: 1\n\ndata: 1234567\n\ndata: 1\n\n",
    exceeds: "data: 12345678\n\n",
    message: "Cannot read an event whose data is larger than 'maxEventBytes': limit is 7 bytes, " +
      "the data has at least 8",
  },
  {
    name: "empty data lines",
    options: { maxEventBytes: 3 },
    fits: "data\ndata\ndata\ndata\n\n",
    exceeds: "data\ndata\ndata\ndata\ndata\n\n",
    message: "Cannot read an event whose data is larger than 'maxEventBytes': limit is 3 bytes, " +
      "the data has at least 4",
  },
];

for (const { name, options, fits, exceeds, message } of cases) {
  Deno.test(`SseDecoder accepts ${name} and refuses one more`, () => {
    const before = watchSse([toBytes(fits)], options);
    for (const seen of before) assertEquals("failure" in seen, false);
    // What stands between may send the reader another way.
    for (const between of ["", "\n", "\r\n", "id\n", "event\n"]) {
      assertEquals(
        watchSse([toBytes(fits + between + exceeds)], options),
        [...before, { failure: `RangeError: ${message}` }],
      );
    }
  });
}

Deno.test("SseDecoder refuses to go on after a limit", () => {
  const decoder = new SseDecoder({ maxLineChars: 5 });
  assertThrows(() => decoder.push(toBytes("data: 1")), RangeError, "maxLineChars");
  assertThrows(() => decoder.push(toBytes("\n\ndata\n\n")), RangeError, "maxLineChars");
  assertThrows(() => decoder.end(), RangeError, "maxLineChars");
});

Deno.test("SseDecoder stops an endless line at the limit, whatever the line is", () => {
  for (const start of ["data: ", ": ", "event:", "unknown"]) {
    const decoder = new SseDecoder({ maxLineChars: 100_000 });
    decoder.push(toBytes(start));
    let chunks = 0;
    assertThrows(() => {
      for (const chunk of repeated("x".repeat(64), 10_000)) {
        decoder.push(chunk);
        chunks++;
      }
    }, RangeError);
    assertEquals(chunks, Math.floor((100_000 - start.length) / 64));
  }
});

Deno.test("SseDecoder stops an endless event at the limit", () => {
  const decoder = new SseDecoder({ maxEventBytes: 100_000 });
  let lines = 0;
  assertThrows(() => {
    for (const chunk of repeated("data: 123456789\n", 20_000)) {
      decoder.push(chunk);
      lines++;
    }
  }, RangeError);
  assertEquals(lines, 10_000);
});

Deno.test("SseDecoder has the limits of its doc by default", () => {
  const chars = 32 * 1024 * 1024;
  const mebi = "x".repeat(1024 * 1024);
  const line = watchSse([...repeated(mebi, 32), toBytes("x")]);
  assertEquals(line, [{
    failure: `RangeError: Cannot read a line longer than 'maxLineChars': limit is ${chars} ` +
      `characters, the line has at least ${chars + 1}`,
  }]);
  const event = watchSse(repeated(`data:${mebi}\n`, 32));
  assertEquals(event, [{
    failure: "RangeError: Cannot read an event whose data is larger than 'maxEventBytes': " +
      `limit is ${chars} bytes, the data has at least ${chars + 31}`,
  }]);
});

// A parser that searches or copies again what it has kept would take minutes here.
Deno.test("SseDecoder reads a huge event in small chunks, in one line and in many", () => {
  const letters = "x".repeat(1024);
  const oneLine = [toBytes("data: "), ...repeated(letters, 16_384), toBytes("\n\n")];
  const manyLines = [...repeated(`data: ${letters}\n`, 16_384), toBytes("\n")];
  const tinyLines = [...repeated("data: x\n", 200_000), toBytes("\n")];
  const sizes = [oneLine, manyLines, tinyLines].map((chunks): number[] =>
    decodeWith(new SseDecoder(), chunks).map((event: SseEvent) => event.data.length)
  );
  assertEquals(sizes, [[16_777_216], [16_793_599], [399_999]]);
});

// A parser that searches anew for the line end that does not come would take minutes here.
Deno.test("SseDecoder reads a chunk of very many lines, whatever ends them", () => {
  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    const lines = `: x${lineEnd}data: 12${lineEnd}${lineEnd}`.repeat(300_000);
    for (const rare of ["", "\r", "\n"]) {
      const events = decodeWith(new SseDecoder(), [toBytes(`${lines}data${rare}`)]);
      assertEquals(events.length, 300_001);
    }
  }
});
