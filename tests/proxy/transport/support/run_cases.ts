/**
 * Runs the cases of the transports on the runtime that runs it, and prints what fails. The process ends by itself
 * although connections are kept open, or it does not end.
 *
 * Usage: <runtime> run_cases.mjs
 *
 * @module
 */
import process from "node:process";
import { fetchTransport } from "../../../../src/proxy/transport/fetch_transport.ts";
import { socketTransport } from "../../../../src/proxy/transport/socket_transport.ts";
import { ANSWER_CASES } from "../cases/answer_cases.ts";
import { FAULT_CASES } from "../cases/fault_cases.ts";
import { NAME_CASES, SECURE_NAME_CASES } from "../cases/name_cases.ts";
import { POOL_CASES } from "../cases/pool_cases.ts";
import { SOCKET_CASES } from "../cases/socket_cases.ts";
import type { MakeTransport, TransportCase } from "./transport_case.ts";

const EVERY = [...ANSWER_CASES, ...FAULT_CASES, ...NAME_CASES];
const RUNS:
  readonly (readonly [name: string, make: MakeTransport, cases: readonly TransportCase[]])[] = [
    ["socketTransport()", socketTransport, [
      ...EVERY,
      ...SOCKET_CASES,
      ...POOL_CASES,
      ...SECURE_NAME_CASES,
    ]],
    ["fetchTransport()", () => fetchTransport(fetch), EVERY],
  ];

let passed = 0;
for (const [transport, make, cases] of RUNS) {
  for (const { name, run } of cases) {
    try {
      await run(make);
      passed++;
    } catch (error) {
      process.exitCode = 1;
      console.error(`${transport} does not do this: ${name}\n`, error);
    }
  }
}
console.log(`# pass ${passed}`);
