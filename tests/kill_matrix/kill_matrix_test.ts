import { assert, assertEquals } from "@std/assert";
import { MODEL_RULES } from "../../src/checks/rules/model_rules.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { WIRES } from "../../src/wire/wires.ts";
import { catchFault } from "./fault.ts";
import { FAULTS } from "./faults.ts";

for (const fault of FAULTS) {
  const { id, source, wire, rule } = fault;
  Deno.test(`${rule} catches ${id} on ${wire} (${source})`, async () => {
    const violation = await catchFault(fault);
    assert(violation, `${id} survived ${rule}: no check of that rule failed`);
  });
}
