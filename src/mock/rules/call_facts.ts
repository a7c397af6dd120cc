import { stringOf } from "../../wire/json.ts";
import type { HttpCall } from "../http_call.ts";
import type { Ask } from "../request/ask.ts";
import type { ModelMessage } from "../request/model_request.ts";
import { nameOfTool, offeredTools } from "../request/offered_tools.ts";
import { textOfContent } from "../request/text_of_content.ts";
import type { CallFacts } from "./criteria.ts";

/** The roles whose text instructs the model. */
const INSTRUCTING: ReadonlySet<string> = new Set(["system", "developer"]);

/**
 * Gathers what rules look at, once for a call.
 *
 * @param ask What was asked.
 * @param call The request it came by; `undefined` for a call of `generate()`.
 */
export function callFacts(ask: Ask, call: HttpCall | undefined): CallFacts {
  const { messages } = ask.request;
  const headers = call?.headers ?? new Headers();
  const texts = messages.filter(({ role }) => INSTRUCTING.has(role)).map(textOf);
  return {
    surface: ask.surface,
    headers,
    instructions: texts.join("\n"),
    prompt: lastPrompt(messages),
    tools: offeredTools(ask.request).map(nameOfTool).filter((name) => name !== ""),
    toolResults: toolResults(messages),
    turn: messages.filter(({ role }) => role === "assistant").length,
    form: ask.form.type,
    testId: call ? testIdOf(call) : "",
  };
}

/** Tells which test a request belongs to; empty for none. */
export function testIdOf({ headers, query }: Pick<HttpCall, "headers" | "query">): string {
  return headers.get("x-test-id") ?? query.get("testId") ?? "";
}

/** An attachment alone must not hide the question before it. */
function lastPrompt(messages: readonly ModelMessage[]): string {
  for (const message of [...messages].reverse()) {
    if (message.role !== "user") continue;
    const text = textOf(message);
    if (text !== "") return text;
  }
  return "";
}

function toolResults(messages: readonly ModelMessage[]): CallFacts["toolResults"] {
  const lastUser = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(lastUser + 1)
    .filter(({ role }) => role === "tool")
    .map((message) => ({ callId: stringOf(message.tool_call_id), text: textOf(message) }));
}

function textOf({ content }: ModelMessage): string {
  return textOfContent(content);
}
