import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { NewModel } from "../../src/checks/model_checks.ts";
import { modelChecks } from "../../src/checks/model_checks.ts";
import { OTHER_RULES } from "../../src/checks/other_rules.ts";
import { combinedSpellings } from "../../src/checks/rules/combined_spellings.ts";
import { MODEL_RULES } from "../../src/checks/rules/model_rules.ts";
import { runChecks } from "../../src/checks/run_checks.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { WIRES } from "../../src/wire/wires.ts";
import { catchFault } from "./fault.ts";
import type { AdapterFault, Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { byName } from "./faults/framing.ts";
import { EventFrames } from "./event_frames.ts";
import { LineFrames } from "./line_frames.ts";
import { adapter } from "./steps.ts";

for (const fault of FAULTS) {
  const { id, source, wire, rule } = fault;
  Deno.test(`${rule} catches ${id} on ${wire} (${source})`, async () => {
    const violation = await (rule === "sse-settles" ? catchSoon(fault) : catchFault(fault));
    assert(violation, `The fault ${id} survived: no check of ${rule} failed`);
  });
}

/** More turns of the clock than the longest deadline takes, which cannot be set. */
const MOST_TICKS = 1000;

/** Catches a fault that hangs, without waiting for it. */
async function catchSoon(fault: Fault): ReturnType<typeof catchFault> {
  const time = new FakeTime();
  try {
    let caught: Awaited<ReturnType<typeof catchFault>>;
    let isOver = false;
    catchFault(fault).then((violation) => [caught, isOver] = [violation, true]);
    for (let tick = 0; tick < MOST_TICKS && !isOver; tick++) await time.tickAsync(20);
    return caught;
  } finally {
    time.restore();
  }
}

/** What the faulty adapters are made of, without a fault: so what the rules find is the fault. */
interface Part {
  readonly name: string;
  readonly wires: readonly WireId[];
  newModel(wire: WireId): NewModel;
  /** The rules it is of any matter to; all by default. */
  readonly only?: readonly string[];
}

const ALL_WIRES = Object.keys(WIRES) as WireId[];
/** The rules that look at the bytes of frames. */
const BYTES = ["whole-turn", "error-in-stream", "framing", "sentinel", "text-encoding"];

const PARTS: readonly Part[] = [
  { name: "the adapter", wires: ALL_WIRES, newModel: (wire) => adapter(wire) },
  {
    name: "the adapter by lines",
    wires: ALL_WIRES.filter((wire) => WIRES[wire].framing === "sse"),
    newModel: (wire) => adapter(wire, () => ({ frames: new LineFrames() })),
    only: BYTES,
  },
  {
    name: "the adapter by events",
    wires: ALL_WIRES.filter((wire) => WIRES[wire].framing === "sse"),
    newModel: (wire) => adapter(wire, () => ({ frames: new EventFrames() })),
    only: BYTES,
  },
  {
    name: "the adapter by lines and names",
    wires: ["anthropic-messages"],
    newModel: (wire) =>
      adapter(wire, (right) => ({ frames: new LineFrames(), frame: byName(right) })),
    only: BYTES,
  },
];

/** Errors outside of all events are seen by those alone who look at every byte of Gemini's body. */
const NOT_BY_LINES = "error-in-stream: an error as bare JSON after a finishReason";

for (const { name, wires, newModel, only } of PARTS) {
  for (const wire of wires) {
    Deno.test(`${name} that the faults of ${wire} are put into has none itself`, async () => {
      const checks = modelChecks(newModel(wire), wire, { server: false, only }).filter((check) =>
        !check.name.endsWith("every byte") && !(only && check.name === NOT_BY_LINES)
      );
      const { results } = await runChecks(checks);
      const bad = results.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
      assertEquals(bad.map((result) => `${result.name}: ${result.error}`), []);
    });
  }
}

Deno.test("every rule catches at least one fault, and no fault is for a rule that is none", () => {
  const caught = new Set(FAULTS.map(({ rule }) => rule));
  const rules = [...MODEL_RULES.map(({ id }) => id), ...Object.keys(OTHER_RULES)];
  assertEquals([...caught].toSorted(), rules.toSorted());
});

Deno.test("a fault for a combination of spellings passes the case of each", async () => {
  const isCombined = new Set(combinedSpellings("sse").map(({ name }) => name));
  const faults = FAULTS.filter((fault) => "ruleCase" in fault && isCombined.has(fault.ruleCase!));
  assertNotEquals(faults.length, 0);
  for (const fault of faults as readonly AdapterFault[]) {
    const checks = modelChecks(fault.newModel, fault.wire, { only: ["framing"] });
    const { results } = await runChecks(checks);
    const failed = results.filter(({ verdict }) => verdict !== "passed").map(({ name }) => name);
    const alone = failed.filter((name) => !isCombined.has(name.slice("framing: ".length)));
    assertEquals(alone, [], fault.id);
  }
});

Deno.test("the faults are many, each once, and of all wires", () => {
  assert(FAULTS.length >= 60, `There are ${FAULTS.length} faults`);
  assertEquals(new Set(FAULTS.map(({ id }) => id)).size, FAULTS.length);
  for (const wire of Object.keys(WIRES)) {
    assertNotEquals(FAULTS.filter((fault) => fault.wire === wire).length, 0, wire);
  }
});

Deno.test("every fault names the public report or the words of the issue it comes from", () => {
  for (const { id, source } of FAULTS) {
    assert(/^[\w.-]+\/[\w.-]+#\d+$|^issue 2: .+/.test(source), `${id}: ${source}`);
  }
});
