import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { shown } from "../../shown.ts";
import { normalPayload } from "../../store/normal_payload.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import { firstDifference } from "../first_difference.ts";
import type { Trace } from "../trace.ts";
import { type GraphFor, type Rebuilder, requestOf } from "./configuration.ts";
import type { Ambient } from "./ambient/ambient.ts";
import type { Variation } from "./variations.ts";

/** What came of a build: a request, or why there is none. */
export type Built = { readonly request: Json } | { readonly error: unknown };

let last: Promise<unknown> = Promise.resolve();

/**
 * Builds a request under a variation. Builds run one at a time in a process, as what is around them is changed for all
 * of it.
 *
 * @param configuration How.
 * @param before The events before the call.
 * @param call The event that recorded it.
 * @param variation What is different.
 * @param timeoutMs How long it may take, in milliseconds.
 */
export function buildAlone(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
  variation: Variation,
  timeoutMs: number,
): Promise<Built> {
  const build = last.then(() => buildUnder(configuration, before, call, variation, timeoutMs));
  // A build that could not even begin must not be in the way of the next.
  last = build.catch(() => {});
  return build;
}

async function buildUnder(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
  { ambients, view }: Variation,
  timeoutMs: number,
): Promise<Built> {
  const shownEvents = view(before);
  const { built, complaint = editOf(before, shownEvents) } = await within(ambients, async () => {
    try {
      const building = requestOf(configuration, shownEvents, structuredClone(call));
      const request = await withDeadline(timeoutMs, building);
      if (request === TIMED_OUT) throw new Error(`It did not end within ${timeoutMs} ms`);
      return { request: normalPayload(request as Json, "request") };
    } catch (error) {
      return { error };
    }
  });
  if (complaint === undefined) return built;
  return { error: new Error(`A build must only read events: ${complaint}`) };
}

/** Builds within ambients; whatever happens, all of them are left again. */
async function within(
  [ambient, ...others]: readonly Ambient[],
  build: () => Promise<Built>,
): Promise<{ readonly built: Built; readonly complaint?: string | undefined }> {
  if (ambient === undefined) return { built: await build() };
  const exit: unknown = ambient.enter();
  requireExit(ambient, exit);
  let said: string | undefined | void;
  let inner: Awaited<ReturnType<typeof within>>;
  try {
    inner = await within(others, build);
  } finally {
    said = exit();
  }
  return { built: inner.built, complaint: inner.complaint ?? said ?? undefined };
}

function requireExit(
  { name }: Ambient,
  exit: unknown,
): asserts exit is ReturnType<Ambient["enter"]> {
  if (typeof exit === "function") return;
  throw new TypeError(
    `Cannot check determinism as enter() of '${name}' must give a function that leaves it: got ${
      shown(exit)
    }`,
  );
}

function editOf(before: Trace, after: Trace): string | undefined {
  const difference = firstDifference(before, after);
  return difference && `it changed the events at ${difference.path}`;
}
