import { run } from "../mock/tools.ts";
import type { Kind } from "./work.ts";
import type { ProxyTools, RunningServer } from "./tools.ts";

/** What one server reached. */
export interface Measured {
  /** Plain answers a second, 32 connections. */
  readonly plainRate: number;
  /** The median time of a plain answer, one connection, in milliseconds. */
  readonly plainMs: number;
  /** Streams a second, 16 connections. */
  readonly streamRate: number;
  /** The median time to the first event, one connection, in milliseconds. */
  readonly firstMs: number;
  /** How late the latest event of a hundred is, 100 paced streams at once, in milliseconds. */
  readonly lagMs: number;
  /** What a plain answer takes of the processor, in microseconds, compiling included; 0 where nobody tells. */
  readonly plainCpu: number;
  /** What a stream takes of it. */
  readonly streamCpu: number;
}

/** What the load generator tells. */
interface Loaded {
  readonly answers: number;
  readonly rate: number;
  readonly wholeMs: number;
  readonly firstMs: number;
  readonly lagMs: number;
}

/** How a server is measured. */
export interface MeasureOptions {
  /** The programs. */
  readonly tools: ProxyTools;
  /** The load generator. */
  readonly load: string;
  /** For how long each figure is measured. */
  readonly seconds: number;
  /** The headers it wants. */
  readonly headers: readonly string[];
}

/** How long a server is under load before that counts, in seconds: none starts with compiled code. */
const WARMUP = 1.5;

/** Measures a server. */
export async function measure(
  server: Pick<RunningServer, "url" | "cpuMs">,
  options: MeasureOptions,
): Promise<Measured> {
  const { tools, load, seconds, headers } = options;
  const under = async (kind: Kind, connections: number, forSeconds: number) => {
    const args = [server.url, kind, connections, forSeconds, WARMUP].map(String);
    const before = await server.cpuMs();
    const command = tools.pinned(0, [tools.node, load, ...args, ...headers]);
    const loaded: Loaded = JSON.parse(await run(command));
    return { ...loaded, cpu: (await server.cpuMs() - before) * 1000 / loaded.answers };
  };
  const plain = await under("plain", 32, seconds);
  const single = await under("plain", 1, seconds / 2);
  const streams = await under("burst", 16, seconds);
  const stream = await under("burst", 1, seconds / 2);
  const paced = await under("paced", 100, seconds);
  return {
    plainRate: plain.rate,
    plainMs: single.wholeMs,
    plainCpu: plain.cpu,
    streamRate: streams.rate,
    streamCpu: streams.cpu,
    firstMs: stream.firstMs,
    lagMs: paced.lagMs,
  };
}
