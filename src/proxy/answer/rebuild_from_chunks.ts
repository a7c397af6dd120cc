import { arrayOf, isObject, type JsonObject, stringOf } from "../../wire/json.ts";

/** What changes from one chunk to the next, besides choices: the last one counts. */
const SHARED_NAMES = ["id", "created", "model", "system_fingerprint", "usage"] as const;

/**
 * Puts the whole answer together that the chunks of a stream of `/v1/chat/completions` make up. What is `null`, missing
 * or of another kind than expected adds nothing.
 *
 * @param chunks The chunks, in order.
 * @returns The answer, as it would have come without a stream.
 */
export function rebuildFromChunks(chunks: readonly JsonObject[]): JsonObject {
  const shared = new Map<string, unknown>();
  const choices = new Map<number, ChoiceParts>();
  for (const chunk of chunks) {
    for (const name of SHARED_NAMES) {
      if ((chunk[name] ?? null) !== null) shared.set(name, chunk[name]);
    }
    for (const choice of arrayOf(chunk.choices)) {
      if (isObject(choice)) addChoice(choices, choice);
    }
  }
  const { usage, ...rest } = Object.fromEntries(shared);
  return {
    ...rest,
    object: "chat.completion",
    choices: [...choices].sort(([a], [b]) => a - b).map(([index, parts]) => parts.whole(index)),
    ...(usage === undefined ? {} : { usage }),
  };
}

function addChoice(choices: Map<number, ChoiceParts>, choice: JsonObject): void {
  const index = typeof choice.index === "number" ? choice.index : 0;
  const parts = choices.get(index) ?? new ChoiceParts();
  choices.set(index, parts);
  parts.add(choice);
}

/** The parts of one choice. */
class ChoiceParts {
  readonly #message = new Map<string, unknown>();
  readonly #calls: CallParts[] = [];
  #finish: string | null = null;

  add({ delta, finish_reason: finish }: JsonObject): void {
    if (stringOf(finish) !== "") this.#finish = stringOf(finish);
    if (!isObject(delta)) return;
    for (const [name, value] of Object.entries(delta)) {
      if (name === "tool_calls") {
        arrayOf(value).filter(isObject).forEach((call) => this.#addCall(call));
      } else if (name === "role") this.#message.set(name, value);
      else this.#message.set(name, joined(this.#message.get(name), value));
    }
  }

  whole(index: number): JsonObject {
    const { role, content, ...more } = Object.fromEntries(this.#message);
    const calls = this.#calls.map((call) => call.whole());
    const message = { role: stringOf(role) || "assistant", content: content ?? null, ...more };
    return {
      index,
      message: calls.length === 0 ? message : { ...message, tool_calls: calls },
      finish_reason: this.#finish,
    };
  }

  /** Some servers give all calls the same place, so that a new id begins a new call. */
  #addCall(call: JsonObject): void {
    const place = typeof call.index === "number" ? call.index : 0;
    const id = stringOf(call.id);
    let parts = this.#calls.findLast((known) => known.place === place);
    if (parts === undefined || (id !== "" && parts.id !== "" && parts.id !== id)) {
      parts = new CallParts(place);
      this.#calls.push(parts);
    }
    parts.add(call);
  }
}

/** The parts of one call of a tool. */
class CallParts {
  readonly place: number;
  id = "";
  #name = "";
  #arguments = "";

  constructor(place: number) {
    this.place = place;
  }

  add(call: JsonObject): void {
    const { name, arguments: more } = isObject(call.function) ? call.function : {};
    this.id ||= stringOf(call.id);
    this.#name ||= stringOf(name);
    this.#arguments += stringOf(more);
  }

  whole(): JsonObject {
    return {
      id: this.id,
      type: "function",
      function: { name: this.#name, arguments: this.#arguments },
    };
  }
}

/** Texts and lists go on, of anything else the last one counts. */
function joined(known: unknown, more: unknown): unknown {
  if (more === null || more === undefined) return known;
  if (typeof known === "string" && typeof more === "string") return known + more;
  if (Array.isArray(known) && Array.isArray(more)) return [...known, ...more];
  return more;
}
