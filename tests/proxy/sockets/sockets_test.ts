import { FLOW_CASES } from "./cases/flow_cases.ts";
import { LEAVE_CASES } from "./cases/leave_cases.ts";

for (const { name, run } of [...LEAVE_CASES, ...FLOW_CASES]) {
  Deno.test(`over sockets, ${name}`, run);
}
