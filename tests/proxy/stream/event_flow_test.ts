/** What a client gets of a stream depends on its bytes alone, and not on their packets. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { chat } from "../../../src/proxy/stream/dialects/chat.ts";
import { completions } from "../../../src/proxy/stream/dialects/completions.ts";
import { embeddings } from "../../../src/proxy/stream/dialects/embeddings.ts";
import { messages } from "../../../src/proxy/stream/dialects/messages.ts";
import { responses } from "../../../src/proxy/stream/dialects/responses.ts";
import { EventFlow } from "../../../src/proxy/stream/event_flow.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import { ThinkStream } from "../../../src/proxy/think/think_stream.ts";
import { textOf, type Track, TRACKS } from "../corpus/support/track.ts";
import { thinkPlan } from "../think/think_plan.ts";
import { ANY_BODY, cut, type CutBody } from "./cuts.ts";

const DIALECTS = { chat, completions, messages, responses };
const MARKER = "data: [DONE]\n\n";
const RUNS = { numRuns: 400 };

function flowOf({ voice, think }: Track): EventFlow {
  const name = voice.path.split("/")[1] === "chat" ? "chat" : voice.path.slice(1);
  return new EventFlow({
    dialect: DIALECTS[name as keyof typeof DIALECTS],
    choices: 1,
    maxEventBytes: 1_000_000,
    think: think === "off" ? undefined : new ThinkStream(thinkPlan({ mode: think })),
  });
}

/** An answer ends at once with its last event, of whose line end half may not have come yet. */
function endOf({ text, flow }: Passed): string {
  return flow.watch.done ? text.replace(/\n$/, "") : text;
}

function late(...texts: readonly string[]): CutBody {
  return { body: toBytes(texts.join("")), packets: texts.map((text) => toBytes(text)) };
}

interface Passed {
  readonly text: string;
  readonly flow: EventFlow;
}

function pass(track: Track, packets: readonly Bytes[]): Passed {
  const flow = flowOf(track);
  const out = packets.flatMap((packet) => flow.push(packet));
  return { text: textOf(concatBytes([...out, ...flow.end()])), flow };
}

/** Events of a path, in any order, and lines that are none. */
function bodiesOf({ voice }: Track): fc.Arbitrary<string> {
  const events = [
    voice.pre,
    voice.text("a"),
    voice.text("<think>日🙂</think>"),
    voice.text("x<th"),
    voice.fin,
    voice.usage,
  ];
  const event = fc.constantFrom(...events.map((bytes) => textOf(bytes)));
  const rare = fc.constantFrom(textOf(voice.done), textOf(voice.err({ message: "no" })), MARKER);
  const piece = fc.oneof(
    { weight: 8, arbitrary: event },
    { weight: 1, arbitrary: rare },
    { weight: 1, arbitrary: ANY_BODY },
  );
  return fc.tuple(fc.array(piece, { maxLength: 10 }), fc.nat(20)).map(([pieces, less]) => {
    const text = pieces.join("");
    return less > 10 ? text.slice(0, -less) : text;
  });
}

for (const track of TRACKS) {
  Deno.test(`EventFlow gives the same for all ways to cut a stream (${track.name})`, () => {
    fc.assert(
      fc.property(cut(bodiesOf(track)), ({ body, packets }) => {
        const whole = pass(track, [body]);
        const parts = pass(track, packets);
        assertEquals(endOf(parts), endOf(whole));
        assertEquals(parts.flow.isWhole, whole.flow.isWhole);
        assertEquals(parts.flow.watch.error !== undefined, whole.flow.watch.error !== undefined);
      }),
      RUNS,
    );
  });

  if (track.think !== "off") continue;
  Deno.test(`EventFlow gives the bytes it gets, up to an error or the end, and a marker where only that is missing (${track.name})`, () => {
    fc.assert(
      fc.property(cut(bodiesOf(track)), ({ body, packets }) => {
        const { text, flow: { watch, isWhole } } = pass(track, packets);
        const input = textOf(body);
        const isAdded = track.voice.mayAddDone && isWhole && !watch.done;
        if (isAdded) assert(text.endsWith(MARKER) && watch.finished);
        const own = isAdded ? text.slice(0, -MARKER.length) : text;
        // The last event may have got the end of its line.
        assert(input.startsWith(own) || own.startsWith(input), JSON.stringify([own, input]));
        assert(own.length <= input.length + 2);
        if (watch.done) assertEquals(isWhole, watch.error === undefined);
      }),
      RUNS,
    );
  });
}

for (const track of TRACKS) {
  Deno.test(`EventFlow gives every byte of lines with any ends, however they are cut (${track.name})`, () => {
    const bodies = ANY_BODY.map((text) => text.replaceAll("[DONE]", "{}"));
    fc.assert(
      fc.property(cut(bodies), ({ body, packets }) => {
        assertEquals(pass(track, packets).text, pass(track, [body]).text);
      }),
      { numRuns: 1000, examples: [[late("data: a\r\r", "\n")], [late("\n\r", "\n")]] },
    );
  });
}

for (const track of TRACKS) {
  Deno.test(`EventFlow gives nothing behind an error or the last event (${track.name})`, () => {
    const { voice } = track;
    for (const last of [voice.done, voice.err({ message: "no" })]) {
      const before = [voice.pre, voice.text("a")];
      const after = [voice.text("b"), voice.done, voice.err({ message: "b" }), voice.fin];
      const { text } = pass(track, [...before, last, ...after]);
      const told = last === voice.done ? [...before, last] : before;
      assertEquals(text, textOf(...told));
      assertEquals(pass(track, [concatBytes([...before, last, ...after])]).text, text);
    }
  });
}

Deno.test("EventFlow ends a last event whose empty line is missing, or half of it, whatever ends its lines", () => {
  const track = TRACKS[0]!;
  const fin = textOf(track.voice.fin).trimEnd();
  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    for (const less of lineEnd === "\r\n" ? [0, 1, 2, 3, 4] : [0, 1, 2]) {
      const whole = fin + lineEnd + lineEnd;
      const { text, flow } = pass(track, [toBytes(whole.slice(0, whole.length - less))]);
      const told = new SseDecoder().push(toBytes(text)).map(({ data }) => data);
      assertEquals(told, [fin.replace("data: ", ""), "[DONE]"], JSON.stringify([lineEnd, less]));
      assertEquals([flow.isWhole, text.startsWith(whole.slice(0, -less || undefined))], [
        true,
        true,
      ]);
    }
  }
});

Deno.test("EventFlow waits for the finish of each choice that was asked for, or that has begun", () => {
  const choice = (index: number, finish: string | null) =>
    toBytes(
      `data: ${
        JSON.stringify({ choices: [{ index, delta: { content: "a" }, finish_reason: finish }] })
      }\n\n`,
    );
  const cases = [
    [2, [choice(0, "stop")], false],
    [2, [choice(0, "stop"), choice(1, "stop")], true],
    [1, [choice(0, null), choice(1, null), choice(0, "stop")], false],
    [1, [choice(0, null), choice(1, null), choice(0, "stop"), choice(1, "stop")], true],
    [3, [choice(0, "stop"), choice(1, "stop"), toBytes(MARKER)], true],
  ] as const;
  for (const [choices, events, isWhole] of cases) {
    const flow = new EventFlow({ dialect: chat, choices, maxEventBytes: 1000, think: undefined });
    const out = [...events.flatMap((event) => flow.push(event)), ...flow.end()];
    assertEquals(flow.isWhole, isWhole);
    const marker = isWhole && !flow.watch.done ? MARKER : "";
    assertEquals(textOf(...out).endsWith(marker || textOf(events.at(-1)!)), true);
  }
});

Deno.test("EventFlow refuses a path that has no streams", () => {
  assertThrows(
    () => new EventFlow({ dialect: embeddings, choices: 1, maxEventBytes: 1, think: undefined }),
    TypeError,
    "embeddings",
  );
});
