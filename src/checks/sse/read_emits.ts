import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { OtherRuleId } from "../other_rules.ts";
import { ContractViolation } from "../violation.ts";
import type { BodySource } from "./body_source.ts";
import type { Emit, SseReader } from "./emit.ts";

/** How many failures a reader may throw before it counts as one that never ends. */
const MOST_ERRORS = 3;

/** How long a reader may take for the next emit of a body that is whole in memory, in milliseconds. */
const DEADLINE_MS = 5000;

/** Keeps everything a reader gives, also what comes after an error or a finish. */
export async function readEmits(reader: SseReader, source: BodySource): Promise<Emit[]> {
  const emits: Emit[] = [];
  const iterator = iterate(reader, source);
  let errors = 0;
  while (errors < MOST_ERRORS) {
    const step = await takeNext(iterator);
    if (step.done) break;
    emits.push(step.emit);
    if (step.emit.type === "error") errors++;
  }
  return emits;
}

/** Opens a reader's stream. */
export function iterate(reader: SseReader, source: BodySource): AsyncIterator<TurnEvent> {
  const events: unknown = reader(source.stream);
  const open = (events as Partial<AsyncIterable<TurnEvent>> | null)?.[Symbol.asyncIterator];
  if (typeof open === "function") return open.call(events);
  throw new TypeError(
    "Cannot check the reader as it must give an async iterable of events; wrap one that sends them " +
      `in pushReader(): it gave ${typeof events}`,
  );
}

type Step = { readonly done: true } | { readonly done: false; readonly emit: Emit };

async function takeNext(iterator: AsyncIterator<TurnEvent>): Promise<Step> {
  let next: IteratorResult<TurnEvent> | typeof TIMED_OUT;
  try {
    next = await withDeadline(DEADLINE_MS, iterator.next());
  } catch (error) {
    return { done: false, emit: { type: "error", error } };
  }
  if (next === TIMED_OUT) {
    throw new ContractViolation({
      rule: "sse-settles" satisfies OtherRuleId,
      expected: "the reader to settle on a body that is whole in memory",
      actual: `it gave nothing for ${DEADLINE_MS} ms`,
    });
  }
  return next.done ? { done: true } : { done: false, emit: next.value };
}
