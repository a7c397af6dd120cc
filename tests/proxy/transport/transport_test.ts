import { fetchTransport } from "../../../src/proxy/transport/fetch_transport.ts";
import { socketTransport } from "../../../src/proxy/transport/socket_transport.ts";
import { ANSWER_CASES } from "./cases/answer_cases.ts";
import { FAULT_CASES } from "./cases/fault_cases.ts";
import type { MakeTransport } from "./support/transport_case.ts";

const TRANSPORTS: readonly (readonly [name: string, make: MakeTransport])[] = [
  ["socketTransport()", socketTransport],
  ["fetchTransport()", () => fetchTransport(fetch)],
];

for (const [transport, make] of TRANSPORTS) {
  for (const { name, run } of [...ANSWER_CASES, ...FAULT_CASES]) {
    Deno.test(`${transport} ${name}`, () => run(make));
  }
}
