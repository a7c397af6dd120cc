import { join } from "node:path";
import { printHead, printRow } from "../support/report.ts";
import { median } from "./median.ts";
import { bundled, run, type Tools, withServer } from "./tools.ts";
import { ask, fixturesFor, FRAMES } from "./work.ts";

/** What is asked of all servers. */
interface Job {
  readonly name: string;
  readonly rules: number;
  readonly stream: boolean;
  /** How many things one answer counts for. */
  readonly weight: number;
}

const JOBS: readonly Job[] = [
  { name: "JSON answers a second, 1 rule", rules: 1, stream: false, weight: 1 },
  { name: "JSON answers a second, 1,000 rules", rules: 1000, stream: false, weight: 1 },
  { name: "frames a second, streams of 1,000", rules: 1, stream: true, weight: FRAMES },
];

const CONNECTIONS = "10";

/** How long each server is under load before that counts: none starts with compiled code. */
const WARMUP_SECONDS = 2;

/** Measures servers under load, one after the other and several times over. */
export async function httpPart(tools: Tools, seconds: number, rounds: number): Promise<void> {
  const { folder, node, aimock } = tools;
  const deno = [Deno.execPath(), "run", "-A"];
  const ours = await bundled("serve_ours", tools);
  const bare = await bundled("serve_bare", tools);
  const loading = [node, await bundled("load", tools)];
  const names = ["aimock", "ours, Deno", "ours, Node", "bare, Deno", "bare, Node"];
  const ratios = ["Deno / aimock", "Node / aimock", "Deno / bare", "Node / bare"];
  printHead(["over HTTP", ...names, ...ratios]);
  for (const job of JOBS) {
    const fixtures = join(folder, `fixtures_${job.rules}.json`);
    await Deno.writeTextFile(fixtures, JSON.stringify(fixturesFor(job.rules)));
    const commands = [
      [node, aimock, "--port", "0", "--fixtures", fixtures],
      [...deno, ours, String(job.rules)],
      [node, ours, String(job.rules)],
      [...deno, bare],
      [node, bare],
    ];
    const rates = commands.map(() => [] as number[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, command] of commands.entries()) {
        rates[index]!.push(await rateOf(command, job, loading, seconds));
      }
    }
    printJob(job, rates.map(median));
  }
}

function rateOf(
  command: readonly string[],
  job: Job,
  loading: readonly string[],
  seconds: number,
): Promise<number> {
  const load = async (url: string, seconds: number) =>
    Number(await run([...loading, url, ask(job.stream), CONNECTIONS, String(seconds)]));
  return withServer(command, async (url) => {
    await load(url, WARMUP_SECONDS);
    return await load(url, seconds) * job.weight;
  });
}

function printJob({ name }: Job, rates: readonly number[]): void {
  const [peer, ours, oursNode, bare, bareNode] = rates as [number, number, number, number, number];
  const ratios = [ours / peer, oursNode / peer, ours / bare, oursNode / bareNode];
  printRow([
    name,
    ...rates.map((rate) => rate.toFixed(0)),
    ...ratios.map((ratio) => ratio.toFixed(2)),
  ]);
}
