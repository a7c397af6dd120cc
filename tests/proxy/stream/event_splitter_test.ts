/** Events are cut out of bytes without a byte lost or changed, wherever packets end. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { EventSplitter } from "../../../src/proxy/stream/event_splitter.ts";
import type { StreamEvent } from "../../../src/proxy/stream/stream_event.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import { ANY_BODY, cut } from "./cuts.ts";

const RUNS = { numRuns: 3000 };

function split(packets: readonly Bytes[]): { events: readonly StreamEvent[]; rest: Bytes } {
  const splitter = new EventSplitter(1_000_000);
  const events = packets.flatMap((packet) => splitter.push(packet));
  return { events, rest: splitter.rest };
}

/** What the events with data say. */
function said(events: readonly StreamEvent[]): readonly (readonly [string, string])[] {
  return events.flatMap(({ name, data }) => data === undefined ? [] : [[name, data] as const]);
}

Deno.test("EventSplitter gives every byte once, in order, however the bytes are cut", () => {
  fc.assert(
    fc.property(cut(ANY_BODY), ({ body, packets }) => {
      const { events, rest } = split(packets);
      assertEquals(concatBytes([...events.map(({ bytes }) => bytes), rest]), body);
    }),
    RUNS,
  );
});

Deno.test("EventSplitter gives the events that a decoder of the standard gives, however the bytes are cut", () => {
  // Behind CRLF a CR may be half a line end; the next byte tells.
  const bodies = ANY_BODY.map((text) => `${text}:`);
  fc.assert(
    fc.property(cut(bodies), ({ body, packets }) => {
      const decoded = new SseDecoder().push(body);
      const expected = decoded.map(({ event, data }) => [event ?? "", data] as const);
      assertEquals(said(split(packets).events), expected);
      assertEquals(said(split([body]).events), expected);
    }),
    RUNS,
  );
});

Deno.test("EventSplitter gives the second byte of a line end to the event that it ends", () => {
  const body = toBytes("data: a\r\n\r\ndata: b\r\n\r\n");
  for (let at = 0; at <= body.length; at++) {
    const { events, rest } = split([body.slice(0, at), body.slice(at)]);
    assertEquals([events.map(({ bytes }) => bytes.length), rest.length], [[11, 11], 0]);
  }
});

Deno.test("EventSplitter gives an event whose lines end by CR at once", () => {
  const { events } = split([toBytes("data: a\r\r")]);
  assertEquals(said(events), [["", "a"]]);
});

Deno.test("EventSplitter gives an LF that comes too late for the event that it ends at once, and by itself", () => {
  const { events, rest } = split(["data: a\r\r", "\n", ": half"].map(toBytes));
  assertEquals(events.map(({ bytes }) => bytes.length), [9, 1]);
  assertEquals([said(events), rest.length], [[["", "a"]], 6]);
});

Deno.test("EventSplitter refuses an event beyond the limit, also in its beginning", () => {
  const whole = new EventSplitter(10);
  assertEquals(whole.push(toBytes("data: abcdefghijk\n\ndata: b\n")).length, 1);
  assertThrows(() => whole.push(toBytes("data: c\n")), RangeError, "limits.max_event");
});

/** What a split copies and looks through, in bytes. */
function workOf(packets: Iterable<Bytes>): { copied: number; searched: number } {
  const { set, indexOf } = Uint8Array.prototype;
  const work = { copied: 0, searched: 0 };
  const splitter = new EventSplitter(100_000_000);
  Uint8Array.prototype.set = function (array, at) {
    work.copied += array.length;
    return set.call(this, array, at);
  };
  Uint8Array.prototype.indexOf = function (byte, from = 0) {
    const at = indexOf.call(this, byte, from);
    work.searched += (at < 0 ? this.length : at + 1) - from;
    return at;
  };
  try {
    for (const packet of packets) splitter.push(packet);
  } finally {
    Uint8Array.prototype.set = set;
    Uint8Array.prototype.indexOf = indexOf;
  }
  return work;
}

Deno.test("EventSplitter copies and searches a large event a few times over, however it drips", () => {
  const bytes = 8 * 1024 * 1024;
  const packet = toBytes("a".repeat(64));
  const work = workOf(Array.from({ length: bytes / 64 }, () => packet));
  assert(work.copied < 4 * bytes, `copied ${work.copied}`);
  assert(work.searched < 2 * bytes, `searched ${work.searched}`);
});

Deno.test("EventSplitter searches a packet of lines that end by CR once", () => {
  const packet = toBytes("data: a\r".repeat(10_000));
  const { searched } = workOf([packet]);
  assert(searched < 2 * packet.length, `searched ${searched}`);
});
