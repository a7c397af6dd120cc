import type { NewModel } from "../../../src/checks/model_checks.ts";
import { finishFrom } from "../../../src/turn/finish.ts";
import type { FinishMap } from "../../../src/turn/finish.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import type { Usage } from "../../../src/turn/usage.ts";
import { OPENAI_FINISH_MAP } from "../../../src/wire/openai_chat/dialects.ts";
import { openAiUsage } from "../../../src/wire/openai_chat/usage.ts";
import { adapter, send } from "./tiny_adapter.ts";

/** A chunk of the OpenAI chat wire, as far as the loop below looks at it. */
export interface Chunk {
  readonly error?: unknown;
  readonly usage?: unknown;
  readonly choices?: readonly Choice[] | null;
}

export interface Choice {
  readonly index?: number;
  readonly delta?: Delta | null;
  readonly finish_reason?: string | null;
}

export interface Delta {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?: readonly CallPiece[] | null;
}

export interface CallPiece {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null };
}

/** What the loop has seen of a turn. */
export interface State {
  reason: string;
  refused: boolean;
  usage: unknown;
  done: boolean;
  /** Which call of the turn an index stands for. */
  readonly slots: Map<number, number>;
}

/**
 * The loop that most adapters of the OpenAI chat wire are: bytes to text, text to events, events to
 * JSON, and a look at each choice. It is right where the rules under test ask, and each step can be
 * replaced by a wrong one.
 */
export class Loop {
  readonly state: State = {
    reason: "",
    refused: false,
    usage: undefined,
    done: false,
    slots: new Map(),
  };
  finishMap: FinishMap = OPENAI_FINISH_MAP;
  #decoder = new TextDecoder();
  #buffer = "";

  /** Refuses what is no stream. */
  checkResponse(response: Response): void {
    const type = response.headers.get("content-type") ?? "";
    if (!type.includes("event-stream")) throw new Error(`Not a stream: ${type}`);
  }

  /** Bytes to text; without bytes, what is left at the end. */
  toText(bytes?: Uint8Array): string {
    return bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
  }

  /** Text to the data of events. */
  *toEvents(text: string, isEnd: boolean): Iterable<string> {
    this.#buffer += text;
    // A line feed may follow a carriage return that ends the text so far.
    const usable = isEnd || !this.#buffer.endsWith("\r") ? this.#buffer.length : -1;
    const lines = this.#buffer.slice(0, usable).split(/\r\n|\r|\n/);
    const rest = lines.pop()! + (usable === -1 ? "\r" : "");
    if (isEnd) lines.push(rest, "");
    this.#buffer = isEnd ? "" : rest;
    for (const line of lines) yield* this.#line(line);
  }

  #data: string[] = [];

  *#line(line: string): Iterable<string> {
    if (line === "" && this.#data.length > 0) {
      yield this.#data.join("\n");
      this.#data = [];
    }
    if (line.startsWith("data:")) this.#data.push(line.slice(5).replace(/^ /, ""));
  }

  /** Whether the data of an event is the marker. */
  isMarker(data: string): boolean {
    return data.trim() === "[DONE]";
  }

  /** The data of an event to a chunk. */
  parse(data: string): Chunk {
    return JSON.parse(data) as Chunk;
  }

  *readChunk(chunk: Chunk): Iterable<TurnEvent> {
    this.checkError(chunk);
    this.readUsage(chunk);
    for (const choice of chunk.choices ?? []) yield* this.readChoice(choice);
  }

  checkError(chunk: Chunk): void {
    if (chunk.error) throw new Error(JSON.stringify(chunk.error));
  }

  readUsage(chunk: Chunk): void {
    this.state.usage = chunk.usage ?? this.state.usage;
  }

  *readChoice({ delta, finish_reason: reason }: Choice): Iterable<TurnEvent> {
    if (delta) yield* this.readDelta(delta);
    if (reason) this.state.reason = reason;
  }

  *readDelta(delta: Delta): Iterable<TurnEvent> {
    if (delta.content) yield { type: "text", text: delta.content };
    // Of a refusal the provider says "stop".
    if (delta.refusal) this.state.refused = true;
    for (const piece of delta.tool_calls ?? []) yield this.readPiece(piece);
  }

  #calls: string[] = [];

  /** A call is told by its id; without one, by its index; without that, it is the last one. */
  readPiece(piece: CallPiece): TurnEvent {
    const { index, id } = piece;
    const known = id
      ? this.#calls.indexOf(id)
      : index === undefined
      ? -1
      : this.state.slots.get(index) ?? -1;
    const slot = known === -1 ? this.#calls.push(id ?? "") - 1 : known;
    if (index !== undefined) this.state.slots.set(index, slot);
    return {
      type: "tool_call",
      index: slot,
      ...(id ? { id } : {}),
      ...(piece.function?.name ? { name: piece.function.name } : {}),
      arguments: piece.function?.arguments ?? "",
    };
  }

  toUsage(usage: unknown): Usage {
    return openAiUsage(usage);
  }

  /** The end of the body, or the marker. */
  *end(): Iterable<TurnEvent> {
    if (!this.state.done) throw new Error("The stream ended early");
    yield this.finish();
  }

  finish(): TurnEvent {
    const { reason, refused, usage } = this.state;
    const word = refused ? "content_filter" : reason;
    return { type: "finish", finish: finishFrom(this.finishMap, word, this.toUsage(usage)) };
  }

  /** What a failed read comes to. */
  onBroken(error: unknown): Iterable<TurnEvent> {
    throw error;
  }
}

/** Makes an adapter of a loop. */
export function loopAdapter(newLoop: () => Loop): NewModel {
  return adapter(async function* (env, signal) {
    const loop = newLoop();
    const response = await send(env, signal);
    loop.checkResponse(response);
    const reader = response.body!.getReader();
    try {
      while (!loop.state.done) {
        let part: ReadableStreamReadResult<Uint8Array>;
        try {
          part = await reader.read();
        } catch (error) {
          return yield* loop.onBroken(error);
        }
        const text = loop.toText(part.value);
        for (const data of loop.toEvents(text, part.done)) {
          if (loop.isMarker(data)) loop.state.done = true;
          else yield* loop.readChunk(loop.parse(data));
          if (loop.state.done) break;
        }
        if (part.done) break;
      }
      yield* loop.end();
    } finally {
      // A broken body cannot be cancelled any more.
      await reader.cancel().catch(() => {});
    }
  });
}

/** Makes an adapter of the loop with some of its steps replaced. */
export function faulty(change: (loop: Loop) => Partial<Loop>): NewModel {
  return loopAdapter(() => {
    const loop = new Loop();
    return Object.assign(loop, change(loop));
  });
}
