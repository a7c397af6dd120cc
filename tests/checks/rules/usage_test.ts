import { assertEquals } from "@std/assert";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "usage";
const ALL = casesOf(RULE);
const NONE = "none";
const NO_DETAILS = "no details";

/** The counts as the provider writes them. */
interface Counts {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number };
}

Deno.test("usage fails an adapter that counts cached tokens as input too", async () => {
  const doubled = faulty((loop) => ({
    toUsage(usage) {
      const counts = Loop.prototype.toUsage.call(loop, usage);
      return { ...counts, input: (usage as Counts | undefined)?.prompt_tokens ?? 0 };
    },
  }));
  const failures = await failuresOf(RULE, doubled);
  assertEquals(Object.keys(failures), ALL.filter((name) => name !== NONE && name !== NO_DETAILS));
  assertEquals(
    failures["a chunk of usage alone"],
    "[usage] Expected a turn with usage { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 }, but it gave a whole turn: " +
      'text "Hello", no tool call, reason "stop", usage { input: 14, output: 7, cacheRead: 3, cacheWrite: 0 }',
  );
});

Deno.test("usage fails an adapter that counts reasoning twice", async () => {
  const doubled = faulty((loop) => ({
    toUsage(usage) {
      const counts = Loop.prototype.toUsage.call(loop, usage);
      const { completion_tokens_details: details } = (usage ?? {}) as Counts;
      return { ...counts, output: counts.output + (details?.reasoning_tokens ?? 0) };
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, doubled)), [
    "tokens of reasoning, which are part of the output",
  ]);
});

Deno.test("usage fails an adapter that takes the first usage, or only the one of the last chunk", async () => {
  const first = faulty((loop) => ({
    readUsage(chunk) {
      loop.state.usage ??= chunk.usage;
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, first)), ["on every chunk (vLLM)"]);
  const last = faulty((loop) => ({
    readUsage(chunk) {
      loop.state.usage = chunk.usage;
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, last)), [
    "a chunk without usage after the usage",
  ]);
});

Deno.test("usage fails an adapter that adds up running totals", async () => {
  const sums = faulty((loop) => ({
    readUsage({ usage }) {
      const [before, told] = [loop.state.usage, usage] as (Counts | null | undefined)[];
      if (!told) return;
      const written = (before?.completion_tokens ?? 0) + (told.completion_tokens ?? 0);
      loop.state.usage = { ...told, completion_tokens: written };
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, sums)), ["on every chunk (vLLM)"]);
});

Deno.test("usage fails an adapter that stops before the usage, or reports none", async () => {
  const stops = faulty((loop) => ({
    *readChoice(choice) {
      yield* Loop.prototype.readChoice.call(loop, choice);
      loop.state.done ||= loop.state.reason !== "";
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, stops)), [
    "a chunk of usage alone",
    "tokens of reasoning, which are part of the output",
  ]);
  const none = faulty(() => ({ toUsage: () => ZERO_USAGE }));
  assertEquals(Object.keys(await failuresOf(RULE, none)), ALL.filter((name) => name !== NONE));
});

Deno.test("usage passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
