/**
 * Asks our mock in process a number of times, and prints how much memory is held after a tenth, a half, and all
 * of them, as JSON: mebibytes.
 *
 * Usage: <runtime with the garbage collector at hand> hold_memory.mjs <how often>
 *
 * @module
 */
import process from "node:process";
import { MockGPT } from "../../mock.ts";
import { ask, rulesFor } from "./work.ts";

declare const gc: () => void;

const [calls = 1_000_000] = process.argv.slice(2).map(Number);
const mock = new MockGPT({ rules: rulesFor(1), maxRecords: 1000 });
const init = { method: "POST", headers: { "content-type": "application/json" }, body: ask(false) };
const held: number[] = [];
for (let call = 1; call <= calls; call++) {
  await mock.fetch("http://mock/v1/chat/completions", init);
  if (call !== calls / 10 && call !== calls / 2 && call !== calls) continue;
  gc();
  held.push(process.memoryUsage().heapUsed / 1024 / 1024);
}
console.log(JSON.stringify(held));
