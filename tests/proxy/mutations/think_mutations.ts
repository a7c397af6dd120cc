import type { Mutation } from "./mutation.ts";

const STREAM = ["think/think_stream_test.ts"];
const CHUNK = ["think/transform_think_chunk_test.ts"];
const MESSAGE = ["think/transform_think_message_test.ts"];
const ANSWER = ["think/think_answer_test.ts"];
const SPLITTER = ["think/think_tag_splitter_test.ts"];
const PROPERTY = ["think/think_property_test.ts"];

const NO_MESSAGE = {
  file: "think/transform_think_message.ts",
  replace: 'return edited(message, textEdits(message, split, plan, ""));',
  by: "return null;",
};
const NO_CHUNK = {
  file: "think/transform_think_chunk.ts",
  replace: "return edited(chunk, edits);",
  by: "return null;",
};
const NO_FLUSH = {
  file: "think/transform_think_chunk.ts",
  replace: 'if (reason === "") return split;',
  by: "if (true) return split;",
};
const NO_HOLD = {
  file: "think/holdable_suffix.ts",
  replace: "if (at < 0) return 0;",
  by: "if (true) return 0;",
};

/** The seed's, on thoughts; where it names several tests, each has to find the breakage alone. */
const SEED: readonly Mutation[] = [
  { name: "transformThinkMessage() gives null", ...NO_MESSAGE, tests: MESSAGE },
  { name: "transformThinkMessage() gives null in whole answers", ...NO_MESSAGE, tests: ANSWER },
  { name: "transformThinkChunk() gives null", ...NO_CHUNK, tests: CHUNK },
  { name: "transformThinkChunk() gives null in streams", ...NO_CHUNK, tests: STREAM },
  { name: "a finish does not flush", ...NO_FLUSH, tests: CHUNK },
  { name: "a finish does not flush in streams", ...NO_FLUSH, tests: STREAM },
  { name: "holdableSuffix() is 0", ...NO_HOLD, tests: SPLITTER },
  { name: "holdableSuffix() is 0 in chunks", ...NO_HOLD, tests: CHUNK },
  { name: "holdableSuffix() is 0 in streams", ...NO_HOLD, tests: STREAM },
  {
    name: "stripping leaks thoughts",
    file: "think/think_tag_splitter.ts",
    replace: 'if (this.#plan.mode === "split") this.#reasoning += text;',
    by: "this.#reasoning += text;",
    tests: SPLITTER,
  },
  {
    name: "choices of a chunk are not null-safe",
    file: "think/transform_think_chunk.ts",
    replace: "arrayOf(chunk.choices).flatMap(",
    by: "chunk.choices.flatMap(",
    tests: CHUNK,
  },
  {
    name: "choices of an answer are not null-safe",
    file: "think/think_answer.ts",
    replace: "arrayOf(answer?.choices).forEach(",
    by: "answer?.choices.forEach(",
    tests: ANSWER,
  },
  {
    name: "choices that a message is rebuilt from are not null-safe",
    file: "answer/rebuild_from_chunks.ts",
    replace: "of arrayOf(chunk.choices)",
    by: "of chunk.choices",
    tests: ["answer/rebuild_from_chunks_test.ts"],
  },
];

/** Ours. */
const OWN: readonly Mutation[] = [
  {
    name: "tails are not held by the longest end",
    file: "think/holdable_suffix.ts",
    replace: 'text.lastIndexOf("<")',
    by: "text.length - 1",
    tests: ["think/holdable_suffix_test.ts"],
  },
  {
    name: "any closing tag ends a thought",
    file: "think/think_tag_splitter.ts",
    replace: "inside === UNNAMED ? this.#plan.tags : [inside]",
    by: "this.#plan.tags",
    tests: SPLITTER,
  },
  {
    name: "thoughts take the place of those that are there",
    file: "think/text_edits.ts",
    replace: '`${holder[plan.field] ?? ""}${reasoning}`',
    by: "reasoning",
    tests: CHUNK,
  },
  {
    name: "all choices share a splitter",
    file: "think/choice_splitters.ts",
    replace: 'typeof index === "number" ? index : 0',
    by: "0",
    tests: CHUNK,
  },
  {
    name: "an emptied text stays in a chunk",
    file: "think/transform_think_chunk.ts",
    replace: "splitters.plan, undefined)",
    by: 'splitters.plan, "")',
    tests: CHUNK,
  },
  {
    name: "a chunk that says who speaks is dropped",
    file: "think/says_nothing.ts",
    replace: 'name === "index" || !hasContent(value)',
    by: 'name === "index" || name === "delta" || !hasContent(value)',
    tests: STREAM,
  },
  {
    name: "a chunk that counts tokens is dropped",
    file: "think/says_nothing.ts",
    replace: '  "service_tier",',
    by: '  "service_tier", "usage",',
    tests: STREAM,
  },
  {
    name: "an emptied chunk is sent",
    file: "think/think_stream.ts",
    replace: "if (saysNothing(changed.value)) return null;",
    by: "",
    tests: STREAM,
  },
  {
    name: "what is held back is not flushed before [DONE]",
    file: "think/think_stream.ts",
    replace: 'data.trim() === "[DONE]" ||',
    by: "",
    tests: STREAM,
  },
  {
    name: "what is held back is not flushed before an error",
    file: "think/think_stream.ts",
    replace: "if (changed === null) return failed ? this.#heldAnd(bytes) : bytes;",
    by: "if (changed === null) return bytes;",
    tests: STREAM,
  },
  {
    name: "what is held back is lost when a stream is cut",
    file: "think/choice_splitters.ts",
    replace: "[...this.#splitters].filter(",
    by: "[].filter(",
    tests: PROPERTY,
  },
  {
    name: "probabilities spell stripped thoughts out",
    file: "think/transform_think_chunk.ts",
    replace: 'mode !== "strip" ||',
    by: "true ||",
    tests: ANSWER,
  },
  {
    name: "an opening tag within text counts where it may only at the start",
    file: "think/think_tag_splitter.ts",
    replace: "!this.#plan.onlyAtStart ||",
    by: "true ||",
    tests: SPLITTER,
  },
  {
    name: "answers do not begin within a thought",
    file: "think/think_tag_splitter.ts",
    replace: "plan.startsInside ? UNNAMED : undefined",
    by: "undefined",
    tests: SPLITTER,
  },
];

/** Breakages of how thoughts are parted from texts. */
export const THINK_MUTATIONS: readonly Mutation[] = [...SEED, ...OWN];
