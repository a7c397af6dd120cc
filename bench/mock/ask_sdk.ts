/**
 * Asks by the openai SDK, one call after the other: our mock in process, and a mock on a port. Prints the calls a
 * second of both, as JSON.
 *
 * Usage: node ask_sdk.mjs <address of the mock on a port>
 *
 * @module
 */
import process from "node:process";
// @ts-types="npm:openai@7.59.0"
import OpenAI from "openai";
import { MockGPT } from "../../mock.ts";
import { median } from "./median.ts";
import { PROMPT, rulesFor } from "./work.ts";

const ROUNDS = 7;

async function callsPerSecond(client: OpenAI, calls: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call++) {
    const messages = [{ role: "user" as const, content: PROMPT }];
    await client.chat.completions.create({ model: "gpt-4o", messages });
  }
  return calls / (performance.now() - start) * 1000;
}

const mock = new MockGPT({ rules: rulesFor(1), maxRecords: 1000 });
const ours = new OpenAI({ apiKey: "none", baseURL: "http://mock/v1", fetch: mock.fetch });
const peer = new OpenAI({ apiKey: "none", baseURL: `${process.argv[2]}/v1` });
await callsPerSecond(ours, 10_000);
await callsPerSecond(peer, 2000);
const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
for (let round = 0; round < ROUNDS; round++) {
  rates.ours.push(await callsPerSecond(ours, 4000));
  rates.peer.push(await callsPerSecond(peer, 800));
}
console.log(JSON.stringify({ ours: median(rates.ours), peer: median(rates.peer) }));
