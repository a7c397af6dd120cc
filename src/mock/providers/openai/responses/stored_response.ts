import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import type { StoredTurn } from "../../turn_memory.ts";
import { itemType } from "./check_items.ts";
import { ownItems, withReferred } from "./conversation.ts";
import { responseId, responseObject } from "./response_object.ts";
import type { ResponseState } from "./response_object.ts";

/** What the ids are made of that OpenAI gives to the items of a request. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: "msg_",
  function_call: "fc_",
  function_call_output: "fco_",
  custom_tool_call: "ctc_",
  custom_tool_call_output: "ctco_",
  reasoning: "rs_",
};

const ID_CHARS = 50;

/** A response that was stored. Its input gets its ids only when somebody looks at it. */
export class StoredResponse implements StoredTurn {
  readonly previous: StoredTurn | undefined;
  readonly events: readonly Frame[] | undefined;
  /** A text is kept in place of many objects: most responses are never looked at again. */
  #text: string;
  readonly #items: readonly JsonObject[];
  readonly #newId: Answer["newId"];
  #body: JsonObject | undefined;
  /** The answer while it is made in the background. */
  #unfinished: Answer | undefined;
  #input: readonly JsonObject[] | undefined;

  /**
   * @param text The body of the response, as JSON.
   * @param answer The answer.
   * @param events The events of its stream, if it can be streamed again.
   */
  constructor(text: string, answer: Answer, events: readonly Frame[] | undefined) {
    const { turns, ask, newId } = answer;
    this.#text = text;
    this.#unfinished = answer.readyMs === undefined ? undefined : answer;
    this.events = events;
    this.previous = turns.find(stringOf(ask.body.previous_response_id));
    this.#items = withReferred(ownItems(ask.body.input), turns);
    this.#newId = newId;
  }

  /** The body of the response, as it is now. */
  get body(): JsonObject {
    return this.#unfinishedAs("in_progress") ?? (this.#body ??= JSON.parse(this.#text));
  }

  /** Stops what is still made of it in the background. */
  cancel(): void {
    const cancelled = this.#unfinishedAs("cancelled");
    if (cancelled === undefined) return;
    this.#text = JSON.stringify(cancelled);
    this.#unfinished = undefined;
  }

  #unfinishedAs(status: ResponseState["status"]): JsonObject | undefined {
    const answer = this.#unfinished;
    if (answer === undefined) return undefined;
    if (answer.now() < answer.readyMs!) return responseObject(answer, { status, output: [] });
    this.#unfinished = undefined;
    return undefined;
  }

  /** Tells whether an item may have an id; the input's own ids are known only once they were looked at. */
  mayHave(id: string): boolean {
    return this.#text.includes(id) || (this.#input ?? this.#items).some((item) => item.id === id);
  }

  /** The items that the request brought. */
  get input(): readonly JsonObject[] {
    return this.#input ??= this.#items.map((item, index) => {
      const type = itemType(item);
      const prefix = Object.hasOwn(PREFIXES, type) ? PREFIXES[type]! : `${type}_`;
      const id = stringOf(item.id) || this.#newId(prefix, `input:${index}`, ID_CHARS);
      if (type === "message") return storedMessage(id, item);
      return type === "reasoning" ? { ...item, id } : { status: "completed", ...item, id };
    });
  }
}

/**
 * Keeps a response, unless the request forbids it.
 *
 * @param text The body of the response, as JSON.
 * @param answer The answer.
 * @param events The events of its stream, if it can be streamed again.
 */
export function keepResponse(text: string, answer: Answer, events?: readonly Frame[]): void {
  if (answer.ask.body.store === false) return;
  answer.turns.keep(responseId(answer), new StoredResponse(text, answer, events));
}

function storedMessage(id: string, { role, content, status }: JsonObject): JsonObject {
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : content;
  return {
    id,
    type: "message",
    status: status ?? "completed",
    content: role === "assistant" && Array.isArray(parts) ? parts.map(saidPart) : parts,
    role,
  };
}

function saidPart(part: unknown): unknown {
  if (!isObject(part) || typeof part.text !== "string") return part;
  return { annotations: [], logprobs: [], ...part, type: "output_text" };
}
