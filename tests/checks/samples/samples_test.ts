import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { differenceFrom } from "../../../src/checks/judge/expected_turn.ts";
import { isFailure } from "../../../src/checks/outcome.ts";
import type { Outcome } from "../../../src/checks/outcome.ts";
import { SAMPLES, samplesOf } from "../../../src/checks/samples/all_samples.ts";
import type { WireSamples } from "../../../src/checks/samples/samples.ts";
import { bodyOf, framesOf, TEXT_TURN, TOOL_TURN } from "../../../src/checks/samples/turns.ts";
import type { Bytes } from "../../../src/bytes.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { codeOf, readTurn } from "../../support/reading.ts";

/** What this package's own decoder makes of a body, as the checks would see it. */
function read({ wire }: WireSamples, body: Bytes | readonly SseEvent[]): Outcome {
  const bytes = body instanceof Uint8Array ? body : bodyOf(wire, body);
  const { events, error, turn } = readTurn(wire, bytes);
  const finish = events.find((event) => event.type === "finish")?.finish;
  if (turn) return { kind: "turn", events, turn };
  return finish ? { kind: "unusable", events, finish, error } : { kind: "error", events, error };
}

function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.kind === "turn") return outcome.turn.finish.reason;
  return outcome.kind === "unusable" ? outcome.finish.reason : undefined;
}

const WIRES = Object.entries(SAMPLES) as [WireId, WireSamples][];

for (const [id, samples] of WIRES) {
  Deno.test(`every shape of ${id} says what it is expected to`, () => {
    const { shapes, toolShapes } = samples;
    for (const { name, frames, expected } of [...shapes, ...toolShapes]) {
      assertEquals(differenceFrom(expected, read(samples, frames)), undefined, name);
    }
  });

  Deno.test(`every failure of ${id} is one`, () => {
    for (const { name, frames } of samples.failures) {
      assertEquals(read(samples, frames).kind, "error", name);
    }
    for (const { name, body } of [...samples.failureBodies, ...samples.jsonErrors]) {
      assertEquals(read(samples, body).kind, "error", name);
    }
  });

  Deno.test(`every failure of ${id} is found for what it says, not for a missing end`, () => {
    for (const { name, frames } of samples.failures) {
      const outcome = read(samples, frames);
      assert(outcome.kind === "error");
      assertNotEquals(codeOf(outcome.error), "INCOMPLETE", name);
    }
  });

  Deno.test(`every cut of arguments of ${id} is found`, () => {
    for (const { name, frames } of samples.cutArguments) {
      assert(isFailure(read(samples, frames)), name);
    }
  });

  Deno.test(`every ending of ${id} has its reason, or is an error`, () => {
    for (const { name, frames, reasons } of samples.endings) {
      const outcome = read(samples, frames);
      const isWhole = reasons.some((reason) => ["stop", "tool_use"].includes(reason));
      if (outcome.kind === "error" && !isWhole) continue;
      assert(reasons.includes(reasonOf(outcome) ?? "(none)"), `${name}: ${reasonOf(outcome)}`);
    }
  });

  Deno.test(`every end told twice of ${id} gives one finish`, () => {
    for (const { name, frames, expected, mayFail } of samples.finishes) {
      const outcome = read(samples, frames);
      const finishes = outcome.events.filter((event) => event.type === "finish");
      assertEquals(finishes.length <= 1, true, name);
      if (!mayFail) assertEquals(differenceFrom(expected, outcome), undefined, name);
    }
  });

  Deno.test(`every usage of ${id} is counted as expected`, () => {
    for (const { name, frames, usage } of samples.usages) {
      assertEquals(differenceFrom({ usage }, read(samples, frames)), undefined, name);
    }
  });

  Deno.test(`every marker of ${id} ends a turn that says Hello`, () => {
    for (const { name, body } of samples.markers) {
      const outcome = read(samples, body);
      assertEquals(differenceFrom({ text: "Hello", reason: "stop" }, outcome), undefined, name);
    }
    assertEquals(samples.markers.length > 0, samples.wire.endsAt === "marker");
  });

  Deno.test(`what stands after the marker of ${id} is no part of the turn`, () => {
    const frames = framesOf(samples.wire, TEXT_TURN);
    const alone = read(samples, frames);
    const longer = read(samples, [...frames, ...samples.afterMarker]);
    assertEquals(longer, alone);
    assertEquals(samples.afterMarker.length > 0, samples.wire.endsAt === "marker");
  });

  Deno.test(`the slim frames of ${id} say the same as the full ones`, () => {
    const { slim = (frames: readonly SseEvent[]) => frames } = samples;
    for (const turn of [TEXT_TURN, TOOL_TURN]) {
      const frames = framesOf(samples.wire, turn);
      assertEquals(read(samples, slim(frames)), read(samples, frames));
    }
  });

  Deno.test(`the samples of ${id} have names of their own, and well-formed sources`, () => {
    const { failures, failureBodies, shapes, toolShapes, cutArguments } = samples;
    const { endings, finishes, usages, markers } = samples;
    const groups = [[...failures, ...failureBodies], shapes, toolShapes, cutArguments];
    for (const group of [...groups, endings, finishes, usages, markers]) {
      const names = group.map(({ name }) => name);
      assertEquals(names.length, new Set(names).size, names.join(", "));
      for (const { source } of group) {
        if (source !== undefined) assertMatch(source, /^[\w.-]+\/[\w.-]+#\d+$/);
      }
    }
  });
}

Deno.test("samplesOf() gives the samples of every wire", () => {
  for (const [id, samples] of WIRES) {
    assertEquals(samplesOf(id), samples);
    assertEquals(samples.wire.id, id);
  }
});
