import { assertEquals } from "@std/assert";
import { ServerSentEventParseStream, ServerSentEventStream } from "@std/http";
import fc from "fast-check";
import { createParser } from "npm:eventsource-parser@4.1.3";
import { type Bytes, concatBytes, toBytes } from "../../src/bytes.ts";
import { encodeSse, type EncodeSseOptions } from "../../src/sse/encode_sse.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { anyBodies, cutAt, cuts, eventLists, hostileBodies, singleBytes } from "./arbitraries.ts";
import { decodeWith, sseEvent, watchSse } from "./decode.ts";

const bodies = fc.oneof({ weight: 9, arbitrary: hostileBodies() }, anyBodies());
const sync = { numRuns: 1000 };

/** Limits small enough to be hit. */
const limits = fc.record({
  maxLineChars: fc.integer({ min: 1, max: 20 }),
  maxEventBytes: fc.integer({ min: 1, max: 12 }),
});

const spellings: fc.Arbitrary<EncodeSseOptions> = fc.record({
  lineEnd: fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const),
  spaceAfterColon: fc.boolean(),
  comments: fc.array(fc.constantFrom("", " ", "data: x", "ping"), { maxLength: 2 }),
});

function whole(events: readonly SseEvent[]): Omit<SseEvent, "unterminated">[] {
  return events.filter((event) => !event.unterminated).map(({ event, data, id }) => ({
    event,
    data,
    id,
  }));
}

/** The events of a body by eventsource-parser, with the last id kept as the standard keeps it. */
function byEventsourceParser(body: Bytes): Omit<SseEvent, "unterminated">[] {
  const events: Omit<SseEvent, "unterminated">[] = [];
  let lastId: string | undefined;
  const parser = createParser({
    onId: (id) => lastId = id,
    onEvent: ({ event, data }) => events.push({ event, data, id: lastId }),
  });
  parser.feed(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body));
  return events;
}

Deno.test("SseDecoder sees the same however a body is cut", () => {
  fc.assert(
    fc.property(bodies, cuts(), (body, shares) => {
      const seen = watchSse([body]);
      assertEquals(watchSse(cutAt(body, shares)), seen);
      assertEquals(watchSse(singleBytes(body)), seen);
    }),
    { ...sync, examples: [[toBytes("data: 1\r\n\r\n"), [900]], [toBytes("\r\n\n"), [500]]] },
  );
});

Deno.test("SseDecoder sees the same before the same failure however a body is cut", () => {
  fc.assert(
    fc.property(bodies, cuts(), limits, (body, shares, options) => {
      const seen = watchSse([body], options);
      assertEquals(watchSse(cutAt(body, shares), options), seen);
      assertEquals(watchSse(singleBytes(body), options), seen);
    }),
    sync,
  );
});

/** Whether a body has a line or an event beyond the limits: slow, but plain to see. */
function exceeds(body: Bytes, maxLineChars: number, maxEventBytes: number): boolean {
  const lines = new TextDecoder().decode(body).split(/\r\n|\r|\n/);
  let data: string[] = [];
  for (const line of lines) {
    if (line.length > maxLineChars) return true;
    if (line === "") data = [];
    const field = /^data(?:$|: ?(.*))/s.exec(line);
    if (field) data.push(field[1] ?? "");
    if (toBytes(data.join("\n")).length > maxEventBytes) return true;
  }
  return false;
}

Deno.test("SseDecoder fails if, and only if, a line or an event is beyond its limit", () => {
  fc.assert(
    fc.property(bodies, limits, (body, { maxLineChars, maxEventBytes }) => {
      const last = watchSse([body], { maxLineChars, maxEventBytes }).at(-1) ?? {};
      assertEquals("failure" in last, exceeds(body, maxLineChars, maxEventBytes));
    }),
    sync,
  );
});

Deno.test("SseDecoder never throws on a body within its limits", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      for (const seen of watchSse([body])) assertEquals("failure" in seen, false);
    }),
    sync,
  );
});

Deno.test("SseDecoder reads what encodeSse() writes, in every spelling", () => {
  fc.assert(
    fc.property(eventLists(), spellings, cuts(), fc.boolean(), (events, spelling, shares, bom) => {
      let lastId: string | undefined;
      const parts = events.map((event, i) => {
        const id = event.id === lastId ? undefined : event.id;
        lastId = event.id;
        return encodeSse({ ...event, id }, { ...spelling, bom: bom && i === 0 });
      });
      const chunks = cutAt(concatBytes(parts), shares);
      assertEquals(decodeWith(new SseDecoder(), chunks), events);
    }),
    sync,
  );
});

Deno.test("SseDecoder agrees with eventsource-parser on whole events", () => {
  fc.assert(
    fc.property(hostileBodies(), cuts(), (body, shares) => {
      const ours = decodeWith(new SseDecoder(), cutAt(body, shares));
      assertEquals(whole(ours), byEventsourceParser(body));
    }),
    sync,
  );
});

Deno.test("eventsource-parser reads what encodeSse() writes", () => {
  fc.assert(
    fc.property(eventLists(), spellings, (events, spelling) => {
      const body = concatBytes(events.map((event) => encodeSse(event, spelling)));
      assertEquals(byEventsourceParser(body), whole(events));
    }),
    sync,
  );
});

Deno.test("SseDecoder reads what the encoder of @std/http writes", async () => {
  await fc.assert(
    fc.asyncProperty(eventLists(), cuts(), async (events, shares) => {
      const messages = events.map(({ event, data }) =>
        event === undefined ? { data } : { event, data }
      );
      const parts: Bytes[] = [];
      const stream = ReadableStream.from(messages).pipeThrough(new ServerSentEventStream());
      for await (const part of stream) parts.push(new Uint8Array(part));
      const read = decodeWith(new SseDecoder(), cutAt(concatBytes(parts), shares));
      // It writes no space after the colon, so that a value loses the one it begins with.
      const expected = events.map(({ event, data }) =>
        sseEvent(data.replace(/^ /gm, ""), { event: event?.replace(/^ /, "") || undefined })
      );
      assertEquals(read, expected);
    }),
    { numRuns: 200 },
  );
});

Deno.test("the parser of @std/http reads what encodeSse() writes, where it keeps to the standard", async () => {
  await fc.assert(
    fc.asyncProperty(eventLists(), spellings, async (events, spelling) => {
      // It keeps no id from one event to the next, and reads an unterminated event as a whole one.
      const parts = events.map((event) => encodeSse(event, spelling));
      const read: unknown[] = [];
      const stream = ReadableStream.from(parts).pipeThrough(new ServerSentEventParseStream());
      for await (const { event, data, id } of stream) read.push({ event, data, id: String(id) });
      assertEquals(
        read,
        events.map(({ event, data, id }) => ({ event, data, id: String(id) })),
      );
    }),
    { numRuns: 200 },
  );
});
