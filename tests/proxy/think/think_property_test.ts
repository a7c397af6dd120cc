import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Bytes, toBytes } from "../../../src/bytes.ts";
import { rebuildFromChunks } from "../../../src/proxy/answer/rebuild_from_chunks.ts";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { thinkAnswer } from "../../../src/proxy/think/think_answer.ts";
import { ThinkTagSplitter } from "../../../src/proxy/think/think_tag_splitter.ts";
import { arrayOf, isObject, type JsonObject } from "../../../src/wire/json.ts";
import { chunksIn, runThinkStream } from "./run_think_stream.ts";
import { thinkPlan } from "./think_plan.ts";

const NAMES = ["think", "thinking", "mm:think"];

/** Texts with tags, halves of tags, and what surrounds them. */
const TEXT = fc.array(
  fc.constantFrom(
    ...[
      "<",
      "/",
      ">",
      "<think",
      "</",
      "th",
      "ink>",
      " ",
      "\n",
      "a",
      "b",
      "🙂",
      "</THINK >",
      "<Think x>",
    ],
    ...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]),
  ),
  { maxLength: 14 },
).map((parts) => parts.join(""));

const PLAN: fc.Arbitrary<ThinkPlan> = fc.record({
  mode: fc.constantFrom("split" as const, "strip" as const, "off" as const),
  tags: fc.subarray(NAMES, { minLength: 1 }),
  startsInside: fc.boolean(),
  onlyAtStart: fc.boolean(),
  loose: fc.boolean(),
  trimAfter: fc.boolean(),
  field: fc.constantFrom("reasoning_content", "reasoning"),
});

/** Cuts something with a length at some places. */
function cut<T extends { slice(from: number, to?: number): T; length: number }>(
  whole: T,
  places: readonly number[],
): T[] {
  const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) =>
    a - b
  );
  return [0, ...ends].map((start, at) => whole.slice(start, ends[at]));
}

const PLACES = fc.array(fc.nat(300), { maxLength: 12 });

/** The text and the thoughts of each choice. */
function told({ choices }: JsonObject, field: string): unknown {
  return arrayOf(choices).map((choice) => {
    const message = isObject(choice) && isObject(choice.message) ? choice.message : {};
    return [message.content ?? "", message[field] ?? ""];
  });
}

function streamOf(choices: readonly (readonly string[])[], field: string, native: string): string {
  const deltas = choices.flatMap((pieces, index) => [
    { index, delta: { role: "assistant", [field]: native } },
    ...pieces.map((content) => ({ index, delta: { content } })),
    { index, delta: {}, finish_reason: "stop" },
  ]);
  const chunks = deltas.map((choice) => ({ id: "c", choices: [choice] }));
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join("") +
    "data: [DONE]\n\n";
}

function wholeOf(texts: readonly string[], field: string, native: string): Bytes {
  const choices = texts.map((content) => ({ message: { content, [field]: native } }));
  return toBytes(JSON.stringify({ choices }));
}

Deno.test("A stream and a whole answer give the same thoughts and the same text, however both are cut", () => {
  const choices = fc.array(fc.tuple(TEXT, PLACES), { minLength: 1, maxLength: 2 });
  const native = fc.constantFrom("", "n");
  fc.assert(
    fc.property(PLAN, choices, native, PLACES, (plan, texts, native, places) => {
      const { field } = plan;
      const body = wholeOf(texts.map(([text]) => text), field, native);
      const whole = JSON.parse(new TextDecoder().decode(thinkAnswer(body, plan) ?? body));
      const stream = streamOf(texts.map(([text, places]) => cut(text, places)), field, native);
      const streamed = runThinkStream(
        cut(toBytes(stream), places.map((place) => place * 17)),
        plan,
      );
      const rebuilt = rebuildFromChunks(chunksIn(streamed));
      assertEquals(told(rebuilt, field), told(whole, field));
      assert(streamed.endsWith("data: [DONE]\n\n"));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("A stream without a finish gives all that one with a finish does", () => {
  fc.assert(
    fc.property(PLAN, TEXT, PLACES, fc.boolean(), (plan, text, places, hasDone) => {
      const [before, after] = streamOf([cut(text, places)], plan.field, "").split(
        /(?<=\n)(?=.*stop)/,
      );
      const cutOff = hasDone ? `${before}data: [DONE]\n\n` : before!;
      const expected = rebuildFromChunks(chunksIn(runThinkStream(before! + after, plan)));
      const rebuilt = rebuildFromChunks(chunksIn(runThinkStream(cutOff, plan)));
      assertEquals(told(rebuilt, plan.field), told(expected, plan.field));
    }),
    { numRuns: 500 },
  );
});

Deno.test("Nothing but tags is lost when thoughts are moved", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const splitter = new ThinkTagSplitter(thinkPlan({ tags: NAMES }));
      const parts = [splitter.push(text), splitter.end()];
      const kept = parts.map(({ content, reasoning }) => content.length + reasoning.length);
      const tags = NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]);
      const lost = text.length - kept.reduce((sum, length) => sum + length);
      const all = tags.reduce((sum, tag) => sum + (text.split(tag).length - 1) * tag.length, 0);
      assert(lost >= 0 && lost <= all);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("Text without an angle bracket passes through a stream byte for byte", () => {
  const texts = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("<", "")));
  fc.assert(
    fc.property(texts, (texts) => {
      const body = streamOf([texts], "reasoning_content", "n");
      assertEquals(runThinkStream(body), body);
    }),
    { numRuns: 300 },
  );
});

const ODD = fc.constantFrom<unknown>(null, [], {}, "", "<think>", 0, true, [null], undefined);

Deno.test("Null, empty or odd members anywhere in a chunk or an answer neither fail nor are changed", () => {
  const delta = fc.record({ content: ODD, tool_calls: ODD, reasoning_content: ODD, role: ODD });
  const choice = fc.record({
    index: ODD,
    delta: fc.oneof(delta, ODD),
    message: fc.oneof(delta, ODD),
    finish_reason: ODD,
    logprobs: ODD,
  });
  const chunk = fc.record({
    id: ODD,
    choices: fc.oneof(fc.array(fc.oneof(choice, ODD), { maxLength: 2 }), ODD),
    usage: ODD,
  });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 4 }), fc.boolean(), (chunks, strips) => {
      const plan = { tags: ["other"], mode: strips ? "strip" as const : "split" as const };
      const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
      assertEquals(runThinkStream(body, plan), body);
      runThinkStream(body, { ...plan, tags: ["think"] });
      for (const chunk of chunks) {
        const bytes = toBytes(JSON.stringify(chunk));
        assertEquals(thinkAnswer(bytes, thinkPlan(plan)), null);
        thinkAnswer(bytes, thinkPlan({ ...plan, tags: ["think"] }));
      }
    }),
    { numRuns: 2000 },
  );
});

const HOSTILE: readonly { name: string; text: string; loose?: boolean }[] = [
  { name: "angle brackets", text: "<".repeat(100_000) },
  { name: "halves of tags", text: "<think".repeat(20_000) },
  { name: "tags that never end", text: "<think " + "a".repeat(100_000), loose: true },
  { name: "tags with attributes", text: "<think a='b'>c</think >d".repeat(5000), loose: true },
  { name: "thoughts", text: "<think>a</think>b".repeat(6000) },
];

for (const { name, text, loose } of HOSTILE) {
  Deno.test(`ThinkTagSplitter holds no more back than a tag has, of ${name} that come sign by sign`, () => {
    const splitter = new ThinkTagSplitter(thinkPlan({ loose }));
    const looked = countLooked(() => {
      for (const sign of text) splitter.push(sign);
    });
    // Work for each sign is bounded by the longest tag, however much came before.
    assert(looked <= text.length * "<think ".length + (loose ? 100 * text.length : 0));
    const { content, reasoning } = splitter.end();
    assert(content.length + reasoning.length <= (loose ? 107 : 7));
  });
}

/** Counts the characters in which the beginning of a tag is looked for. */
function countLooked(run: () => void): number {
  const { lastIndexOf } = String.prototype;
  let count = 0;
  String.prototype.lastIndexOf = function (...args) {
    count += this.length;
    return lastIndexOf.apply(this, args);
  };
  try {
    run();
  } finally {
    String.prototype.lastIndexOf = lastIndexOf;
  }
  return count;
}
