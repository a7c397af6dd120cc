/**
 * Lets a proxy work for a long time among upstreams and clients that do everything wrong, and looks whether anything is
 * left behind: memory, sockets, slots, waits. It fails if so, or if half an answer was ever passed off as a whole one.
 *
 * Usage: deno run -A tools/soak.ts [--minutes=30] [--per-second=8] [--write]
 *
 * `--write` writes what was seen into `docs/soak.md`. Sockets and the memory of the process are seen on Linux alone.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Course, faultsOf, LEFT } from "./soak/judge.ts";
import { ProxyChild, type Sample } from "./soak/proxy_child.ts";
import { soakPage } from "./soak/soak_page.ts";
import { Traffic } from "./soak/traffic.ts";
import { startUpstreams, type Upstreams } from "./soak/upstreams.ts";

const PAGE = new URL("../docs/soak.md", import.meta.url);

/** How often the configuration changes, in milliseconds. */
const RELOAD_MS = 5000;

/** How many samples there are of a run, if it is long enough. */
const SAMPLES = 120;

/** How long what is left behind may take to go, in milliseconds. */
const SETTLE_MS = 15_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Does something again and again, until it is told to stop; then it waits for the last time. */
function every(ms: number, act: () => Promise<void>): () => Promise<void> {
  let isOver = false;
  let wake = () => {};
  const running = (async () => {
    while (!isOver) {
      await act();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return async () => {
    isOver = true;
    wake();
    await running;
  };
}

/** Looks at the proxy until it is as it was; what is left then, stays. */
async function settled(child: ProxyChild): Promise<Sample> {
  const endMs = performance.now() + SETTLE_MS;
  for (;;) {
    const now = await child.sample();
    const left = LEFT.reduce((sum, name) => sum + now[name], 0);
    if (left === 0 || performance.now() > endMs) return now;
    await sleep(500);
  }
}

async function soak(child: ProxyChild, upstreams: Upstreams, ms: number, perSecond: number) {
  await child.start(upstreams.config(0));
  const before = await child.sample();
  const samples: Sample[] = [];
  const traffic = new Traffic(child.url);
  let round = 0;
  const stopReloading = every(RELOAD_MS, () => child.reload(upstreams.config(round++)));
  const stopSampling = every(Math.max(1000, ms / SAMPLES), async () => {
    samples.push(await child.sample());
  });
  await traffic.run(ms, perSecond);
  await stopSampling();
  await stopReloading();
  const cpuSeconds = child.cpuSeconds;
  traffic.close();
  await upstreams.close();
  const after = await settled(child);
  const { code, last } = await child.stop();
  const { broken } = traffic;
  const course: Course = {
    before,
    samples,
    after: { ...after, errorCount: last.errorCount, errors: last.errors },
    code,
    broken,
  };
  return { course, traffic, cpuSeconds };
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    minutes: { type: "string", default: "30" },
    "per-second": { type: "string", default: "8" },
    write: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const perSecond = Number(values["per-second"]);
if (!(minutes > 0 && perSecond > 0)) {
  console.error("--minutes and --per-second must be positive numbers");
  Deno.exit(2);
}
const child = new ProxyChild();
try {
  const upstreams = await startUpstreams();
  const { course, traffic, cpuSeconds } = await soak(child, upstreams, minutes * 60_000, perSecond);
  const faults = faultsOf(course);
  const page = soakPage({ course, faults, traffic, minutes, perSecond, cpuSeconds });
  console.log(page);
  for (const fault of faults) console.error(fault);
  if (values.write) await Deno.writeTextFile(PAGE, page);
  if (faults.length > 0) Deno.exitCode = 1;
} finally {
  child.kill();
}
