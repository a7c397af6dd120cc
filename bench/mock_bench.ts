/**
 * Measures our mock beside aimock and beside a bare server: over HTTP, and in process by the openai SDK; and what
 * its import and a million requests cost. Figures to compare are ratios; they print as tables in Markdown.
 *
 * Usage: deno run -A bench/mock_bench.ts [--seconds=<of one measurement>] [--rounds=<how many>]
 *   [--calls=<for the memory>] [--only=<http|sdk|import|memory>]
 *
 * aimock, the SDK and Node 24 come from npm.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { httpPart } from "./mock/http_part.ts";
import { importPart } from "./mock/import_part.ts";
import { memoryPart } from "./mock/memory_part.ts";
import { sdkPart } from "./mock/sdk_part.ts";
import { installTools, type Tools } from "./mock/tools.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    calls: { type: "string", default: "1000000" },
    only: { type: "string" },
  },
});

const PARTS: Readonly<Record<string, (tools: Tools) => Promise<void>>> = {
  http: (tools) => httpPart(tools, Number(values.seconds), Number(values.rounds)),
  sdk: sdkPart,
  import: importPart,
  memory: (tools) => memoryPart(tools, Number(values.calls)),
};

const folder = await Deno.makeTempDir({ prefix: "wholeturn-bench-" });
try {
  const tools = await installTools(folder);
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only !== undefined && values.only !== name) continue;
    console.log("");
    await part(tools);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
