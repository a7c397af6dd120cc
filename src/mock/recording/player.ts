import { shown } from "../../shown.ts";
import type { Exchange, RecordedRequest, RecordedResponse } from "./cassette.ts";
import { canonicalText } from "./canonical_text.ts";
import { type Difference, differences } from "./differences.ts";
import { aComparable } from "./recording_shape.ts";
import type { Redaction } from "./redaction.ts";
import type { ReplayOptions } from "./replay_options.ts";
import { isSecretName, REDACTED } from "./secrets.ts";

/** Why there is no recording for a request. */
export interface Miss {
  /** The report for a person. */
  readonly miss: string;
  /** Whether there are recordings of the request, and all were played. */
  readonly isExhausted: boolean;
}

interface Recording {
  /** Where it stands. */
  readonly place: string;
  /** What it answers, in the form in which requests are compared. */
  readonly request: Comparable;
  readonly response: RecordedResponse;
}

/** A request in the form in which requests are compared. */
interface Comparable {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const NONE: ReadonlySet<string> = new Set();

/** How much more another endpoint counts than other words. */
const ELSEWHERE = 1_000_000;

/** Finds the recorded response to a request: the next of those recorded for the same request. */
export class Player {
  readonly #options: ReplayOptions;
  readonly #ignored: ReadonlySet<string>;
  readonly #hidden: ReadonlySet<string>;
  readonly #recordings: readonly Recording[];
  readonly #byKey: ReadonlyMap<string, readonly Recording[]>;
  readonly #played: Map<string, Map<string, number>> = new Map();

  /**
   * @param options The recordings, and what makes two requests the same.
   * @param redaction What requests are recorded without.
   */
  constructor(options: ReplayOptions, redaction: Redaction) {
    this.#options = options;
    this.#ignored = new Set(options.ignore);
    const exchanges = options.cassettes.flatMap(placed);
    this.#hidden = new Set(exchanges.flatMap(({ exchange }) => hiddenNames(exchange.request)));
    this.#recordings = exchanges.map(({ place, exchange: { request, response } }) => ({
      place,
      request: this.#comparable(redaction.recorded(request)),
      response,
    }));
    const byKey = new Map<string, Recording[]>();
    for (const recording of this.#recordings) {
      const key = this.#keyOf(recording.request);
      byKey.set(key, [...byKey.get(key) ?? [], recording]);
    }
    this.#byKey = byKey;
  }

  /**
   * Takes the response to a request.
   *
   * @param request The request, as it would be recorded.
   * @param testId Which test it belongs to; each plays all recordings.
   */
  take(request: RecordedRequest, testId: string): RecordedResponse | Miss {
    const comparable = this.#comparable(request);
    const key = this.#keyOf(comparable);
    const recordings = this.#byKey.get(key) ?? [];
    const played = this.#played.get(testId) ?? new Map<string, number>();
    const count = played.get(key) ?? 0;
    const isOver = count >= recordings.length && this.#options.then === "repeat-last";
    const recording = isOver ? recordings.at(-1) : recordings[count];
    if (recording === undefined) {
      const isExhausted = recordings.length > 0;
      return { miss: isExhausted ? exhausted(recordings) : this.#nearest(comparable), isExhausted };
    }
    this.#played.set(testId, played.set(key, count + 1));
    return recording.response;
  }

  /** Begins anew: for one test, or for all. */
  rewind(testId?: string): void {
    if (testId === undefined) this.#played.clear();
    else this.#played.delete(testId);
  }

  #comparable(request: RecordedRequest): Comparable {
    const { method, path, query, body } = this.#normalized(request);
    return { method: method.toUpperCase(), path, query: this.#queryOf(query), body };
  }

  #normalized(request: RecordedRequest): RecordedRequest {
    const { normalize } = this.#options;
    if (normalize === undefined) return request;
    const normalized = normalize(request);
    aComparable(normalized, "replay.normalize()");
    return normalized;
  }

  /** Keys in a query say nothing of what is asked for. */
  #queryOf(text: string): Readonly<Record<string, unknown>> {
    const values = new Map<string, string[]>();
    for (const [name, value] of new URLSearchParams(text)) {
      if (this.#hidden.has(name) || isSecretName(name, NONE)) continue;
      values.set(name, [...values.get(name) ?? [], value]);
    }
    return Object.fromEntries(
      [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
    );
  }

  #keyOf({ method, path, query, body }: Comparable): string {
    const texts = [canonicalText(query, NONE), canonicalText(body, this.#ignored)];
    return [method, path, ...texts].join("\n");
  }

  #nearest(request: Comparable): string {
    let nearest: { place: string; first: Difference; distance: number } | undefined;
    for (const { place, request: recorded } of this.#recordings) {
      const found = this.#differences(recorded, request);
      const [first] = found;
      const isElsewhere = recorded.method !== request.method || recorded.path !== request.path;
      const distance = found.length + (isElsewhere ? ELSEWHERE : 0);
      if (first === undefined || distance >= (nearest?.distance ?? Infinity)) continue;
      nearest = { place, first, distance };
    }
    if (nearest === undefined) return "There are no recordings";
    const { place, first: { path, left, right } } = nearest;
    return `The nearest recording, '${place}', has ${
      said(left)
    } at '${path}', and the request has ${said(right)}`;
  }

  #differences(recorded: Comparable, request: Comparable): readonly Difference[] {
    const parts = ["method", "path", "query", "body"] as const;
    return parts.flatMap((part) => {
      const ignored = part === "body" ? this.#ignored : NONE;
      return [...differences(recorded[part], request[part], part, ignored)];
    });
  }
}

function placed(
  { exchanges }: ReplayOptions["cassettes"][number],
  cassette: number,
  all: readonly unknown[],
): readonly { readonly place: string; readonly exchange: Exchange }[] {
  const prefix = all.length > 1 ? `cassettes[${cassette}].` : "";
  return exchanges.map((exchange, index) => ({ place: `${prefix}exchanges[${index}]`, exchange }));
}

/** What was left out of a query when it was recorded may be anything when it comes again. */
function hiddenNames({ query }: RecordedRequest): readonly string[] {
  return [...new URLSearchParams(query)].filter(([, value]) => value === REDACTED)
    .map(([name]) => name);
}

function exhausted(recordings: readonly Recording[]): string {
  const places = recordings.map(({ place }) => `'${place}'`).join(", ");
  const times = recordings.length === 1 ? "once" : `${recordings.length} times`;
  return `The request was recorded ${times} (${places}), and has come once more`;
}

function said(value: unknown): string {
  return value === undefined ? "nothing" : shown(value);
}
