import type { Reply } from "./lab/reply.ts";
import type { Subject } from "./subject.ts";

/** The pause between the events of an endless answer, in milliseconds. */
const GAP_MS = 5;

/** An answer that never ends, one event every few milliseconds. */
export function endlessReply(subject: Subject): Reply {
  return {
    contentType: subject.contentType,
    chunks: fresh(() => subject.endless()),
    end: "hang",
    gapMs: GAP_MS,
  };
}

/** The first events of an endless answer, and what follows them. */
export function partialReply(subject: Subject, events: number, end: Reply["end"]): Reply {
  const chunks = fresh(() => take(subject.endless(), events));
  return { contentType: subject.contentType, chunks, end };
}

/** Begins anew for every request that the reply answers. */
function fresh<T>(make: () => Iterable<T>): Iterable<T> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  if (left <= 0) return;
  for (const item of items) {
    yield item;
    if (--left <= 0) return;
  }
}
