import type { Mutation } from "./mutation.ts";

const DONE = ["think/done_contract_test.ts"];

/** Breakages of how a stream ends; the first three are the seed's. */
export const STREAM_MUTATIONS: readonly Mutation[] = [
  {
    name: "missingDoneMarker() is false",
    file: "stream/missing_done_marker.ts",
    replace: "return watch.finished &&",
    by: "return false &&",
    tests: DONE,
  },
  {
    name: "the marker is added without a finish",
    file: "stream/missing_done_marker.ts",
    replace: "return watch.finished &&",
    by: "return",
    tests: DONE,
  },
  {
    name: "the marker is never added",
    file: "stream/event_flow.ts",
    replace: "return missingDoneMarker(this.watch) ? [endMarker] : []",
    by: "return []",
    tests: DONE,
  },
  {
    name: "the marker is added twice",
    file: "stream/missing_done_marker.ts",
    replace: "!watch.done &&",
    by: "",
    tests: DONE,
  },
  {
    name: "what is held back is lost when a stream ends",
    file: "stream/event_flow.ts",
    replace: "this.#think?.end() ?? null",
    by: "null",
    tests: DONE,
  },
  {
    name: "the end of a body is the end of a turn",
    file: "stream/event_flow.ts",
    replace: "return this.watch.done || (this.watch.finished &&",
    by: "return true || (this.watch.finished &&",
    tests: DONE,
  },
  {
    name: "a turn is whole though an error came behind its finish",
    file: "stream/event_flow.ts",
    replace: "if (this.watch.error !== undefined) return false;",
    by: "",
    tests: DONE,
  },
];
