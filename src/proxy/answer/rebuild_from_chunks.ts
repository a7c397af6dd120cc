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
export function rebuildFromChunks(chunks: Iterable<JsonObject>): JsonObject {
  const answer = new RebuiltAnswer();
  for (const chunk of chunks) answer.add(chunk);
  return answer.whole();
}

/** An answer that is put together chunk by chunk, of which nothing else is kept. */
export class RebuiltAnswer {
  readonly #shared = new Map<string, unknown>();
  readonly #choices = new Map<number, ChoiceParts>();

  /** Takes the next chunk. */
  add(chunk: JsonObject): void {
    for (const name of SHARED_NAMES) {
      if ((chunk[name] ?? null) !== null) this.#shared.set(name, chunk[name]);
    }
    for (const choice of arrayOf(chunk.choices)) {
      if (isObject(choice)) addChoice(this.#choices, choice);
    }
  }

  /** Gives the answer. */
  whole(): JsonObject {
    const { usage, ...rest } = Object.fromEntries(this.#shared);
    const choices = [...this.#choices].sort(([a], [b]) => a - b);
    return {
      ...rest,
      object: "chat.completion",
      choices: choices.map(([index, parts]) => parts.whole(index)),
      ...(usage === undefined ? {} : { usage }),
    };
  }
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
  /** The last call at each place. */
  readonly #callAt = new Map<number, CallParts>();
  #finish: string | null = null;

  add({ delta, finish_reason: finish }: JsonObject): void {
    if (stringOf(finish) !== "") this.#finish = stringOf(finish);
    if (!isObject(delta)) return;
    for (const [name, value] of Object.entries(delta)) {
      if (name === "tool_calls") {
        arrayOf(value).filter(isObject).forEach((call) => this.#addCall(call));
      } else if (name === "role") this.#message.set(name, value);
      else this.#join(name, value);
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

  /** Texts and lists go on, the latter in place; of anything else the last one counts. */
  #join(name: string, more: unknown): void {
    if (more === null || more === undefined) return;
    const known = this.#message.get(name);
    if (Array.isArray(known) && Array.isArray(more)) addAll(known, more);
    else if (typeof known === "string" && typeof more === "string") {
      this.#message.set(name, known + more);
    } else this.#message.set(name, Array.isArray(more) ? [...more] : more);
  }

  /** Some servers give all calls the same place, so that a new id begins a new call. */
  #addCall(call: JsonObject): void {
    const place = typeof call.index === "number" ? call.index : 0;
    const id = stringOf(call.id);
    let parts = this.#callAt.get(place);
    if (parts === undefined || (id !== "" && parts.id !== "" && parts.id !== id)) {
      parts = new CallParts();
      this.#calls.push(parts);
      this.#callAt.set(place, parts);
    }
    parts.add(call);
  }
}

/** The parts of one call of a tool. */
class CallParts {
  id = "";
  #name = "";
  #arguments = "";

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

/** One by one: as arguments, there may be too many. */
function addAll(list: unknown[], more: readonly unknown[]): void {
  for (const item of more) list.push(item);
}
