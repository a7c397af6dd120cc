import { assertEquals } from "@std/assert";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { ChoiceSplitters } from "../../../src/proxy/think/choice_splitters.ts";
import { transformThinkChunk } from "../../../src/proxy/think/transform_think_chunk.ts";
import type { JsonObject } from "../../../src/wire/json.ts";
import { thinkPlan } from "./think_plan.ts";

/** What becomes of each of the chunks of one stream; `null` if nothing changes. */
function transformAll(chunks: readonly JsonObject[], plan: Partial<ThinkPlan> = {}) {
  const splitters = new ChoiceSplitters(thinkPlan(plan));
  return chunks.map((chunk) => transformThinkChunk(chunk, splitters)?.value ?? null);
}

function chunkOf(...choices: readonly unknown[]): JsonObject {
  return { id: "c", choices };
}

function says(content: unknown, more: JsonObject = {}): JsonObject {
  return { index: 0, delta: { content }, ...more };
}

function thinks(reasoning: string, more: JsonObject = {}): JsonObject {
  return { index: 0, delta: { reasoning_content: reasoning }, ...more };
}

const STOP = { finish_reason: "stop" };

interface Case {
  readonly does: string;
  readonly plan?: Partial<ThinkPlan>;
  readonly chunks: readonly JsonObject[];
  readonly gives: readonly (JsonObject | null)[];
}

const CASES: readonly Case[] = [
  {
    does: "holds the tail of a tag back between chunks",
    chunks: [chunkOf(says("<think>a</th")), chunkOf(says("ink>b")), chunkOf(says("c"))],
    gives: [chunkOf(thinks("a")), chunkOf(says("b")), null],
  },
  {
    does: "takes an emptied text away and keeps who speaks",
    chunks: [chunkOf({ index: 0, delta: { role: "assistant", content: "<think>" } })],
    gives: [chunkOf({ index: 0, delta: { role: "assistant" } })],
  },
  {
    does: "parts the choices of a stream from one another",
    chunks: [
      chunkOf(says("<th"), { index: 1, delta: { content: "a<think>b" } }),
      chunkOf({ index: 1, delta: { content: "c</think>d" } }),
      chunkOf(says("en")),
    ],
    gives: [
      chunkOf({ index: 0, delta: {} }, {
        index: 1,
        delta: { content: "a", reasoning_content: "b" },
      }),
      chunkOf({ index: 1, delta: { content: "d", reasoning_content: "c" } }),
      chunkOf(says("<then")),
    ],
  },
  {
    does: "gives what is held back with the finish",
    chunks: [chunkOf(says("a<th")), chunkOf({ index: 0, delta: {}, ...STOP })],
    gives: [chunkOf(says("a")), chunkOf(says("<th", STOP))],
  },
  {
    does: "gives what is held back of a thought with the finish",
    chunks: [chunkOf(says("<think>a</")), chunkOf(says("t", STOP))],
    gives: [chunkOf(thinks("a")), chunkOf(thinks("</t", STOP))],
  },
  {
    does: "gives what is held back with a finish that has no delta",
    chunks: [
      chunkOf(says("<")),
      chunkOf({ index: 0, delta: null, ...STOP }),
      chunkOf(says("<")),
      chunkOf({ index: 0, ...STOP }),
    ],
    gives: [
      chunkOf({ index: 0, delta: {} }),
      chunkOf({ index: 0, delta: { content: "<" }, ...STOP }),
      chunkOf({ index: 0, delta: {} }),
      chunkOf({ index: 0, ...STOP, delta: { content: "<" } }),
    ],
  },
  {
    does: "gives what is held back with the finish of its own choice only",
    chunks: [chunkOf(says("<")), chunkOf({ index: 1, delta: {}, ...STOP })],
    gives: [chunkOf({ index: 0, delta: {} }), null],
  },
  {
    does: "takes an empty finish reason for none",
    chunks: [
      chunkOf(says("<", { finish_reason: "" })),
      chunkOf(says("a", { finish_reason: null })),
    ],
    gives: [
      chunkOf({ index: 0, delta: {}, finish_reason: "" }),
      chunkOf(says("<a", { finish_reason: null })),
    ],
  },
  {
    does: "stays in the thought it is in behind a finish",
    chunks: [chunkOf(says("<think>a", STOP)), chunkOf(says("b</think>c"))],
    gives: [
      chunkOf(thinks("a", STOP)),
      chunkOf({ index: 0, delta: { content: "c", reasoning_content: "b" } }),
    ],
  },
  {
    does: "puts thoughts behind those of the same chunk",
    chunks: [
      chunkOf({ index: 0, delta: { reasoning_content: "a", content: "<think>b</think>c" } }),
    ],
    gives: [chunkOf({ index: 0, delta: { reasoning_content: "ab", content: "c" } })],
  },
  {
    does: "leaves a text where thoughts would take the place of something else",
    chunks: [chunkOf({ index: 0, delta: { reasoning_content: {}, content: "<think>b" } })],
    gives: [null],
  },
  {
    does: "strips",
    plan: { mode: "strip" },
    chunks: [chunkOf(says("a<think>b")), chunkOf(says("c")), chunkOf(says("d</think>e"))],
    gives: [chunkOf(says("a")), chunkOf({ index: 0, delta: {} }), chunkOf(says("e"))],
  },
  {
    does: "strips the probabilities that spell thoughts out",
    plan: { mode: "strip" },
    chunks: [
      chunkOf(says("<think>b", { logprobs: { content: [{ token: "b" }] } })),
      chunkOf(says("</think>", { logprobs: null })),
      chunkOf(says("c", { logprobs: { content: [{ token: "c" }] } })),
    ],
    gives: [
      chunkOf({ index: 0, delta: {}, logprobs: null }),
      chunkOf({ index: 0, delta: {}, logprobs: null }),
      null,
    ],
  },
  {
    does: "keeps the probabilities of thoughts that it moves",
    chunks: [chunkOf(says("<think>b", { logprobs: { content: [{ token: "b" }] } }))],
    gives: [chunkOf(thinks("b", { logprobs: { content: [{ token: "b" }] } }))],
  },
  {
    does: "takes a choice without a number for the first",
    chunks: [chunkOf({ delta: { content: "<th" } }), chunkOf(says("ink>a"))],
    gives: [chunkOf({ delta: {} }), chunkOf(thinks("a"))],
  },
  {
    does: "keeps calls of tools and counts of tokens",
    chunks: [
      {
        ...chunkOf({ index: 0, delta: { content: "<think>", tool_calls: [{ index: 0 }] } }),
        usage: { total_tokens: 1 },
      },
    ],
    gives: [{
      ...chunkOf({ index: 0, delta: { tool_calls: [{ index: 0 }] } }),
      usage: { total_tokens: 1 },
    }],
  },
];

for (const { does, plan, chunks, gives } of CASES) {
  Deno.test(`transformThinkChunk() ${does}`, () => assertEquals(transformAll(chunks, plan), gives));
}

const ODD: readonly unknown[] = [undefined, null, 0, "", "x", [], {}, true, [null], [[]], [
  "<think>",
]];

for (const odd of ODD) {
  Deno.test(`transformThinkChunk() leaves ${JSON.stringify(odd)} wherever it stands`, () => {
    const more = odd === undefined ? {} : { content: odd };
    const chunks: readonly JsonObject[] = [
      { choices: odd },
      chunkOf(odd),
      chunkOf({ index: 0, delta: odd }),
      chunkOf({ index: odd, delta: {} }),
      chunkOf({ index: 0, delta: { ...more, tool_calls: odd }, finish_reason: odd }),
    ];
    assertEquals(transformAll(chunks), chunks.map(() => null));
  });
}
