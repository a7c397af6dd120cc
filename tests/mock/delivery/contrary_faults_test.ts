import { assertEquals, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Fault, FaultKind } from "../../../mock.ts";

/** What a stream is, and what is written down of it, where a rule and chaos both say what goes wrong. */
async function streamed(own: readonly Fault[], fault: Fault) {
  const mock = new MockGPT({
    rules: [{ result: "one two", delivery: { faults: own } }],
    chaos: { onCall: { 1: { fault } } },
  });
  const body = JSON.stringify({
    model: "m",
    stream: true,
    messages: [{ role: "user", content: "x" }],
  });
  const response = await mock.fetch("http://mock/v1/chat/completions", { method: "POST", body });
  const text = await response.text();
  const [record] = mock.records;
  return {
    markers: text.split("[DONE]").length - 1,
    finishes: text.split('"finish_reason":"stop"').length - 1,
    faults: record?.faults,
  };
}

Deno.test("what chaos does to the end marker stands in place of what the rule says", async () => {
  assertEquals(await streamed([{ kind: "double-marker" }], { kind: "missing-marker" }), {
    markers: 0,
    finishes: 1,
    faults: ["missing-marker"],
  });
  assertEquals(
    await streamed([{ kind: "early-marker", afterFrames: 1 }], { kind: "missing-marker" }),
    { markers: 0, finishes: 1, faults: ["missing-marker"] },
  );
  assertEquals(await streamed([{ kind: "missing-marker" }], { kind: "double-marker" }), {
    markers: 2,
    finishes: 1,
    faults: ["double-marker"],
  });
});

Deno.test("the same fault from a rule and from chaos happens once", async () => {
  assertEquals(await streamed([{ kind: "missing-marker" }], { kind: "missing-marker" }), {
    markers: 0,
    finishes: 1,
    faults: ["missing-marker"],
  });
});

const UNPLACED: readonly FaultKind[] = [
  "missing-marker",
  "double-marker",
  "content-after-finish",
  "usage-on-every-chunk",
];

for (const kind of UNPLACED) {
  Deno.test(`the fault ${kind}, which has no position, is refused a second time`, () => {
    const make = () => new MockGPT({ delivery: { faults: [{ kind }, { kind }] } });
    assertThrows(make, TypeError, "'options.delivery.faults[1]' as 'options.delivery.faults[0]'");
  });
}
