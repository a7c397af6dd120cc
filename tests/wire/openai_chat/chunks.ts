import type { Bytes } from "../../../src/bytes.ts";
import type { OpenAiDialectName } from "../../../src/wire/openai_chat/dialects.ts";
import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import type { DecodeOptions } from "../../../src/wire/wire.ts";
import { sseBody } from "../../support/bodies.ts";
import type { Outcome } from "../../support/reading.ts";
import { readTurn } from "../../support/reading.ts";

/** One chunk with one choice. */
export function chunk(delta: unknown, reason: unknown = null, more: object = {}): object {
  return { choices: [{ index: 0, delta, finish_reason: reason }], ...more };
}

/** A chunk with a piece of text. */
export function said(content: unknown, reason: unknown = null): object {
  return chunk({ content }, reason);
}

/** A chunk with entries of tool calls. */
export function tools(...entries: readonly unknown[]): object {
  return chunk({ tool_calls: entries });
}

/** An entry of `tool_calls`; what is `undefined` is left out. */
export function entry(
  index: number | undefined,
  id: string | null | undefined,
  name: string | null | undefined,
  args?: unknown,
): object {
  return { index, id, type: "function", function: { name, arguments: args } };
}

/** A chunk with a finish reason and nothing else. */
export function ends(reason: unknown = "stop"): object {
  return chunk({}, reason);
}

/** The chunk with the usage that ends a stream when it was asked for. */
export function used(usage: unknown): object {
  return { choices: [], usage };
}

/** The marker. */
export const DONE = "[DONE]";

/** Reads a body of these payloads. */
export function read(
  payloads: readonly unknown[],
  dialect?: OpenAiDialectName,
  options?: DecodeOptions,
): Outcome {
  return readBytes(sseBody(...payloads), dialect, options);
}

/** Reads these bytes. */
export function readBytes(
  bytes: Bytes | readonly Bytes[],
  dialect?: OpenAiDialectName,
  options?: DecodeOptions,
): Outcome {
  return readTurn(openAiChatWire(dialect), bytes, options);
}

/** Sums up what came out, for tables: the text, `name(arguments)` of each call, or the error's code. */
export function summary({ turn, code }: Outcome): string {
  if (!turn) return code ?? "";
  const calls = turn.toolCalls.map((made) => `${made.name}(${made.arguments})`);
  return [turn.text, ...calls].join("|");
}
