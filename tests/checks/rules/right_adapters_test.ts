import { assertEquals, assertNotEquals } from "@std/assert";
import { fetchModel } from "../../../src/adapter/fetch_model.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import { adapter, casesOf, failuresOf, readRight } from "./tiny_adapter.ts";

const RULES = [
  "release-on-break",
  "release-on-abort",
  "release-sockets",
  "abort-is-not-an-end",
  "stop-at-marker",
  "after-marker",
  "slow-consumer",
  "parallel-streams",
];

/** Wires that end with the connection have nothing to stop at. */
const NOT_FOR: Readonly<Record<string, readonly string[]>> = {
  gemini: ["stop-at-marker", "after-marker"],
};

for (const rule of RULES) {
  for (const wire of Object.keys(WIRES) as WireId[]) {
    Deno.test(`${rule} passes the reference adapter of ${wire}`, async () => {
      const newModel: NewModel = ({ baseUrl, fetch }) =>
        fetchModel({ wire, baseUrl, fetch, apiKey: "none" });
      assertEquals(await failuresOf(rule, newModel, { wire, deadlineMs: 5000 }), {});
      if (!NOT_FOR[wire]?.includes(rule)) assertNotEquals(casesOf(rule, wire), []);
    });
  }

  Deno.test(`${rule} passes an adapter that is right in a few lines`, async () => {
    assertEquals(await failuresOf(rule, adapter(readRight), { deadlineMs: 5000 }), {});
  });

  Deno.test(`${rule} passes a right adapter on a server`, async () => {
    const options = { transport: "server", deadlineMs: 5000 } as const;
    assertEquals(await failuresOf(rule, adapter(readRight), options), {});
  });
}
