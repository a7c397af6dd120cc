/**
 * Runs the cases over sockets on the runtime that runs it, and prints what fails. The process ends by itself although
 * clients left and upstreams were broken off, or it does not end.
 *
 * Usage: <runtime> run_cases.mjs
 *
 * @module
 */
import process from "node:process";
import { EVERY_CASE } from "../cases/every_case.ts";

let passed = 0;
for (const { name, run } of EVERY_CASE) {
  try {
    await run();
    passed++;
  } catch (error) {
    process.exitCode = 1;
    console.error(`This does not hold: ${name}\n`, error);
  }
}
console.log(`# pass ${passed}`);
