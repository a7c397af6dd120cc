import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { transformThinkMessage } from "../../../src/proxy/think/transform_think_message.ts";
import type { JsonObject } from "../../../src/wire/json.ts";
import { thinkPlan } from "./think_plan.ts";

interface Case {
  readonly does: string;
  readonly message: JsonObject;
  readonly plan?: Partial<ThinkPlan>;
  /** What becomes of it; `null` if nothing changes. */
  readonly gives: JsonObject | null;
}

const CASES: readonly Case[] = [
  {
    does: "moves thoughts to their own member",
    message: { role: "assistant", content: "<think>a</think>b" },
    gives: { role: "assistant", content: "b", reasoning_content: "a" },
  },
  {
    does: "moves thoughts to the member of the plan",
    message: { content: "<think>a</think>b" },
    plan: { field: "reasoning" },
    gives: { content: "b", reasoning: "a" },
  },
  {
    does: "puts thoughts behind those that are there",
    message: { content: "<think>b</think>c", reasoning_content: "a" },
    gives: { content: "c", reasoning_content: "ab" },
  },
  {
    does: "takes null for no thoughts",
    message: { reasoning_content: null, content: "<think>b</think>c" },
    gives: { reasoning_content: "b", content: "c" },
  },
  {
    does: "strips thoughts, and leaves those of the provider",
    message: { content: "<think>b</think>c", reasoning_content: "a" },
    plan: { mode: "strip" },
    gives: { content: "c", reasoning_content: "a" },
  },
  {
    does: "takes the rest for a thought that is not closed",
    message: { content: "a<think>b" },
    gives: { content: "a", reasoning_content: "b" },
  },
  {
    does: "leaves an empty text where all was a thought",
    message: { content: "<think>b</think>", tool_calls: [{ id: "1" }] },
    gives: { content: "", tool_calls: [{ id: "1" }], reasoning_content: "b" },
  },
  {
    does: "takes an empty pair of tags away",
    message: { content: "<think></think>b" },
    gives: { content: "b" },
  },
  {
    does: "gives a tag that is cut at the end as text",
    message: { content: "<think>a</think>b<th" },
    gives: { content: "b<th", reasoning_content: "a" },
  },
  { does: "gives null without tags", message: { content: "a" }, gives: null },
  { does: "gives null for half a tag", message: { content: "a<thin" }, gives: null },
  { does: "gives null for an empty text", message: { content: "" }, gives: null },
  { does: "gives null for no text", message: { role: "assistant" }, gives: null },
  { does: "gives null for a null text", message: { content: null }, gives: null },
  {
    does: "gives null when off",
    message: { content: "<think>a</think>b" },
    plan: { mode: "off" },
    gives: null,
  },
  {
    does: "gives null for a list of parts",
    message: { content: [{ type: "text", text: "<think>a</think>b" }] },
    gives: null,
  },
  {
    does: "gives null where thoughts would take the place of something else",
    message: { content: "<think>a</think>b", reasoning_content: [{ text: "c" }] },
    gives: null,
  },
];

for (const { does, message, plan, gives } of CASES) {
  Deno.test(`transformThinkMessage() ${does}`, () => {
    const before = structuredClone(message);
    const changed = transformThinkMessage(message, thinkPlan(plan))?.value ?? null;
    assertEquals(changed, gives);
    if (gives !== null) assertEquals(Object.keys(changed!), Object.keys(gives));
    assertEquals(message, before);
  });
}

Deno.test("transformThinkMessage() hands on what it does not change", () => {
  const calls = [{ id: "1" }];
  const changed = transformThinkMessage(
    { content: "<think>a</think>b", tool_calls: calls },
    thinkPlan(),
  );
  assert(changed !== null);
  assertStrictEquals(changed.value.tool_calls, calls);
});
