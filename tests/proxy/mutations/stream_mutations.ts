import type { Mutation } from "./mutation.ts";

const DONE = ["think/done_contract_test.ts"];
const END = ["corpus/a_end_test.ts"];
const CLIENT = ["stream/client_body_test.ts"];
const SPLITTER = ["stream/event_splitter_test.ts"];

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
  {
    name: "a turn whose last event is cut is whole",
    file: "stream/event_flow.ts",
    replace: "if (this.#isCut) return false;",
    by: "",
    tests: END,
  },
  {
    name: "a connection that breaks behind the finish ends cleanly",
    file: "stream/answer_stream.ts",
    replace: "if (!isLate || !flow.isWhole)",
    by: "if (!flow.isWhole)",
    tests: END,
  },
  {
    name: "half a line end is taken for a whole one",
    file: "stream/event_splitter.ts",
    replace: "if (isEmpty && isCr && at + 1 === bytes.length",
    by: "if (false && at + 1 === bytes.length",
    tests: SPLITTER,
  },
  {
    name: "chunks are read in short before their choice has begun",
    file: "stream/dialects/choices.ts",
    replace: "this.#begun.has(0) &&",
    by: "",
    tests: ["stream/choices_test.ts"],
  },
  {
    name: "what is held back is lost when a stream breaks",
    file: "stream/answer_stream.ts",
    replace: "#fail(failure: Failure): void {\n    this.#give(this.#options.flow.flush());",
    by: "#fail(failure: Failure): void {",
    tests: ["forward_test.ts"],
  },
  {
    name: "clients are blamed for upstreams that are silent",
    file: "stream/client_body.ts",
    replace: '      dog.clear("stall");\n',
    by: "",
    tests: CLIENT,
  },
  {
    name: "the upstream of a client that reads nothing runs on",
    file: "stream/client_body.ts",
    replace: '    stream.cancel();\n    end({ outcome: "stalled" });',
    by: '    end({ outcome: "stalled" });',
    tests: CLIENT,
  },
  {
    name: "a client that reads nothing behind a comment is waited for",
    file: "stream/client_body.ts",
    replace: 'return dog.set("stall", stallMs);',
    by: "return;",
    tests: CLIENT,
  },
  {
    name: "streams are read ahead of their clients",
    file: "stream/client_body.ts",
    replace: "{ highWaterMark: 0 }",
    by: "{ highWaterMark: 1 }",
    tests: CLIENT,
  },
  {
    name: "a last event that lacks half of its line end runs into the marker",
    file: "stream/event_flow.ts",
    replace: 'return event[event.length - 2] === LF ? "\\n" : "\\r";',
    by: 'return "\\n";',
    tests: ["stream/event_flow_test.ts"],
  },
  {
    name: "the second half of a line end is lost if nothing follows it",
    file: "stream/event_splitter.ts",
    replace: "if (at > start) continue;",
    by: "continue;",
    tests: ["stream/event_flow_test.ts"],
  },
];
