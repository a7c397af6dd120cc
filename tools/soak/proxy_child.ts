import { fileURLToPath } from "node:url";
import type { ProxyConfig } from "../../proxy.ts";
import type { ProxyState } from "../../src/proxy/ops/proxy_state.ts";
import type { Order, OwnMeasures } from "./proxy_process.ts";

/** How the proxy stands at a moment. */
export interface Sample extends OwnMeasures {
  /** When, in milliseconds since the first one. */
  readonly atMs: number;
  /** The memory of the process, in bytes; 0 where nobody knows. */
  readonly rssBytes: number;
  /** How many connections it has open; 0 where nobody knows. */
  readonly sockets: number;
  /** How many requests have not ended. */
  readonly inFlight: number;
  /** How many attempts run. */
  readonly running: number;
  /** How many slots are taken. */
  readonly slots: number;
  /** How many requests wait for one. */
  readonly queued: number;
}

/** How long it takes a connection to be gone on both sides, in milliseconds. */
const CLOSING_MS = 50;

/** The process of the proxy, from outside. */
export class ProxyChild {
  readonly #process: Deno.ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #startedMs = performance.now();
  /** Where the proxy listens. */
  url = "";

  /** Starts the process; the proxy not yet. */
  constructor() {
    const file = fileURLToPath(new URL("./proxy_process.ts", import.meta.url));
    this.#process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", "--quiet", "--v8-flags=--expose-gc", file],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#lines = linesOf(this.#process.stdout);
    this.#writer = this.#process.stdin.getWriter();
  }

  /** Starts the proxy. */
  async start(config: ProxyConfig): Promise<void> {
    this.url = (await this.#tell<{ url: string }>({ order: "start", config })).url;
  }

  /** Gives it another configuration. */
  async reload(config: ProxyConfig): Promise<void> {
    await this.#tell({ order: "reload", config });
  }

  /** Looks at it. */
  async sample(): Promise<Sample> {
    const { requests, upstreams } = await this.#state();
    const own = await this.#tell<OwnMeasures>({ order: "measure" });
    // A limit of a provider is told with each of its upstreams.
    const slots = new Map(upstreams.flatMap((one) => one.slots.map((slot) => [slot.id, slot])));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      ...own,
      atMs: performance.now() - this.#startedMs,
      rssBytes: rssOf(this.#process.pid),
      sockets: socketsOf(this.#process.pid),
      inFlight: requests.in_flight,
      running: sum(upstreams.map((one) => one.in_flight)),
      slots: sum([...slots.values()].map(({ taken }) => taken)),
      queued: sum([...slots.values()].map(({ queued }) => queued)),
    };
  }

  /** How much of a processor it has taken so far, in seconds; `undefined` where nobody knows. */
  get cpuSeconds(): number | undefined {
    return cpuSecondsOf(this.#process.pid);
  }

  /** Lets it drain, and waits for its end. */
  async stop(): Promise<{ readonly code: number; readonly last: OwnMeasures }> {
    const last = await this.#tell<OwnMeasures>({ order: "stop" });
    await this.#writer.close();
    return { code: (await this.#process.status).code, last };
  }

  /** Ends it at once. */
  kill(): void {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  }

  async #state(): Promise<ProxyState> {
    // Its connection is gone before sockets are counted.
    const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    try {
      return await (await fetch(`${this.url}/state`, { client })).json();
    } finally {
      client.close();
      await new Promise((resolve) => setTimeout(resolve, CLOSING_MS));
    }
  }

  async #tell<Reply>(order: Order): Promise<Reply> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
    const { done, value } = await this.#lines.next();
    if (done) throw new Error("The process of the proxy ended too early");
    return JSON.parse(value);
  }
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

function rssOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(textOf(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function cpuSecondsOf(pid: number): number | undefined {
  // The name of the program, in brackets, may have blanks in it.
  const fields = textOf(`/proc/${pid}/stat`).split(") ")[1]?.split(" ");
  if (fields === undefined) return undefined;
  const TICKS_A_SECOND = 100;
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** How many connections it has; the socket that listens is not one. */
function socketsOf(pid: number): number {
  const own = new Set<string>();
  try {
    for (const { name } of Deno.readDirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode !== undefined) own.add(inode);
    }
  } catch {
    // Only Linux has it.
  }
  const lines = ["tcp", "tcp6"].flatMap((table) => textOf(`/proc/${pid}/net/${table}`).split("\n"));
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return columns.filter((row) => row[STATE] !== LISTENS && own.has(row[INODE] ?? "")).length;
}

/** The columns of the system's table of connections that are looked at, and what says that a socket listens. */
const STATE = 3;
const INODE = 9;
const LISTENS = "0A";

function linkOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch {
    // It was closed in between.
    return "";
  }
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // Only Linux has it.
    return "";
  }
}
