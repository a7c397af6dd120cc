import { type Course, growthOf } from "./judge.ts";
import type { Sample } from "./proxy_child.ts";
import type { Traffic } from "./traffic.ts";

/** What a page is made of. */
export interface SoakResult {
  /** What was seen of the proxy. */
  readonly course: Course;
  /** What is wrong. */
  readonly faults: readonly string[];
  /** The clients. */
  readonly traffic: Traffic;
  /** How long it worked. */
  readonly minutes: number;
  /** How many clients came each second. */
  readonly perSecond: number;
  /** How much of a processor it took, in seconds. */
  readonly cpuSeconds: number | undefined;
}

/** How many rows the table of samples has. */
const ROWS = 12;

/** Writes the page of a soak. */
export function soakPage(result: SoakResult): string {
  const { course, faults, traffic, minutes, perSecond, cpuSeconds } = result;
  const verdict = faults.length === 0
    ? "Nothing was left behind, and no half answer was passed off as a whole one."
    : `**It failed.**\n\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  const cpu = cpuSeconds === undefined
    ? ""
    : ` The proxy took ${(cpuSeconds / minutes / 60 * 100).toFixed(1)} % of a core.`;
  return `# A long run of the proxy

\`\`\`sh
deno task soak                # 30 minutes, and writes this page
deno run -A tools/soak.ts --minutes=5
\`\`\`

One proxy, in a process of its own, works among upstreams that do everything wrong by chance: every fault of MockGPT at
several places of a stream, refusals of every kind, connections that are refused or broken, heads and bodies that are no
HTTP, and an answer without an end. Its clients read, leave at any moment, read slowly, do not read at all, send what is
no request, come as a crowd, and watch the page. Every 5 seconds the configuration changes.

One lie is left out, since nobody can see through it: an upstream that sends the marker of the end behind some words of
an answer that it has not finished. Such a turn counts as whole, with a proxy and without.

It fails if the memory grows over the second half of the run (by the median of the slopes between all pairs of
samples: over 1 MiB or 5 % of the heap, over 8 MiB or 5 % of the process), if at the end a connection, a slot, a waiting
request or a timer is left, if the proxy tells an error of its own, or if a client ever gets half of an answer as a
whole one.

## The last run

${minutes} minutes, ${traffic.visits} clients (${perSecond} a second), ${machine()}.${cpu} ${verdict}

${memoryTable(course)}

${samplesTable(course)}

Memory is in MiB; the heap is what is left after a collection. The row "end" is after the last client, with the
connections of clients and upstreams closed.

## What became of the clients

${clientsTable(traffic)}
`;
}

function machine(): string {
  const { hardwareConcurrency } = navigator;
  return `Deno ${Deno.version.deno} on ${Deno.build.os} ${Deno.build.arch}, ${hardwareConcurrency} cores`;
}

function memoryTable({ samples }: Course): string {
  const rows = growthOf(samples).map(({ name, bytes, grownBytes, limitBytes }) => [
    name,
    mebibytes(bytes),
    mebibytes(grownBytes),
    mebibytes(limitBytes),
  ]);
  return table(["over the second half", "median, MiB", "grew by, MiB", "allowed, MiB"], rows);
}

function samplesTable({ before, samples, after }: Course): string {
  const step = Math.max(1, Math.ceil(samples.length / ROWS));
  const shown = samples.filter((_, index) => index % step === step - 1);
  const rows = [
    row("start", before),
    ...shown.map((one) => row(minutesOf(one), one)),
    row("end", after),
  ];
  return table(
    ["minute", "heap", "process", "connections", "in flight", "slots", "queued", "timers"],
    rows,
  );
}

function row(name: string, sample: Sample): readonly string[] {
  const { heapBytes, rssBytes, sockets, inFlight, slots, queued, waits } = sample;
  const counts = [sockets, inFlight, slots, queued, waits].map(String);
  return [name, mebibytes(heapBytes), mebibytes(rssBytes), ...counts];
}

function minutesOf({ atMs }: Sample): string {
  return (atMs / 60_000).toFixed(1);
}

function clientsTable({ ends }: Traffic): string {
  const rows = [...ends].sort().map(([name, counts]) => [
    name,
    String([...counts.values()].reduce((sum, count) => sum + count, 0)),
    [...counts].sort(([, a], [, b]) => b - a).map(([end, count]) => `${end} ${count}`).join(", "),
  ]);
  return table(["client", "visits", "how they ended"], rows);
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, index) => index === 0 ? "---" : "---:");
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
