import { join } from "node:path";
import { printHead, printRow } from "../support/report.ts";
import { bundled, run, type Tools, withServer } from "./tools.ts";
import { fixturesFor } from "./work.ts";

/** Measures the openai SDK on Node 24: with our mock in process, and with aimock on a port. */
export async function sdkPart(tools: Tools): Promise<void> {
  const { folder, node, aimock } = tools;
  const asking = await bundled("ask_sdk", tools);
  const fixtures = join(folder, "fixtures_sdk.json");
  await Deno.writeTextFile(fixtures, JSON.stringify(fixturesFor(1)));
  const { ours, peer } = await withServer(
    [node, aimock, "--port", "0", "--fixtures", fixtures],
    async (url) => JSON.parse(await run([node, asking, url])),
  );
  printHead([
    "calls a second by the openai SDK, Node",
    "aimock on a port",
    "ours in process",
    "ratio",
  ]);
  printRow(["one after the other", peer.toFixed(0), ours.toFixed(0), (ours / peer).toFixed(2)]);
}
