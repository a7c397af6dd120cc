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
 */
export function buildAlone(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
  variation: Variation,
): Promise<Built> {
  const build = last.then(() => buildUnder(configuration, before, call, variation));
  // A build that could not even begin must not be in the way of the next.
  last = build.catch(() => {});
  return build;
}

async function buildUnder(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
  { ambients, view }: Variation,
): Promise<Built> {
  const shownEvents = view(before);
  const { built, complaint = editOf(before, shownEvents) } = await within(ambients, async () => {
    try {
      const request = await requestOf(configuration, shownEvents, structuredClone(call));
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
  const exit = ambient.enter();
  let said: string | undefined | void;
  let inner: Awaited<ReturnType<typeof within>>;
  try {
    inner = await within(others, build);
  } finally {
    said = exit();
  }
  return { built: inner.built, complaint: inner.complaint ?? said ?? undefined };
}

function editOf(before: Trace, after: Trace): string | undefined {
  const difference = firstDifference(before, after);
  return difference && `it changed the events at ${difference.path}`;
}
