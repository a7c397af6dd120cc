import { assertEquals } from "@std/assert";
import { type Course, faultsOf } from "../../tools/soak/judge.ts";
import { isOwnError } from "../../tools/soak/own_error.ts";
import type { Sample } from "../../tools/soak/proxy_child.ts";
import { median, slopeOf } from "../../tools/soak/trend.ts";

const MEBIBYTE = 1024 * 1024;

const IDLE: Sample = {
  atMs: 0,
  heapBytes: 10 * MEBIBYTE,
  rssBytes: 80 * MEBIBYTE,
  waits: 0,
  errorCount: 0,
  errors: [],
  sockets: 0,
  inFlight: 0,
  running: 0,
  slots: 0,
  queued: 0,
};

/** Half an hour of it, with a sample each 15 s. */
function course(at: (index: number) => Partial<Sample> = () => ({}), end: Partial<Course> = {}) {
  const samples = Array.from({ length: 120 }, (_, index) => ({
    ...IDLE,
    atMs: index * 15_000,
    ...at(index),
  }));
  return { before: IDLE, samples, after: IDLE, code: 0, broken: [], ...end };
}

Deno.test("slopeOf() is the slope of a line, whatever a few values are", () => {
  const line = Array.from({ length: 20 }, (_, at) => ({ at, value: 3 * at + 1 }));
  assertEquals(slopeOf(line), 3);
  assertEquals(
    slopeOf(line.map((point) => point.at % 7 === 0 ? { ...point, value: 999 } : point)),
    3,
  );
  assertEquals(slopeOf(line.slice(0, 1)), 0);
  assertEquals(median([4, 1, 3, 2]), 2.5);
});

Deno.test("faultsOf() finds nothing in memory that goes up and down, or grew in the first half", () => {
  assertEquals(faultsOf(course((index) => ({ rssBytes: (80 + index % 9) * MEBIBYTE }))), []);
  const young = (index: number) => ({ heapBytes: Math.min(index, 50) * MEBIBYTE });
  assertEquals(faultsOf(course(young)), []);
});

Deno.test("faultsOf() finds memory that grows on, of the heap and of the process", () => {
  const heap = (index: number) => ({ heapBytes: (10 + index / 40) * MEBIBYTE });
  assertEquals(faultsOf(course(heap)), [
    "The heap after collection grew by 1510 KiB over the second half",
  ]);
  const rss = (index: number) => ({ rssBytes: (80 + index / 4) * MEBIBYTE });
  assertEquals(faultsOf(course(rss)), [
    "The memory of the process grew by 15104 KiB over the second half",
  ]);
});

Deno.test("faultsOf() finds what is left behind, errors, and promises that were broken", () => {
  const after = { ...IDLE, sockets: 2, slots: 1, errorCount: 12, errors: ["TypeError"] };
  assertEquals(faultsOf(course(undefined, { after, code: 1, broken: ["CUT AS WHOLE"] })), [
    "A promise was broken: CUT AS WHOLE",
    "The proxy told 12 errors of its own",
    "The proxy told an error: TypeError",
    "The process of the proxy ended with 1",
    "At the end slots is 1, not 0",
    "At the end sockets is 2, not 0",
  ]);
});

Deno.test("isOwnError() tells an error of the proxy from an upstream's 500, which clients get as it is", () => {
  const end = {
    event: "end",
    id: "1",
    path: "/chat/completions",
    model: "m",
    upstream: "u/m",
    status: 500,
    outcome: "failed",
    attempts: 1,
    ms: 1,
    overheadMs: 0,
  } as const;
  assertEquals(isOwnError(end), true);
  assertEquals(isOwnError({ ...end, kind: "server_error" }), false);
  assertEquals(isOwnError({ ...end, status: 502 }), false);
  assertEquals(isOwnError({ event: "error", message: "TypeError" }), true);
});
