/** The short way to read chunks, which parses few of them, tells what the long way does. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { choiceSigns, ChunkReader } from "../../../src/proxy/stream/dialects/choices.ts";
import type { EventSigns } from "../../../src/proxy/stream/event_signs.ts";
import { hasContent } from "../../../src/proxy/stream/has_content.ts";
import { parseData } from "../../../src/proxy/stream/parse_data.ts";
import { readEvent } from "../../../src/proxy/stream/read_event.ts";
import { TurnWatch } from "../../../src/proxy/stream/turn_watch.ts";
import { arrayOf, isObject, type JsonObject } from "../../../src/wire/json.ts";

const outputOf = (choice: JsonObject) => choice.delta ?? choice.message;

/** Reads every chunk as a whole. */
class LongReader {
  readonly #begun = new Set<unknown>();
  readonly #ended = new Set<unknown>();

  read(data: string): EventSigns {
    if (data.trim() === "[DONE]") return { done: true };
    const chunk = parseData(data);
    if (chunk === undefined) return {};
    const { error, choices } = chunk;
    if (hasContent(error) || (isObject(error) && choices === undefined)) return { error };
    for (const choice of arrayOf(choices).filter(isObject)) {
      const { index = 0, finish_reason: reason } = choice;
      this.#begun.add(index ?? 0);
      if (typeof reason === "string" && reason !== "") this.#ended.add(index ?? 0);
    }
    const finished = this.#ended.size >= Math.max(1, this.#begun.size);
    return { ...choiceSigns(chunk, outputOf), finished };
  }
}

const HOSTILE = fc.constantFrom(
  '"finish_reason":"stop"',
  '\\"finish_reason\\": \\"stop\\"',
  '{"error":{"message":"x"}}',
  '"index":1',
  '"usage":{"completion_tokens":5}',
  "[DONE]",
  "日🙂\u0000\\",
  "",
  "a",
);

const CHOICE = fc.record({
  index: fc.constantFrom<unknown>(0, 0, 0, 1, 2, null, "0", -1, 0.5, 10),
  delta: fc.oneof(
    fc.record({ content: HOSTILE }),
    fc.record({
      tool_calls: fc.array(
        fc.record({ index: fc.nat(2), function: fc.record({ arguments: HOSTILE }) }),
        { maxLength: 2 },
      ),
    }),
    fc.constantFrom<unknown>({}, null, { role: "assistant" }),
  ),
  finish_reason: fc.constantFrom<unknown>(null, null, null, "", "stop", "length", '"', 1),
  logprobs: fc.oneof(
    fc.constant(null),
    fc.record({ content: fc.array(fc.record({ token: HOSTILE }), { maxLength: 2 }) }),
  ),
}, { requiredKeys: ["delta"] });

const CHUNK = fc.record({
  id: HOSTILE,
  choices: fc.oneof(
    { weight: 6, arbitrary: fc.array(CHOICE, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([], null, {}) },
  ),
  usage: fc.constantFrom<unknown>(null, { completion_tokens: 0 }, { completion_tokens: 3 }),
  error: fc.constantFrom<unknown>(null, "", {}, { message: "" }, { message: "no" }, "no"),
}, { requiredKeys: [] });

/** The spellings that one value of JSON may have. */
const SPELLING = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text,
  (text) => text.replaceAll('":', '" : '),
  (text) => text.replaceAll('"finish_reason"', '"finish\\u005freason"'),
  (text) => text.replaceAll('"error"', '"\\u0065rror"'),
  (text) => text.replaceAll('"index"', '"inde\\u0078"'),
  (text) =>
    text.replace(
      /[\u0080-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  (text) => text.slice(0, -1),
);

const DATA = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(CHUNK, SPELLING).map(([chunk, spell]) => spell(JSON.stringify(chunk))),
  },
  { weight: 1, arbitrary: fc.constantFrom("[DONE]", " [DONE] ", "ok", "null", "") },
);

function seenBy(watch: TurnWatch) {
  const { isReal, finished, done, error } = watch;
  return { isReal, finished, done, failed: error !== undefined };
}

Deno.test("A stream of chunks tells the same read in short and as a whole, event by event", () => {
  let shortened = 0;
  fc.assert(
    fc.property(fc.array(DATA, { maxLength: 12 }), fc.nat(1), (stream, index) => {
      const [short, long] = [new TurnWatch(), new TurnWatch()];
      const [shortReader, longReader] = [new ChunkReader(outputOf, 1), new LongReader()];
      // Most streams begin by output of one choice, behind which the short way begins.
      const begin = JSON.stringify({ choices: [{ index, delta: { content: "a" } }] });
      for (const data of [begin, ...stream]) {
        const signs = shortReader.read(readEvent(toBytes(`data: ${data}\n\n`)));
        if (Object.keys(signs).length === 0 && data.includes("choices")) shortened++;
        short.see(signs);
        long.see(longReader.read(data));
        assertEquals(seenBy(short), seenBy(long), data);
      }
    }),
    { numRuns: 5000 },
  );
  assert(shortened > 500, `only ${shortened} were read in short`);
});

Deno.test("A choice that begins in a chunk read in short has an end of its own", () => {
  const chunk = (index: number, finish: string | null) =>
    JSON.stringify({ choices: [{ index, delta: { content: "a" }, finish_reason: finish }] });
  const reader = new ChunkReader(outputOf, 1);
  const watch = new TurnWatch();
  for (const data of [chunk(1, null), chunk(0, null), chunk(1, "stop")]) {
    watch.see(reader.read(readEvent(toBytes(`data: ${data}\n\n`))));
  }
  assertEquals(watch.finished, false);
});
