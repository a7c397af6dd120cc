import { stringOf } from "../../wire/json.ts";
import type { CallOrigin } from "./call_origin.ts";
import type { Ask } from "../request/ask.ts";
import type { ModelMessage } from "../request/model_request.ts";
import { nameOfTool, offeredTools } from "../request/offered_tools.ts";
import { hasText, textOfContent } from "../request/text_of_content.ts";
import type { CallFacts } from "./criteria.ts";

/**
 * Gathers what rules look at, once for a call.
 *
 * @param ask What was asked.
 * @param call The request it came by; `undefined` for a call of `generate()`.
 */
export function callFacts(ask: Ask, call: CallOrigin | undefined): CallFacts {
  return new Facts(ask, call);
}

/** Headers are made only for rules that look at them. */
class Facts implements CallFacts {
  readonly surface: CallFacts["surface"];
  readonly instructions: string;
  readonly prompt: string;
  readonly tools: readonly string[];
  readonly toolResults: CallFacts["toolResults"];
  readonly turn: number;
  readonly form: CallFacts["form"];
  readonly testId: string;
  readonly body: CallFacts["body"];
  readonly #call: CallOrigin | undefined;

  constructor(ask: Ask, call: CallOrigin | undefined) {
    const { instructions, prompt, toolResults, turn } = conversationFacts(ask.request.messages);
    this.surface = ask.surface;
    this.instructions = instructions;
    this.prompt = prompt;
    this.tools = toolNames(ask.request);
    this.toolResults = toolResults;
    this.turn = turn;
    this.form = ask.form.type === "enum" ? "text" : ask.form.type;
    this.testId = call?.testId ?? "";
    this.body = ask.body;
    this.#call = call;
  }

  get headers(): Headers {
    return this.#call?.headers ?? new Headers();
  }
}

function toolNames(request: Ask["request"]): readonly string[] {
  const tools = offeredTools(request);
  return tools.length === 0 ? NO_TOOLS : tools.map(nameOfTool).filter((name) => name !== "");
}

const NO_TOOLS: readonly string[] = Object.freeze([]);

/** What of a call its messages tell. */
export type ConversationFacts = Pick<CallFacts, "instructions" | "prompt" | "toolResults" | "turn">;

/**
 * Gathers what rules look at in the messages of a call.
 *
 * @param messages The messages.
 * @param joint What stands between the parts of one. @default {a line feed}
 */
export function conversationFacts(
  messages: readonly ModelMessage[],
  joint?: string,
): ConversationFacts {
  let instructions: string | undefined;
  let prompt = "";
  let toolResults: { readonly callId: string; readonly text: string }[] = [];
  let turn = 0;
  for (const message of messages) {
    const { role, content } = message;
    if (role === "user") {
      const text = textOfContent(content, joint);
      // An attachment alone must not hide the question before it; an empty text does.
      if (text !== "" || hasText(content)) prompt = text;
      toolResults = [];
    } else if (role === "assistant") {
      turn++;
    } else if (role === "tool") {
      const text = textOfContent(content, joint);
      toolResults.push({ callId: stringOf(message.tool_call_id), text });
    } else if (role === "system" || role === "developer") {
      const text = textOfContent(content, joint);
      instructions = instructions === undefined ? text : `${instructions}\n${text}`;
    }
  }
  return { instructions: instructions ?? "", prompt, toolResults, turn };
}
