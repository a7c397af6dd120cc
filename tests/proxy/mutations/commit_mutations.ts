import type { Mutation } from "./mutation.ts";

const FORWARD = ["forward_test.ts"];
const COMMIT = ["corpus/a_commit_test.ts"];
const TOLD = ["corpus/a_told_test.ts"];
const KEEPALIVE = ["corpus/b_keepalive_test.ts"];

/** Breakages of the one moment from which on an answer is the client's. */
export const COMMIT_MUTATIONS: readonly Mutation[] = [
  {
    name: "an answer is the client's before its first output",
    file: "stream/answer_stream.ts",
    replace: "!flow.watch.isReal && this.#held < MAX_HELD_BYTES",
    by: "false",
    tests: FORWARD,
  },
  {
    name: "an answer without output is one",
    file: "stream/turn_watch.ts",
    replace: "return this.#hasOutput ||",
    by: "return true ||",
    tests: FORWARD,
  },
  {
    name: "who speaks counts as output",
    file: "stream/dialects/choices.ts",
    replace: 'new Set(["role", "index",',
    by: 'new Set(["index",',
    tests: FORWARD,
  },
  {
    name: "an answer that failed ends cleanly",
    file: "stream/client_body.ts",
    replace: "return made.error(new Error(broken.message));",
    by: "return made.close();",
    tests: FORWARD,
  },
  {
    name: "an upstream that failed does not rest",
    file: "attempt/forward.ts",
    replace: "lease.fail(failure, nowMs);",
    by: "lease.end();",
    tests: FORWARD,
  },
  {
    name: "no other upstream is asked after a failure",
    file: "attempt/forward.ts",
    replace: "if (!last.failure.failover || this.#call.noFallback) return false;",
    by: "return false;",
    tests: FORWARD,
  },
  {
    name: "a request that allows no other upstream goes to the next",
    file: "attempt/forward.ts",
    replace: "!last.failure.failover || this.#call.noFallback",
    by: "!last.failure.failover",
    tests: COMMIT,
  },
  {
    name: "an answer without output that was let through ends as a whole one",
    file: "stream/answer_stream.ts",
    replace: "if (flow.watch.isReal || allowEmpty) this.#end",
    by: "if (flow.isWhole || allowEmpty) this.#end",
    tests: FORWARD,
  },
  {
    name: "a refusal for limits tells to come back at once",
    file: "attempt/forward.ts",
    replace: "Math.max(upstream.restsForMs(nowMs), failure.hintMs ?? 0) || undefined",
    by: "undefined",
    tests: FORWARD,
  },
  {
    name: "output and an error in one packet are sent",
    file: "stream/answer_stream.ts",
    replace: 'return this.#end?.type === "failed" ? this.#end.failure : undefined;',
    by: "return undefined;",
    tests: COMMIT,
  },
  {
    name: "errors within answers are told with keys",
    file: "attempt/attempt_judge.ts",
    replace: "{ failoverOn400, secrets: this.secrets }",
    by: "{ failoverOn400 }",
    tests: TOLD,
  },
  {
    name: "a failure behind the first comment ends cleanly",
    file: "answer/early_answer.ts",
    replace: "return controller.error(this.#broken);",
    by: "return controller.close();",
    tests: KEEPALIVE,
  },
  {
    name: "a client that leaves between comments leaves its upstream running",
    file: "answer/early_answer.ts",
    replace: "this.#options.onLeft();",
    by: "",
    tests: KEEPALIVE,
  },
  {
    name: "what is no answer is read on by nobody, and its connection kept",
    file: "attempt/attempt.ts",
    replace: "    answer.body.cancel();\n",
    by: "",
    tests: FORWARD,
  },
];
