import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Spelling } from "../../../src/mock/delivery/delivery_plan.ts";
import type { Frame } from "../../../src/mock/delivery/frame.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import { delivered, frame, received } from "./bodies.ts";

const data = fc.oneof(
  fc.json(),
  fc.array(fc.constantFrom("服", "🙂", "a", " ", ":", "é"), { maxLength: 20 })
    .map((units) => JSON.stringify(units.join(""))),
);

const someFrame: fc.Arbitrary<Frame> = fc.record({
  event: fc.option(fc.constantFrom("start", "delta"), { nil: undefined }),
  data,
  part: fc.constantFrom("open", "content", "close", "finish", "usage", "marker", "ping"),
  tokens: fc.nat(3),
});

const spelling: fc.Arbitrary<Spelling> = fc.record({
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  spaceAfterColon: fc.boolean(),
  bom: fc.boolean(),
  comment: fc.option(
    fc.record({
      text: fc.constantFrom("", "ping", " 等"),
      everyFrames: fc.integer({ min: 1, max: 4 }),
    }),
    { nil: undefined },
  ),
}, { requiredKeys: [] });

const packetBytes = fc.integer({ min: 1, max: 40 });
const frames = fc.array(someFrame, { maxLength: 12 });
const framing = fc.constantFrom("sse", "ndjson", "json-array", "whole");

/** NDJSON has no lines that end in CR alone. */
function spellable(kind: string, spelt: Spelling): Spelling {
  return kind === "ndjson" && spelt.lineEnd === "\r" ? { ...spelt, lineEnd: "\r\n" } : spelt;
}

Deno.test("packets of any size are the whole body, and none is longer", async () => {
  await fc.assert(
    fc.asyncProperty(frames, framing, spelling, packetBytes, async (items, kind, any, size) => {
      const spelt = spellable(kind, any);
      const whole = await received(
        delivered({ framing: kind, delivery: { spelling: spelt } }, items).body,
      );
      const delivery = { spelling: { ...spelt, packetBytes: size } };
      const { body, settled } = delivered({ framing: kind, delivery }, items);
      const packed = await received(body);
      assertEquals(packed.bytes, whole.bytes);
      assertEquals(packed.sizes.slice(0, -1).every((length) => length === size), true);
      assertEquals((packed.sizes.at(-1) ?? 0) <= size, true);
      assertEquals(settled, [
        {
          frames: items.length,
          bytes: whole.bytes.length,
          faults: [],
          end: "served",
          error: undefined,
        },
      ]);
    }),
    { numRuns: 300 },
  );
});

Deno.test("an event stream spelt in any way is read as the same events", async () => {
  await fc.assert(
    fc.asyncProperty(frames, spelling, async (items, spelt) => {
      const { bytes } = await received(delivered({ delivery: { spelling: spelt } }, items).body);
      const decoder = new SseDecoder();
      const events = [...decoder.push(bytes), ...decoder.end()];
      assertEquals(
        events.map((event) => [event.event, event.data]),
        items.map((item) => [item.event, item.data]),
      );
    }),
    { numRuns: 300 },
  );
});

Deno.test("payloads of several lines are taken apart in event streams", async () => {
  const text = fc.array(fc.constantFrom("\n", "a", " ", "{"), { minLength: 1 }).map((units) =>
    units.join("")
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text), spelling, async (payloads, spelt) => {
      const items = payloads.map((payload) => ({
        ...frame("content", payload),
        isMultiline: true,
      }));
      const { bytes } = await received(delivered({ delivery: { spelling: spelt } }, items).body);
      const decoder = new SseDecoder();
      assertEquals([...decoder.push(bytes), ...decoder.end()].map((event) => event.data), payloads);
    }),
    { numRuns: 200 },
  );
});

Deno.test("JSON and lines spelt in any way are read as the same values", async () => {
  await fc.assert(
    fc.asyncProperty(frames, spelling, async (items, any) => {
      const values = items.map((item) => JSON.parse(item.data));
      const asArray = { spelling: { ...any, bom: false } };
      const { text: array } = await received(
        delivered({ framing: "json-array", delivery: asArray }, items).body,
      );
      assertEquals(JSON.parse(array), values);
      const asLines = { spelling: { ...spellable("ndjson", any), bom: false } };
      const { text: lines } = await received(
        delivered({ framing: "ndjson", delivery: asLines }, items).body,
      );
      assertEquals(lines.split(/\r?\n/).slice(0, -1).map((line) => JSON.parse(line)), values);
    }),
    { numRuns: 200 },
  );
});

Deno.test("a cut gives an exact prefix of the body, however it is spelt and packed", async () => {
  await fc.assert(
    fc.asyncProperty(
      frames,
      framing,
      spelling,
      packetBytes,
      fc.constantFrom("close", "reset"),
      fc.nat(),
      async (items, kind, any, size, fault, position) => {
        const spelt = spellable(kind, any);
        const whole = await received(
          delivered({ framing: kind, delivery: { spelling: spelt } }, items).body,
        );
        fc.pre(whole.bytes.length > 0);
        const afterBytes = position % whole.bytes.length;
        const faults = [{ kind: fault, afterBytes } as const];
        const delivery = { faults, spelling: { ...spelt, packetBytes: size } };
        const { body, settled } = delivered({ framing: kind, delivery }, items);
        const cut = await received(body);
        assertEquals(cut.bytes, whole.bytes.slice(0, afterBytes));
        assertEquals(cut.error instanceof TypeError, fault === "reset");
        assertEquals(settled.map(({ end, bytes }) => [end, bytes]), [["fault", afterBytes]]);
      },
    ),
    { numRuns: 300 },
  );
});
