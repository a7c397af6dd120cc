import type { HttpAnswer } from "../../server/http_answer.ts";
import { TOO_LARGE } from "../../server/served_request.ts";
import { printable } from "../../printable.ts";
import { isObject } from "../../wire/json.ts";
import { withExpressions } from "../fixtures/rules_from_json.ts";
import { readFixtures } from "../fixtures/read_fixtures.ts";
import type { Cassette } from "../recording/cassette.ts";
import type { Rule } from "../rules/rule.ts";
import type { DoneOptions } from "../calls/done_options.ts";
import { oneOf } from "../options/shape.ts";
import type { MockRecord } from "../journal/mock_record.ts";
import type { Verdict } from "../journal/verdict.ts";
import type { Explanation } from "../rules/explanation.ts";
import { jsonAnswer } from "../http/respond.ts";
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
  /** What was foreseen and did not happen, and the other way round. */
  unfinished(testId?: string, options?: DoneOptions): readonly string[];
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
  /** Which test it is about, by a header; empty for none. */
  readonly testId: string;
  /** The body as text, unless it was too large to be read. */
  readonly body: string | typeof TOO_LARGE;
}

/** What a request to the control API is for, and what it may say. */
interface Action {
  /** Does it. */
  readonly run: (mock: Controlled, call: ReadControlCall) => unknown;
  /** The members of the query that it knows. @default {none} */
  readonly query?: readonly string[];
  /** Whether it reads the body. @default {false} */
  readonly hasBody?: boolean;
}

/** A request whose body was read. */
type ReadControlCall = ControlCall & { readonly body: string };

/** What can be asked, by method and path. */
const ACTIONS: Readonly<Record<string, Action>> = {
  "GET health": {
    run: (mock) => ({ status: "ok", rules: mock.ruleCount, records: mock.records.length }),
  },
  "GET records": {
    query: ["testId"],
    run: (mock, call) => ({ records: recordsFor(mock, testIdOf(call)).map(plainRecord) }),
  },
  "DELETE records": { run: (mock) => (mock.clearRecords(), { status: "ok" }) },
  "GET verdict": {
    query: ["testId"],
    run: (mock, call) => mock.verdict({ testId: testIdOf(call) }),
  },
  "GET done": {
    query: ["testId", "allowUnmatched"],
    run(mock, call) {
      const allowUnmatched = isAsked(call, "allowUnmatched");
      const unfinished = mock.unfinished(testIdOf(call), { allowUnmatched });
      return { done: unfinished.length === 0, unfinished };
    },
  },
  "GET cassette": { run: (mock) => mock.cassette() },
  "POST rules": {
    hasBody: true,
    run(mock, { body }) {
      const { rules, notes } = readFixtures(parsed(body), "body");
      mock.prepend(...rules);
      return { status: "ok", rules: mock.ruleCount, notes };
    },
  },
  "POST reset": {
    query: ["testId"],
    run: (mock, call) => (mock.reset(testIdOf(call)), { status: "ok" }),
  },
  "POST faults": {
    hasBody: true,
    run(mock, { body }) {
      mock.injectNext(withExpressions(parsed(body), "injection") as Injection);
      return { status: "ok" };
    },
  },
  "DELETE faults": { run: (mock) => (mock.clearInjections(), { status: "ok" }) },
  "POST explain": {
    hasBody: true,
    run: (mock, { body }) => mock.explain(parsed(body) as unknown as ModelRequestInit),
  },
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
    const { method, path, query, testId } = call;
    const read = { method, path, query, testId, body };
    requireKnown(action, read);
    return jsonAnswer(action.run(mock, read), 200, {});
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

/** What would be passed over was meant to do something. */
function requireKnown(
  { query: known = [], hasBody = false }: Action,
  { query, body }: ReadControlCall,
): void {
  for (const name of new Set(query.keys())) {
    if (!known.includes(name)) {
      const list = known.length === 0 ? "there are none here" : `there is ${known.join(", ")}`;
      throw new TypeError(`Cannot use the query's '${printable(name)}' as it is unknown: ${list}`);
    }
    if (query.getAll(name).length === 1) continue;
    throw new TypeError(`Cannot use the query's '${name}' as it must be there once`);
  }
  if (hasBody || NO_BODY_REGEXP.test(body)) return;
  throw new TypeError("Cannot use the body as none is read here: send none");
}

/** Nothing, or the empty object that some clients send in its place. */
const NO_BODY_REGEXP = /^\s*(?:\{\s*\})?\s*$/;

/** The query says it more clearly than a header that a client may send with every request. */
function testIdOf({ query, testId }: ReadControlCall): string | undefined {
  return query.get("testId") ?? (testId === "" ? undefined : testId);
}

function isAsked({ query }: ReadControlCall, name: string): boolean {
  const value = query.get(name) ?? "false";
  oneOf("true", "false")(value, `query.${name}`);
  return value === "true";
}

function recordsFor(mock: Controlled, testId: string | undefined): readonly MockRecord[] {
  return mock.records.filter((record) => testId === undefined || record.testId === testId);
}

/** Errors have no members that JSON would show. */
function plainRecord(record: MockRecord): object {
  const { error } = record;
  return { ...record, error: error === undefined ? undefined : String(error) };
}
