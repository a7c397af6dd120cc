import type { Sample } from "./proxy_child.ts";
import { median, slopeOf } from "./trend.ts";

/** What was seen of a proxy from its start to its end. */
export interface Course {
  /** While it was at work. */
  readonly samples: readonly Sample[];
  /** Before the first request. */
  readonly before: Sample;
  /** After the last request, with the connections of the clients closed and those of the upstreams as well. */
  readonly after: Sample;
  /** The exit code of its process. */
  readonly code: number;
  /** Promises that it broke. */
  readonly broken: readonly string[];
}

/** How much memory of a kind grew. */
export interface Growth {
  /** Of what. */
  readonly name: string;
  /** The median in the second half, in bytes. */
  readonly bytes: number;
  /** By how much it grew over the second half, in bytes. */
  readonly grownBytes: number;
  /** How much may be chance, in bytes. */
  readonly limitBytes: number;
}

/** From which length on memory is judged, in milliseconds: what is young grows. */
const JUDGED_FROM_MS = 4 * 60_000;

/** What must be gone at the end. */
export const LEFT: readonly ("inFlight" | "running" | "slots" | "queued" | "waits" | "sockets")[] =
  [
    "inFlight",
    "running",
    "slots",
    "queued",
    "waits",
    "sockets",
  ];

const MEBIBYTE = 1024 * 1024;

/** How memory grew in the second half: in the first one all that is kept is made. */
export function growthOf(samples: readonly Sample[]): readonly Growth[] {
  const half = samples.slice(samples.length >> 1);
  const lengthMs = (half.at(-1)?.atMs ?? 0) - (half[0]?.atMs ?? 0);
  const grown = (name: string, valueOf: (sample: Sample) => number, leastBytes: number): Growth => {
    const points = half.map((sample) => ({ at: sample.atMs, value: valueOf(sample) }));
    const bytes = median(points.map(({ value }) => value));
    const limitBytes = Math.max(leastBytes, bytes / 20);
    return { name, bytes, grownBytes: slopeOf(points) * lengthMs, limitBytes };
  };
  return [
    grown("heap after collection", (sample) => sample.heapBytes, MEBIBYTE),
    grown("memory of the process", (sample) => sample.rssBytes, 8 * MEBIBYTE),
  ];
}

/**
 * Tells what is wrong.
 *
 * @param course What was seen.
 * @returns A sentence each; none if all is well.
 */
export function faultsOf({ samples, after, code, broken }: Course): readonly string[] {
  const faults = broken.map((one) => `A promise was broken: ${one}`);
  if (after.errorCount > 0) faults.push(`The proxy told ${after.errorCount} errors of its own`);
  for (const error of after.errors) faults.push(`The proxy told an error: ${error}`);
  if (code !== 0) faults.push(`The process of the proxy ended with ${code}`);
  for (const name of LEFT) {
    if (after[name] !== 0) faults.push(`At the end ${name} is ${after[name]}, not 0`);
  }
  const lengthMs = (samples.at(-1)?.atMs ?? 0) - (samples[0]?.atMs ?? 0);
  if (lengthMs < JUDGED_FROM_MS) return faults;
  for (const { name, grownBytes, limitBytes } of growthOf(samples)) {
    if (grownBytes <= limitBytes) continue;
    faults.push(`The ${name} grew by ${Math.round(grownBytes / 1024)} KiB over the second half`);
  }
  return faults;
}
