/**
 * Measures our proxy beside Portkey's gateway, beside bare passthroughs, and beside no proxy at all. The proxy has one
 * core to itself; the upstream and the load, both on bare sockets, share another. Figures to compare are ratios;
 * they print as tables in Markdown.
 *
 * Usage: deno run -A bench/proxy_bench.ts [--seconds=<of one measurement>] [--rounds=<how many>]
 *   [--only=<part of a contender's name>] [--transports]
 *
 * `--transports` measures the two transports by themselves as well. Portkey and Node 24 come from npm.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { median } from "./mock/median.ts";
import { measure, type Measured } from "./proxy/measure.ts";
import { bundledProxy, installProxyTools, type ProxyTools, startServer } from "./proxy/tools.ts";
import { printHead, printRow } from "./support/report.ts";

const PORTKEY_URL = "http://127.0.0.1:9207";

/** Somebody who is measured. */
interface Contender {
  readonly name: string;
  /** What starts it; `undefined` for the upstream itself. */
  readonly command: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly headers?: readonly string[] | undefined;
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
    transports: { type: "boolean", default: false },
  },
});

async function contenders(tools: ProxyTools, upstream: string): Promise<Contender[]> {
  const { folder, node, portkey } = tools;
  const deno = [Deno.execPath(), "run", "-A"];
  const ours = await bundledProxy("serve_ours", folder);
  const bare = await bundledProxy("serve_bare", folder);
  const transport = await bundledProxy("serve_transport", folder);
  const found: Contender[] = [
    { name: "no proxy", command: undefined },
    {
      name: "Portkey 1.15.2",
      command: [node, portkey, `--port=${new URL(PORTKEY_URL).port}`, "--headless"],
      url: PORTKEY_URL,
      headers: [
        "x-portkey-provider: openai",
        `x-portkey-custom-host: ${upstream}/v1`,
        "authorization: Bearer key",
      ],
    },
    { name: "Deno.serve, fetch, handed through", command: [...deno, bare, upstream, "through"] },
    { name: "Deno.serve, fetch, pump", command: [...deno, bare, upstream, "pump"] },
    { name: "ours", command: [...deno, ours, upstream, "socket"] },
    { name: "ours over fetch", command: [...deno, ours, upstream, "fetch"] },
  ];
  if (values.transports) {
    for (const name of ["socket", "fetch"]) {
      found.push({ name: `${name} transport`, command: [...deno, transport, upstream, name] });
    }
  }
  return found.filter(({ name }) => values.only === undefined || name.includes(values.only));
}

/** A round, and the memory held after it. */
type Round = Measured & { readonly memory: number };

async function roundOf(
  { command, url, headers = [] }: Contender,
  { tools, load, upstream }: { tools: ProxyTools; load: string; upstream: string },
): Promise<Round> {
  const options = { tools, load, seconds: Number(values.seconds), headers };
  if (command === undefined) {
    const direct = { url: upstream, cpuMs: () => Promise.resolve(0) };
    return { ...await measure(direct, options), memory: 0 };
  }
  const server = await startServer(tools.pinned(1, command), url);
  try {
    return { ...await measure(server, options), memory: await server.memory() };
  } finally {
    await server.stop();
  }
}

function medianOf(rounds: readonly Round[]): Round {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
  return {
    plainRate: of("plainRate"),
    plainMs: of("plainMs"),
    streamRate: of("streamRate"),
    firstMs: of("firstMs"),
    lagMs: of("lagMs"),
    plainCpu: of("plainCpu"),
    streamCpu: of("streamCpu"),
    memory: of("memory"),
  };
}

function printFigures(found: ReadonlyMap<string, Round>): void {
  const direct = found.get("no proxy");
  printHead([
    "one core",
    "plain/s, 32 conn.",
    "median added, µs",
    "streams/s, 16 conn.",
    "first event added, ms",
    "p99 lag of 100 paced, ms",
    "µs of CPU, plain",
    "of a stream",
    "MiB",
  ]);
  for (const [name, round] of found) {
    printRow([
      name,
      round.plainRate.toFixed(0),
      ((round.plainMs - (direct?.plainMs ?? 0)) * 1000).toFixed(0),
      round.streamRate.toFixed(0),
      (round.firstMs - (direct?.firstMs ?? 0)).toFixed(2),
      round.lagMs.toFixed(1),
      round.plainCpu.toFixed(0),
      round.streamCpu.toFixed(0),
      round.memory.toFixed(0),
    ]);
  }
}

function printRatios(found: ReadonlyMap<string, Round>): void {
  const ours = found.get("ours");
  if (ours === undefined) return;
  console.log("");
  printHead(["ours, times", "plain/s", "streams/s"]);
  for (const [name, round] of found) {
    if (name === "ours") continue;
    const ratios = [ours.plainRate / round.plainRate, ours.streamRate / round.streamRate];
    printRow([name, ...ratios.map((ratio) => ratio.toFixed(2))]);
  }
}

const folder = await Deno.makeTempDir({ prefix: "wholeturn-bench-" });
try {
  const tools = await installProxyTools(folder);
  const load = await bundledProxy("load", folder);
  const upstreamProgram = await bundledProxy("upstream", folder);
  const upstream = await startServer(tools.pinned(0, [tools.node, upstreamProgram]));
  try {
    const all = await contenders(tools, upstream.url);
    const rounds = new Map<string, Round[]>(all.map(({ name }) => [name, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const contender of all) {
        const found = await roundOf(contender, { tools, load, upstream: upstream.url });
        rounds.get(contender.name)!.push(found);
      }
    }
    const found = new Map([...rounds].map(([name, list]) => [name, medianOf(list)] as const));
    printFigures(found);
    printRatios(found);
  } finally {
    await upstream.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
