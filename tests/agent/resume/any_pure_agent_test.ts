import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { AgentCatalog } from "../../../src/agent/agent_catalog.ts";
import type { Agent, Step } from "../../../src/agent/graph.ts";
import type { World } from "../../../src/agent/resume/agent_runtime.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { OneRun } from "../../../src/agent/resume/one_run.ts";
import { latestTurn, messagesOf, openToolCalls } from "../../../src/agent/turn_records.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptedEffector } from "../../../src/testing/doubles/scripted_effector.ts";
import { ScriptedTool } from "../../../src/testing/doubles/scripted_tool.ts";
import { INPUTS, shopWorld } from "../support/shop.ts";

const KINDS = ["model", "tools", "effect", "step"] as const;

/** The steps of a turn, by kind; any order is one. */
const plans = fc.array(fc.constantFrom(...KINDS), { maxLength: 5 });

/** What a step of each kind records last. */
const LAST: Readonly<Record<string, string>> = {
  model: "model_call",
  tools: "tool_result",
  effect: "effect_result",
  step: "note",
};

/** A world with an agent that follows a plan; where it stands in it, only the trace says. */
function planned(plan: readonly (typeof KINDS)[number][]): World {
  const calls = [{ name: "t", arguments: "{}" }, { name: "t", arguments: "[1]" }];
  const output = { content: "a", toolCalls: calls };
  const bank = new ScriptedEffector(Array(20).fill("done"), { repeat: true });
  const model = new ScriptedChatModel(Array(20).fill(output), [], { repeat: true });
  const tool = new ScriptedTool("t", Array(40).fill(1), { repeat: true });
  const steps: Step[] = [
    { kind: "model", name: "model", model, build: (trace) => ({ messages: messagesOf(trace) }) },
    { kind: "tools", name: "tools", tools: [tool] },
    {
      kind: "effect",
      name: "effect",
      effector: bank,
      intent: (trace) => ({ name: "e", args: trace.length }),
    },
    {
      kind: "step",
      name: "step",
      run: (trace) => [{ type: "note", stream: "notes", payload: trace.length }],
    },
  ];
  const agent: Agent = {
    resources: null,
    build: () => ({
      steps,
      next: (trace) => {
        let place = 0;
        const turn = latestTurn(trace).slice(1);
        for (const [index, { type }] of turn.entries()) {
          const isLast = type !== "tool_result" || turn[index + 1]?.type !== "tool_result";
          if (isLast && type === LAST[plan[place]!]) place++;
          // Tools that nobody called are passed over.
          while (plan[place] === "tools" && openToolCalls(trace).length === 0) place++;
        }
        while (plan[place] === "tools" && openToolCalls(trace).length === 0) place++;
        return plan[place];
      },
    }),
  };
  return { process: (store) => new AgentCatalog(store, { agent }), effects: () => bank.calls };
}

Deno.test("any pure agent passes checkResumeEquivalence(), stopped in any way", async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer({ min: 1, max: 2 }), async (plan, turns) => {
      const inputs = Array.from({ length: turns }, (_, turn) => `Input ${turn}`);
      const report = await checkResumeEquivalence(() => planned(plan), "agent", inputs, {
        stops: ["after", "lost", "before"],
      });
      assertEquals(new Set(report.runs.map(({ records }) => records)), new Set([report.records]));
    }),
    { numRuns: 25 },
  );
});

Deno.test("an effect that was not recorded is done again under the same key, and only that one", async () => {
  const plan = {
    scenario: () => shopWorld(),
    agent: "clerk",
    inputs: INPUTS,
    store: () => new MemoryTraceStore(),
    timeoutMs: 5000,
    signal: undefined,
  };
  const reference = await OneRun.of(plan, (run) => run.playThrough());
  const keys = (effects: readonly unknown[] | undefined) =>
    (effects as readonly { readonly key: string }[]).map(({ key }) => key);
  assertEquals(keys(reference.effects), ["thread/6", "thread/14"]);
  const doubled: number[] = [];
  for (let record = 1; record <= reference.records; record++) {
    const run = await OneRun.of(plan, (run) => run.playStopped({ kind: "before", record }));
    assertEquals(new Set(keys(run.effects)), new Set(keys(reference.effects)));
    if (keys(run.effects).length > 2) doubled.push(record);
    assert(keys(run.effects).length <= 3);
  }
  // The results of the two payments.
  assertEquals(doubled, [6, 14]);
});
