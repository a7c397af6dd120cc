/**
 * The proxy of the soak, in a process of its own, so that its memory is its alone. A line of JSON comes in for each
 * order, and a line of JSON goes out for it.
 *
 * @module
 */
import { type Clock, type ProxyConfig, type ProxyEvent, startProxy } from "../../proxy.ts";
import { isOwnError } from "./own_error.ts";
import { systemClock } from "../../src/clock.ts";

/** What it is told to do. */
export type Order =
  | { readonly order: "start" | "reload"; readonly config: ProxyConfig }
  | { readonly order: "measure" | "stop" };

/** What it has to say of itself. */
export interface OwnMeasures {
  /** What is reachable, after all else was collected, in bytes. */
  readonly heapBytes: number;
  /** How many waits there are. */
  readonly waits: number;
  /** What must never happen: how many errors the proxy itself made. */
  readonly errorCount: number;
  /** The first of them. */
  readonly errors: readonly string[];
}

/** The clock of the machine, which counts who waits. */
class CountingClock implements Clock {
  waits = 0;

  now(): number {
    return systemClock.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits++;
    try {
      await systemClock.sleep(ms, signal);
    } finally {
      this.waits--;
    }
  }
}

/** How many errors are told. */
const MAX_ERRORS = 10;

const clock = new CountingClock();
const errors: string[] = [];
let errorCount = 0;

function log(event: ProxyEvent): void {
  if (!isOwnError(event)) return;
  errorCount++;
  if (errors.length < MAX_ERRORS) errors.push(JSON.stringify(event));
}

function measures(): OwnMeasures {
  (globalThis as { gc?: () => void }).gc?.();
  return { heapBytes: Deno.memoryUsage().heapUsed, waits: clock.waits, errorCount, errors };
}

async function* orders(): AsyncIterable<Order> {
  let text = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

if (import.meta.main) {
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  const say = (value: unknown) => console.log(JSON.stringify(value));
  for await (const order of orders()) {
    if (order.order === "start") {
      proxy = await startProxy(order.config, { clock, log });
      say({ url: proxy.url });
    } else if (order.order === "reload") {
      proxy?.reload(order.config);
      say({});
    } else if (order.order === "measure") say(measures());
    else {
      await proxy?.drain();
      say(measures());
      break;
    }
  }
  // Also if nobody gives orders any more. A client that takes nothing at all would keep the process from its end.
  Deno.exit();
}
