import type { HttpAnswer } from "../../http_answer.ts";
import { TOO_LARGE } from "../../served_request.ts";
import { isObject } from "../../wire/json.ts";
import { readFixtures } from "../fixtures/read_fixtures.ts";
import type { Cassette } from "../recording/cassette.ts";
import type { Rule } from "../rules/rule.ts";
import type { MockRecord } from "../journal/mock_record.ts";
import type { Verdict } from "../journal/verdict.ts";
import type { Explanation } from "../rules/explanation.ts";
import { jsonAnswer } from "../respond.ts";
import type { Injection } from "../rules/injection.ts";
import type { ModelRequestInit } from "../request/model_request.ts";

/** What the paths of the control API begin with. */
export const CONTROL_PREFIX = "/__mock/";

/** What of a mock can be controlled. */
export interface Controlled {
  /** How many rules there are. */
  readonly ruleCount: number;
  /** What was asked. */
  readonly records: readonly MockRecord[];
  /** What was foreseen and did not happen. */
  unfinished(testId?: string): readonly string[];
  /** What was recorded. */
  cassette(): Cassette;
  /** Puts rules before the others. */
  prepend(...rules: readonly Rule[]): void;
  /** Forgets the records. */
  clearRecords(): void;
  /** Judges the client. */
  verdict(options: { readonly testId: string | undefined }): Verdict;
  /** Begins anew. */
  reset(testId?: string): void;
  /** Lets something happen to the next call that fits. */
  injectNext(injection: Injection): void;
  /** Forgets what was to happen. */
  clearInjections(): void;
  /** Tells which rule would answer a request. */
  explain(request: ModelRequestInit): Explanation;
}

/** What the control API needs to know of a request. */
export interface ControlCall {
  /** The method. */
  readonly method: string;
  /** The path, prefix included. */
  readonly path: string;
  /** The query. */
  readonly query: URLSearchParams;
  /** The body as text, unless it was too large to be read. */
  readonly body: string | typeof TOO_LARGE;
}

type Action = (mock: Controlled, call: ControlCall & { readonly body: string }) => unknown;

/** What can be asked, by method and path. */
const ACTIONS: Readonly<Record<string, Action>> = {
  "GET health": (mock) => ({ status: "ok", rules: mock.ruleCount, records: mock.records.length }),
  "GET records": (mock, { query }) => ({ records: recordsFor(mock, query).map(plainRecord) }),
  "DELETE records": (mock) => (mock.clearRecords(), { status: "ok" }),
  "GET verdict": (mock, { query }) => mock.verdict({ testId: query.get("testId") ?? undefined }),
  "GET done": (mock, { query }) => {
    const unfinished = mock.unfinished(query.get("testId") ?? undefined);
    return { done: unfinished.length === 0, unfinished };
  },
  "GET cassette": (mock) => mock.cassette(),
  "POST rules": (mock, { body }) => {
    const { rules, notes } = readFixtures(parsed(body), "body");
    mock.prepend(...rules);
    return { status: "ok", rules: mock.ruleCount, notes };
  },
  "POST reset": (
    mock,
    { query },
  ) => (mock.reset(query.get("testId") ?? undefined), { status: "ok" }),
  "POST faults": (mock, { body }) => (mock.injectNext(parsed(body) as Injection), { status: "ok" }),
  "DELETE faults": (mock) => (mock.clearInjections(), { status: "ok" }),
  "POST explain": (mock, { body }) => mock.explain(parsed(body) as unknown as ModelRequestInit),
};

/**
 * Answers a request to the control API: `health`, `records` (GET, DELETE), `verdict`, `done`, `cassette`, `rules` (POST a file of
 * fixtures, whose rules count first), `reset`, `faults` (POST an
 * {@linkcode Injection}, DELETE), `explain`. Errors are `{ error: { message } }` with status 400, 404 or 413.
 *
 * @param mock The mock.
 * @param call The request.
 */
export function controlResponse(mock: Controlled, call: ControlCall): HttpAnswer {
  const { body } = call;
  if (body === TOO_LARGE) return failure(413, "The body of the request is too large");
  const name = `${call.method} ${call.path.slice(CONTROL_PREFIX.length)}`;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    return failure(404, `There is no '${name}': there are ${Object.keys(ACTIONS).join(", ")}`);
  }
  try {
    return jsonAnswer(
      action(mock, { method: call.method, path: call.path, query: call.query, body }),
      200,
      {},
    );
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error));
  }
}

function failure(status: number, message: string): HttpAnswer {
  return jsonAnswer({ error: { message } }, status, {});
}

function parsed(body: string): { readonly [key: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new TypeError("Cannot read the body as it must be JSON", { cause });
  }
  if (isObject(value)) return value;
  throw new TypeError("Cannot read the body as it must be a JSON object");
}

function recordsFor(mock: Controlled, query: URLSearchParams): readonly MockRecord[] {
  const testId = query.get("testId");
  return mock.records.filter((record) => testId === null || record.testId === testId);
}

/** Errors have no members that JSON would show. */
function plainRecord(record: MockRecord): object {
  const { error } = record;
  return { ...record, error: error === undefined ? undefined : String(error) };
}
