import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { ModelRequest } from "../request/model_request.ts";
import { textOfContent } from "../request/text_of_content.ts";
import type { MockRecordCall } from "./mock_record.ts";

/** What a client says that the model said. */
export interface Said {
  /** The text; clients may cut the space around it off. */
  readonly text: string;
  /** The calls of tools. */
  readonly calls: readonly MockRecordCall[];
}

type Turns = readonly (readonly Said[])[];

/** A request is looked at once for each answer that was cut before it. */
const KNOWN: WeakMap<ModelRequest, Turns> = new WeakMap();

/**
 * Gives what a conversation says that the model said: turn by turn, each in the messages in which it was sent, as
 * some wires and clients send a text and its calls apart.
 *
 * @param request The request.
 */
export function turnsIn(request: ModelRequest): Turns {
  const turns = KNOWN.get(request) ?? readTurns(request);
  KNOWN.set(request, turns);
  return turns;
}

function readTurns({ messages }: ModelRequest): Turns {
  const turns: Said[][] = [];
  let isOpen = false;
  for (const message of messages) {
    const isModel = isObject(message) && message.role === "assistant";
    if (isModel && !isOpen) turns.push([]);
    if (isModel) turns.at(-1)!.push(saidBy(message));
    isOpen = isModel;
  }
  return turns;
}

/** Gives the messages of a turn as one. */
export function joined(turn: readonly Said[]): Said {
  return {
    text: turn.map(({ text }) => text).join("").trim(),
    calls: turn.flatMap(({ calls }) => calls),
  };
}

function saidBy({ content, tool_calls: calls, function_call: call }: JsonObject): Said {
  const made = arrayOf(calls).filter(isObject).map(({ function: named, custom }) =>
    named ?? custom
  );
  return {
    text: textOfContent(content, ""),
    calls: [...made, call].filter(isObject).map(({ name, arguments: args, input }) => ({
      name: stringOf(name),
      arguments: stringOf(args ?? input),
    })),
  };
}
