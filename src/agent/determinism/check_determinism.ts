import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { shown } from "../../shown.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import { firstDifference, shownDifference } from "../first_difference.ts";
import { HASH_ALGORITHM, hashJson } from "../hash_json.ts";
import { isRecord } from "../turn_records.ts";
import { buildAlone, type Built } from "./build_alone.ts";
import type { GraphFor, Rebuilder } from "./configuration.ts";
import { because, requireDeterminismArguments } from "./determinism_options.ts";
import type { DeterminismOptions } from "./determinism_options.ts";
import { NondeterministicBuildError } from "./nondeterministic_build_error.ts";
import { type Variation, variationsOf } from "./variations.ts";

/** What {@linkcode checkDeterminism} has done. */
export interface DeterminismReport {
  /** How many calls of a model the events have. */
  readonly calls: number;
  /** How many requests were built. */
  readonly builds: number;
}

/**
 * Checks that what a model is asked depends on nothing but the code and the events before the call. Each call of a
 * thread is built again under each configuration, and there under variations of what is around it; all must give one
 * request, and it must have the hash that was recorded.
 *
 * Not seen: what was taken of a clock or of chance when a module was loaded, what `node:` modules give, and a
 * difference that happens to give the same text. Global functions are patched while something is built, so nothing else
 * that needs them should run meanwhile; builds in one process wait for one another.
 *
 * @example A date in a prompt
 * ```ts
 * import { builtBy, checkDeterminism } from "@wholeturn/wholeturn/testing";
 * import type { Agent } from "@wholeturn/wholeturn/testing";
 * import { assertRejects } from "@std/assert";
 *
 * const agent: Agent<null> = {
 *   resources: null,
 *   build: () => ({
 *     steps: [{
 *       kind: "model",
 *       name: "answer",
 *       model: { complete: () => Promise.resolve({}) },
 *       build: () => ({
 *         messages: [{ role: "system", content: `Today is ${new Date().toDateString()}.` }],
 *       }),
 *     }],
 *     next: () => "answer",
 *   }),
 * };
 * const ts = "2026-01-01T00:00:00.000Z";
 * const events = [
 *   { type: "input", stream: "turn", payload: "Hi", seq: 0, ts },
 *   { type: "model_call", stream: "model", payload: { step: "answer" }, seq: 0, ts },
 * ];
 * await assertRejects(
 *   () => checkDeterminism(events, [builtBy(agent, null)]),
 *   Error,
 *   "Call 1 is impure: under configuration 0, another clock makes another request",
 * );
 * ```
 *
 * @param events The events of one thread, in order.
 * @param configurations At least one, for instance of `builtBy()`.
 * @param options What is varied.
 * @throws {NondeterministicBuildError} If a call does not rebuild, is impure, or is not as recorded.
 * @throws {RangeError} If there is no configuration, or the time is not positive.
 * @throws {TypeError} If an argument is not what it should be.
 */
export async function checkDeterminism(
  events: Iterable<SealedEvent>,
  configurations: readonly (GraphFor | Rebuilder)[],
  options: DeterminismOptions = {},
): Promise<DeterminismReport> {
  const log = requireDeterminismArguments(events, configurations, options);
  const { ambient, views = true, recorded = "check", timeoutMs = 30_000 } = options;
  const { isCall = isModelCall } = options;
  const variations = variationsOf(ambient, views);
  let calls = 0;
  let builds = 0;
  for (const [index, event] of log.entries()) {
    if (!isCall(event)) continue;
    calls++;
    const requests: Json[] = [];
    for (const [configuration, how] of configurations.entries()) {
      const build = (variation: Variation) => {
        builds++;
        return buildAlone(how, log.slice(0, index), event, variation, timeoutMs);
      };
      requests.push(await pureRequest(build, variations, { call: calls, configuration }));
    }
    requireSame(requests, calls);
    if (recorded === "ignore") continue;
    await requireRecorded(requests[0]!, event, calls, { ...options, timeoutMs });
  }
  return { calls, builds };
}

interface Place {
  readonly call: number;
  readonly configuration: number;
}

/** Builds under each variation; gives the request if all are the same. */
async function pureRequest(
  build: (variation: Variation) => Promise<Built>,
  [base, ...others]: readonly [Variation, ...Variation[]],
  place: Place,
): Promise<Json> {
  const first = await build(base);
  if ("error" in first) throw noRebuild(first.error, place);
  for (const variation of others) {
    const built = await build(variation);
    if ("error" in built) throw noRebuild(built.error, place, variation.name);
    const difference = firstDifference(first.request, built.request);
    if (difference === undefined) continue;
    throw new NondeterministicBuildError(
      `Call ${place.call} is impure: under configuration ${place.configuration}, ` +
        `${variation.name} makes another request, at ${difference.path}: ` +
        shownDifference(difference),
      { fault: "impure", ...place, variation: variation.name, ...difference },
    );
  }
  return first.request;
}

function noRebuild(error: unknown, place: Place, variation?: string): NondeterministicBuildError {
  const why = error instanceof Error ? error.message : shown(error);
  const under = variation === undefined ? "" : `, with ${variation}`;
  return new NondeterministicBuildError(
    `Call ${place.call} does not rebuild under configuration ${place.configuration}${under}: ${why}`,
    { fault: variation === undefined ? "no-rebuild" : "impure", ...place, variation },
    { cause: error },
  );
}

function requireSame(requests: readonly Json[], call: number): void {
  for (const [configuration, request] of requests.entries()) {
    const difference = firstDifference(requests[0], request);
    if (difference === undefined) continue;
    throw new NondeterministicBuildError(
      `Call ${call} is impure: configuration ${configuration} makes another request than ` +
        `configuration 0, at ${difference.path}: ${shownDifference(difference)}`,
      { fault: "impure", call, configuration, ...difference },
    );
  }
}

async function requireRecorded(
  request: Json,
  event: SealedEvent,
  call: number,
  { hashOf = requestHashOf, hash, timeoutMs }: DeterminismOptions & { readonly timeoutMs: number },
): Promise<void> {
  const expected = hashOf(event);
  if (expected === undefined) return;
  if (typeof expected !== "string") {
    throw because("'hashOf' must give a text, or undefined", expected);
  }
  if (hash === undefined && !expected.startsWith(`${HASH_ALGORITHM}:`)) {
    throw new RangeError(
      `Cannot check call ${call} as its hash must be of ${HASH_ALGORITHM}: it is ${
        shown(expected)
      }; give 'hash' for another, or 'recorded: "ignore"'`,
    );
  }
  const hashing = new Promise<unknown>((resolve) => resolve((hash ?? hashJson)(request)));
  const actual = await withDeadline(timeoutMs, hashing);
  if (actual === TIMED_OUT) {
    throw new Error(`Cannot check determinism as 'hash' did not end within ${timeoutMs} ms`);
  }
  if (typeof actual !== "string") throw because("'hash' must give a text", actual);
  if (actual === expected) return;
  throw new NondeterministicBuildError(
    `Call ${call} has changed: every configuration, from 0 on, builds the same request, but not ` +
      `the one that was recorded, so the code is another by now: expected the hash ${expected}, ` +
      `found ${actual}`,
    { fault: "changed", call, configuration: 0, expected, actual },
  );
}

function isModelCall(event: SealedEvent): boolean {
  return isRecord(event, "model_call");
}

function requestHashOf({ payload }: SealedEvent): string | undefined {
  const { requestHash } = (payload ?? {}) as { readonly requestHash?: unknown };
  return typeof requestHash === "string" ? requestHash : undefined;
}
