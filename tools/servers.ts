/**
 * Runs the HTTP conformance on MockGPT and on servers of others, as pinned in `tools/servers/packages`, and writes their verdicts into
 * `docs/server_conformance.md` and `tools/servers/verdicts.json`.
 *
 * Usage: deno run -A tools/servers.ts [--check]
 *
 * `--check` writes nothing, and fails if a verdict is not the recorded one.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { httpConformance, runContract } from "../testing.ts";
import { mustRun } from "./run.ts";
import { AIMOCK } from "./servers/aimock.ts";
import { differences, verdictsOf } from "./servers/judged.ts";
import type { Judged } from "./servers/judged.ts";
import { verdictTables } from "./servers/markdown.ts";
import { MOCK_LLM } from "./servers/mock_llm.ts";
import { judgeOwn } from "./servers/own.ts";
import type { Peer } from "./servers/peer.ts";
import { installPeers, versionOf, withPeer } from "./servers/with_peer.ts";

const PAGE = new URL("../docs/server_conformance.md", import.meta.url);
const VERDICTS = new URL("./servers/verdicts.json", import.meta.url);
const BEGIN = "<!-- verdicts: written by `deno task servers` -->";
/** How long a case may take, in milliseconds: the servers are on this machine. */
const TIMEOUT_MS = 5000;

async function judge(folder: string, peer: Peer): Promise<Judged[]> {
  const version = await versionOf(folder, peer);
  const judged: Judged[] = [];
  for (const wire of peer.wires) {
    // A server of its own for each wire: what a case does to it must not be found by the next wire.
    const report = await withPeer(folder, peer, (url) => {
      const baseUrl = wire.startsWith("openai") ? `${url}/v1` : url;
      const { without } = peer;
      return runContract(httpConformance({ baseUrl, wire, without, timeoutMs: TIMEOUT_MS }));
    });
    const { passed, failed, skipped } = report.counts;
    console.log(
      `${peer.name}@${version} ${wire}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    );
    judged.push({ name: peer.name, version, wire, report });
  }
  return judged;
}

async function writePage(judged: readonly Judged[]): Promise<void> {
  const page = await Deno.readTextFile(PAGE);
  const at = page.indexOf(BEGIN);
  if (at < 0) throw new Error(`docs/server_conformance.md has no line ${BEGIN}`);
  await Deno.writeTextFile(PAGE, `${page.slice(0, at)}${BEGIN}\n\n${verdictTables(judged)}\n`);
  await Deno.writeTextFile(VERDICTS, JSON.stringify(verdictsOf(judged), null, 2));
  const files = ["docs/server_conformance.md", "tools/servers/verdicts.json"];
  await mustRun([Deno.execPath(), "fmt", "--quiet", ...files]);
}

const { values } = parseArgs({ args: Deno.args, options: { check: { type: "boolean" } } });
const folder = await Deno.makeTempDir();
try {
  await installPeers(folder);
  const judged = [
    ...await judgeOwn(AIMOCK.wires),
    ...await judge(folder, AIMOCK),
    ...await judge(folder, MOCK_LLM),
  ];
  if (values.check) {
    const recorded = JSON.parse(await Deno.readTextFile(VERDICTS));
    const found = differences(verdictsOf(judged), recorded);
    for (const difference of found) console.error(difference);
    if (found.length > 0) Deno.exitCode = 1;
  } else await writePage(judged);
} finally {
  await Deno.remove(folder, { recursive: true });
}
