import { assertEquals, assertNotEquals } from "@std/assert";
import { fetchModel } from "../../../src/adapter/fetch_model.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import { Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULES = [
  "whole-turn",
  "truncation",
  "reset",
  "tool-arguments",
  "one-finish",
  "finish-reason",
  "usage",
  "error-in-stream",
  "not-a-stream",
  "framing",
  "sentinel",
  "text-encoding",
  "chunk-shapes",
  "tool-call-shapes",
];

/** Those that are quick enough to try over sockets as well. */
const ON_A_SERVER = ["whole-turn", "reset", "error-in-stream", "not-a-stream", "text-encoding"];

for (const rule of RULES) {
  for (const wire of Object.keys(WIRES) as WireId[]) {
    Deno.test(`${rule} passes the reference adapter of ${wire}`, async () => {
      const newModel: NewModel = ({ baseUrl, fetch }) =>
        fetchModel({ wire, baseUrl, fetch, apiKey: "none" });
      assertEquals(await failuresOf(rule, newModel, { wire, deadlineMs: 5000 }), {});
      assertNotEquals(casesOf(rule, wire), []);
    });
  }
}

for (const rule of ON_A_SERVER) {
  Deno.test(`${rule} passes a right adapter on a server`, async () => {
    const options = { transport: "server", deadlineMs: 5000 } as const;
    assertEquals(await failuresOf(rule, loopAdapter(() => new Loop()), options), {});
  });
}

Deno.test("a wire of one's own has no case but the clean end after two events", () => {
  const wire = { event: (index: number) => `data: ${index}\n\n` };
  for (const rule of RULES) {
    const wanted = rule === "truncation" ? ["clean end after two events"] : [];
    assertEquals(casesOf(rule, wire), wanted);
  }
});
