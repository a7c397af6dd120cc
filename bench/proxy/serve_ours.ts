/**
 * Serves our proxy before one upstream. Prints its address.
 *
 * Usage: <runtime> serve_ours.mjs <upstream> <socket|fetch>
 *
 * @module
 */
import process from "node:process";
import { startProxy } from "../../proxy.ts";

const [upstream, transport] = process.argv.slice(2);
const { url } = await startProxy({
  listen: "127.0.0.1:0",
  providers: { upstream: { url: `${upstream}/v1`, keys: ["key"], backoff: "PT15M" } },
  models: { model: { upstreams: [{ provider: "upstream", model: "model" }] } },
}, transport === "fetch" ? { fetch } : {});
console.log(url);
