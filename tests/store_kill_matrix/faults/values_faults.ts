import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import { isTraceStoreError, TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { DraftEvent, Json, SealedEvent } from "../../../src/store/trace_event.ts";
import type { Fault, FaultyStore } from "../fault.ts";
import { changed, faultsOf } from "../fault.ts";
import { PlainStore } from "../plain_store.ts";

const fault = faultsOf("values");

/** A store whose payloads come back changed. */
function changing(change: (payload: Json) => Json): FaultyStore {
  return class extends PlainStore {
    override give(kept: unknown): SealedEvent {
      const event = super.give(kept);
      return { ...event, payload: change(event.payload) };
    }
  };
}

/** Changes every text of a payload, keys included. */
function texts(change: (text: string) => string): (payload: Json) => Json {
  return function walk(payload): Json {
    if (typeof payload === "string") return change(payload);
    if (typeof payload !== "object" || payload === null) return payload;
    if (Array.isArray(payload)) return payload.map(walk);
    return Object.fromEntries(
      Object.entries(payload).map(([key, item]) => [change(key), walk(item)]),
    );
  };
}

/** Changes every value of a payload that is no list and has no members. */
function reviving(change: (value: unknown) => unknown): (payload: Json) => Json {
  return (payload) => JSON.parse(JSON.stringify(payload), (_, value) => change(value));
}

/** A store that takes values that it should refuse, for others. */
function accepting(replace: (value: unknown) => unknown): FaultyStore {
  function walk(value: unknown, above: unknown[]): unknown {
    const other = above.includes(value) ? replace(ABOVE) : replace(value);
    if (typeof other !== "object" || other === null || above.length > 600) return other;
    const isList = Object.getPrototypeOf(other) === Array.prototype;
    if (!isList && Object.getPrototypeOf(other) !== Object.prototype) return other;
    const copy = isList ? new Array((other as unknown[]).length) : Object.create(null);
    for (const [key, item] of Object.entries(other)) copy[key] = walk(item, [...above, value]);
    return copy;
  }
  return class extends PlainStore {
    override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
      const drafts = changed(batch, (event) => ({
        ...event,
        payload: walk(event.payload, []) as Json,
      }));
      return super.seal(drafts, next, ts);
    }
  };
}

/** A value that contains itself. */
const ABOVE: unique symbol = Symbol("above");

function depthOf(value: Json): number {
  let depth = 0;
  let level: Json[] = [value];
  while (level.length > 0 && depth < 1000) {
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) as Json[] : []
    );
    depth++;
  }
  return depth;
}

/** Faults of payloads. */
export const VALUES_FAULTS: readonly Fault[] = [
  fault(
    "empty payloads become null",
    "append: test_any_type_and_payload_read_back_as_appended",
    changing((payload) => payload || null),
  ),
  fault(
    "NUL is stripped",
    "texts with NUL come back as they were",
    changing(texts((text) => text.replaceAll("\0", ""))),
  ),
  fault(
    "NUL ends a text",
    "texts with NUL come back as they were",
    changing(texts((text) => text.split("\0")[0]!)),
  ),
  fault(
    "lone surrogates become U+FFFD",
    "lone surrogates come back as they were",
    changing(texts((text) => text.replaceAll(/\p{Surrogate}/gu, "\ufffd"))),
  ),
  fault(
    "texts are brought to NFC",
    "emoji and rare letters come back as they were",
    changing(texts((text) => text.normalize("NFC"))),
  ),
  fault(
    "byte order marks are stripped",
    "emoji and rare letters come back as they were",
    changing(texts((text) => text.replaceAll("\ufeff", ""))),
  ),
  fault(
    "__proto__ is assigned",
    "members named __proto__, constructor and the empty text come back",
    changing(function walk(payload): Json {
      if (typeof payload !== "object" || payload === null) return payload;
      if (Array.isArray(payload)) return payload.map(walk);
      const copy: Record<string, Json> = {};
      for (const [key, item] of Object.entries(payload)) {
        // Where the old setter is gone, as in Deno, an assignment would make a member.
        if (key === "__proto__") Object.setPrototypeOf(copy, item as object);
        else copy[key] = walk(item);
      }
      return copy;
    }),
  ),
  fault(
    "a member with an empty name is lost",
    "members named __proto__, constructor and the empty text come back",
    changing(reviving((value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const { "": _, ...rest } = value as Record<string, unknown>;
      return Object.hasOwn(value, "__proto__") ? rest : value;
    })),
  ),
  fault(
    "numbers have 32 bits",
    "numbers come back as they were",
    changing(reviving((value) => typeof value === "number" ? Math.fround(value) : value)),
  ),
  fault(
    "numbers have 15 digits",
    "numbers come back as they were",
    changing(
      reviving((value) => typeof value === "number" ? Number(value.toPrecision(15)) : value),
    ),
  ),
  fault(
    "whole numbers end at 2^53",
    "numbers come back as they were",
    changing(
      reviving((value) =>
        typeof value === "number" && value > 2 ** 53 && value < 1e20 ? 2 ** 53 : value
      ),
    ),
  ),
  fault(
    "empty lists become objects",
    "values that are empty or false come back as they were",
    changing(reviving((value) => Array.isArray(value) && value.length === 0 ? {} : value)),
  ),
  fault(
    "texts that look like times become times",
    "texts that look like other values come back as they were",
    changing(
      reviving((value) =>
        typeof value === "string" && /^\d{4}-.*Z$/.test(value) ? new Date(value) : value
      ),
    ),
  ),
  fault(
    "texts that look like JSON are parsed",
    "texts that look like other values come back as they were",
    changing((payload) => {
      if (
        typeof payload !== "string" || payload.length > 6 || /^\p{L}+$/u.test(payload)
      ) return payload;
      try {
        return JSON.parse(payload);
      } catch {
        return payload;
      }
    }),
  ),
  fault(
    "line ends are made alike",
    "texts that look like other values come back as they were",
    changing(texts((text) => text.replaceAll(/\r\n?/g, "\n"))),
  ),
  fault(
    "texts are trimmed",
    "texts that look like other values come back as they were",
    changing(texts((text) => text.trim())),
  ),
  fault(
    "lists end at 1,000 items",
    "lists of many and members of many come back as they were",
    changing(reviving((value) => Array.isArray(value) ? value.slice(0, 1000) : value)),
  ),
  fault(
    "payloads are nested at most 100 deep",
    "500 levels of nesting come back",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        const result = super.seal(batch, next, ts);
        for (const { payload } of result.sealed) {
          if (depthOf(payload) > 100) throw new RangeError("It is nested too deep");
        }
        return result;
      }
    },
  ),
  fault(
    "texts end at 64 KiB",
    "payloads of many sizes up to a mebibyte come back",
    changing(texts((text) => text.slice(0, 65_535))),
  ),
  fault(
    "a payload of more than 64 KiB is refused by the engine",
    "payloads of many sizes up to a mebibyte come back",
    class extends PlainStore {
      override keep(event: SealedEvent): unknown {
        const text = String(super.keep(event));
        if (text.length > 65_536) throw new TypeError("Value too large (max 65536 bytes)");
        return text;
      }
    },
  ),
  fault(
    "a batch ends at 1,000 events",
    "a batch of 5,000 events lands whole and in order",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        return super.seal(batch.length > 2000 ? batch.slice(0, 1000) : batch, next, ts);
      }
    },
  ),
  fault(
    "NaN becomes null",
    "numbers that are not finite are refused",
    accepting((value) => typeof value === "number" && !Number.isFinite(value) ? null : value),
  ),
  fault(
    "big integers become texts",
    "undefined, big integers, symbols and functions are refused",
    accepting((value) => typeof value === "bigint" ? String(value) : value),
  ),
  fault(
    "functions become null",
    "undefined, big integers, symbols and functions are refused",
    accepting((value) => typeof value === "function" ? null : value),
  ),
  fault(
    "undefined becomes null",
    "undefined, big integers, symbols and functions are refused",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        const drafts = changed(
          batch,
          (event) => event.payload === undefined ? { ...event, payload: null } : event,
        );
        return super.seal(drafts, next, ts);
      }
    },
  ),
  fault(
    "holes become null",
    "lists with holes are refused",
    accepting((value) =>
      Array.isArray(value) && Object.keys(value).length < value.length
        ? Array.from(value, (item, at) => at in value ? item : null)
        : value
    ),
  ),
  fault(
    "members of lists are lost",
    "lists with members besides their items are refused",
    accepting((value) =>
      Array.isArray(value) && Object.keys(value).length > value.length ? value.slice() : value
    ),
  ),
  fault(
    "a Date becomes a text",
    "instances of classes are refused",
    accepting((value) => value instanceof Date ? value.toISOString() : value),
  ),
  fault(
    "a Map becomes an empty object",
    "instances of classes are refused",
    accepting((value) => value instanceof Map || value instanceof Set ? {} : value),
  ),
  fault(
    "bytes become a list",
    "instances of classes are refused",
    accepting((value) => value instanceof Uint8Array ? [...value] : value),
  ),
  fault(
    "a circle is cut",
    "values that contain themselves are refused",
    accepting((value) => value === ABOVE ? "[Circular]" : value),
  ),
  fault(
    "append() gives minus zero",
    "a minus zero becomes zero, and members that are undefined go",
    class extends PlainStore {
      override async append(thread: string, batch: readonly DraftEvent[], options = {}) {
        const given = await super.append(thread, batch, options);
        const isMinus = batch.map(({ payload }) =>
          Object.is((payload as { zero?: number } | null)?.zero, -0)
        );
        return given.map((entry, at) => {
          if (!isMinus[at]) return entry;
          const payload = { ...entry.event.payload as Record<string, Json>, zero: -0 };
          return { ...entry, event: { ...entry.event, payload } };
        });
      }
    },
  ),
  fault(
    "INVALID_EVENT does not tell whose type or stream it is",
    "INVALID_EVENT tells the path",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        try {
          return super.seal(batch, next, ts);
        } catch (error) {
          if (!isTraceStoreError(error, "INVALID_EVENT")) throw error;
          const path = (error.info.path ?? "").replace(/^batch\[\d+\]\.(?=type|stream)/, "");
          throw new TraceStoreError("INVALID_EVENT", error.message, { path });
        }
      }
    },
  ),
  fault(
    "holes in a batch are passed over",
    "what is no event is refused, with all of its batch",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        return super.seal(batch.filter(() => true), next, ts);
      }
    },
  ),
  fault(
    "what is null in a batch is left out",
    "what is no event is refused, with all of its batch",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        return super.seal(batch.filter((event) => event !== null), next, ts);
      }
    },
  ),
  fault(
    "INVALID_EVENT without a path",
    "INVALID_EVENT tells the path",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        try {
          return super.seal(batch, next, ts);
        } catch (error) {
          if (!isTraceStoreError(error, "INVALID_EVENT")) throw error;
          throw new TraceStoreError("INVALID_EVENT", "An event is out of the domain");
        }
      }
    },
  ),
];
