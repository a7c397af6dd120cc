import { normalPayload } from "../../store/normal_payload.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import { firstDifference } from "../first_difference.ts";
import type { Trace } from "../trace.ts";
import { type GraphFor, type Rebuilder, requestOf } from "./configuration.ts";
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
  last = build;
  return build;
}

async function buildUnder(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
  { ambients, view }: Variation,
): Promise<Built> {
  const shownEvents = view(before);
  const exits = ambients.map((ambient) => ambient.enter());
  const complaints: string[] = [];
  let built: Built;
  try {
    const request = await requestOf(configuration, shownEvents, structuredClone(call));
    built = { request: normalPayload(request as Json, "request") };
  } catch (error) {
    built = { error };
  } finally {
    for (const exit of exits.reverse()) complaints.push(exit() ?? "");
  }
  const complaint = complaints.find((text) => text !== "") ?? editOf(before, shownEvents);
  if (complaint !== undefined) {
    return { error: new Error(`A build must only read events: ${complaint}`) };
  }
  return built;
}

function editOf(before: Trace, after: Trace): string | undefined {
  const difference = firstDifference(before, after);
  return difference && `it changed the events at ${difference.path}`;
}
