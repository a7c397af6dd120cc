/**
 * Serves our mock for the bench of mocks, on the runtime that runs it. Prints its address.
 *
 * Usage: <runtime> serve_ours.ts <rules>
 *
 * @module
 */
import process from "node:process";
import { MockGPT } from "../../mock.ts";
import { rulesFor } from "./work.ts";

const [rules = 1] = process.argv.slice(2).map(Number);
const mock = new MockGPT({ rules: rulesFor(rules), maxRecords: 1000 });
const server = await mock.serve();
console.log(server.url);
