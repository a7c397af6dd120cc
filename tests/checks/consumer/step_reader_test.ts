import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { NotAnAdapterError } from "../../../src/checks/consumer/open_stream.ts";
import { causeOf, describeStep, StepReader } from "../../../src/checks/consumer/step_reader.ts";
import { MemoryLab } from "../../../src/checks/lab/memory_lab.ts";
import type { Trial } from "../../../src/checks/rule.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { finish, text } from "../../support/events.ts";

const NEVER = new Promise<never>(() => {});

function trialOf(iterator: Partial<AsyncIterator<TurnEvent>>): Trial {
  return {
    lab: new MemoryLab(),
    model: {
      stream: () => ({ [Symbol.asyncIterator]: () => iterator as AsyncIterator<TurnEvent> }),
    },
    settings: { deadlineMs: 20, lenient: false, terminator: "required" },
    note: () => {},
    fail: (parts) => {
      throw new ContractViolation({ ...parts, rule: "some-rule" });
    },
  };
}

/** A trial of a stream that gives these events and then what the last step says. */
function trialGiving(events: readonly TurnEvent[], last: () => Promise<never> | undefined): Trial {
  const left = [...events];
  return trialOf({
    next() {
      if (left.length > 0) return Promise.resolve({ done: false, value: left.shift()! });
      return last() ?? Promise.resolve({ done: true, value: undefined });
    },
    return: () => Promise.resolve({ done: true, value: undefined }),
  });
}

Deno.test("StepReader.next() tells an event, the end, an error and a step that is late apart", async () => {
  const failure = new Error("Broken");
  const ended = trialGiving([text("a")], () => undefined);
  const reader = new StepReader(ended);
  assertEquals(await reader.next(), { kind: "event", event: text("a") });
  assertEquals(await reader.next(), { kind: "end" });
  assertEquals(reader.events, 1);
  const broken = await new StepReader(trialGiving([], () => Promise.reject(failure))).next();
  assertEquals(broken, { kind: "error", error: failure });
  assertStrictEquals(causeOf(broken).cause, failure);
  const late = await new StepReader(trialGiving([], () => NEVER)).next();
  assertEquals(late, { kind: "late" });
  assertEquals(describeStep(late, ended), "it gave nothing for 20 ms");
});

Deno.test("StepReader.next() takes a next() that throws for one that rejects", async () => {
  const trial = trialOf({
    next() {
      throw new Error("At once");
    },
  });
  assertEquals((await new StepReader(trial).next()).kind, "error");
});

Deno.test("StepReader.next() rejects when what comes is no event, and start() may be dropped then", async () => {
  const trial = trialGiving([null as unknown as TurnEvent], () => undefined);
  await assertRejects(() => new StepReader(trial).next(), NotAnAdapterError);
  void new StepReader(trialGiving([{} as TurnEvent], () => undefined)).start();
});

Deno.test("StepReader.mustGive() fails when no event comes", async () => {
  assertEquals(
    await new StepReader(trialGiving([text("a")], () => undefined)).mustGive(),
    text("a"),
  );
  const nothing = new StepReader(trialGiving([], () => undefined));
  await assertRejects(
    () => nothing.mustGive(),
    ContractViolation,
    "Expected an event of the answer, but it ended normally, without a finish or an error",
  );
});

Deno.test("StepReader.drain() reads to a finish, the end or an error", async () => {
  const events = [text("a"), text("b")];
  assertEquals((await new StepReader(trialGiving(events, () => undefined)).drain()).kind, "end");
  const failing = trialGiving(events, () => Promise.reject(new Error("Broken")));
  assertEquals((await new StepReader(failing).drain()).kind, "error");
  const finished = await new StepReader(trialGiving([...events, finish()], () => NEVER)).drain();
  assertEquals(finished, { kind: "event", event: finish() });
});

Deno.test("StepReader.drain() goes on with a step that is pending", async () => {
  let resolve!: (result: IteratorResult<TurnEvent>) => void;
  const reader = new StepReader(trialOf({ next: () => new Promise((r) => resolve = r) }));
  const pending = reader.start();
  const drained = reader.drain(pending);
  resolve({ done: false, value: finish() });
  assertEquals((await drained).kind, "event");
});

Deno.test("StepReader.drain() is late for a stream that never stops, and leaves no timer", async () => {
  const trial = trialOf({ next: () => Promise.resolve({ done: false, value: text("again") }) });
  assertEquals(await new StepReader(trial).drain(), { kind: "late" });
});

Deno.test("StepReader.leave() fails when return() throws or never settles", async () => {
  await new StepReader(trialOf({ next: () => NEVER })).leave();
  const hanging = trialOf({ next: () => NEVER, return: () => NEVER });
  await assertRejects(
    () => new StepReader(hanging).leave(),
    ContractViolation,
    "Expected the stream to be left, but return() had not settled after 20 ms",
  );
  const failing = trialOf({ next: () => NEVER, return: () => Promise.reject(new Error("No")) });
  await assertRejects(
    () => new StepReader(failing).leave(),
    ContractViolation,
    'return() threw Error "No"',
  );
});
