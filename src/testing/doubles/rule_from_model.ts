import type {
  ChatModel,
  Fragment,
  ModelOutput,
  StreamingChatModel,
} from "../../agent/chat_model.ts";
import { nameOfTool, offeredTools } from "../../mock/request/offered_tools.ts";
import { textOfContent } from "../../mock/request/text_of_content.ts";
import { namedTool } from "../../mock/request/tool_choice.ts";
import { shown } from "../../shown.ts";
import type { Message, ToolChoice, ToolSpec, TurnRequest } from "../../turn/request.ts";
import { arrayOf, isObject, stringOf } from "../../wire/json.ts";

/** A rule of a MockGPT that a model answers. */
export interface ModelRule {
  /** Asks the model. */
  readonly generator: (request: ChatForm) => Promise<ModelOutput>;
}

/** A request in the form of the chat completions API, as rules of a MockGPT see it. */
export interface ChatForm {
  /** The model's name. */
  readonly model: string;
  /** The conversation. */
  readonly messages: readonly { readonly role: string; readonly [key: string]: unknown }[];
  /** Whatever else was sent. */
  readonly [key: string]: unknown;
}

/**
 * Makes a rule of a MockGPT that a model answers, for instance a double: so it stands behind the `fetch` of any SDK,
 * and keeps what the SDK asked.
 *
 * A streamed call asks `streamComplete()`, if the model has it. What is sent is the whole answer, cut as the mock cuts
 * texts, and not the pieces before it: a provider's stream has no whole after its pieces, so that pieces which are the
 * same for each call, as those of a double are, would be another answer.
 *
 * @example A double behind a provider's API
 * ```ts
 * import { ruleFromModel, ScriptedChatModel } from "@wholeturn/wholeturn/testing";
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assemble, fetchModel } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const double = new ScriptedChatModel([{ content: "Paris." }]);
 * const { fetch } = new MockGPT({ rules: [ruleFromModel(double)] });
 * // Any SDK takes such a `fetch`.
 * const model = fetchModel({ wire: "gemini", baseUrl: "http://mock", model: "m", fetch });
 * const messages = [{ role: "user" as const, content: "Capital of France?" }];
 * assertEquals((await assemble(model.stream({ messages }))).text, "Paris.");
 * assertEquals(double.requests, [{ model: "m", messages }]);
 * ```
 *
 * @param model The model. What it throws fails the call.
 * @throws {TypeError} If it is none.
 */
export function ruleFromModel(model: ChatModel | StreamingChatModel): ModelRule {
  if (typeof model?.complete !== "function") {
    throw new TypeError(`Cannot make a rule as a model must have 'complete': got ${shown(model)}`);
  }
  return {
    generator: (request) => {
      const turn = turnRequest(request);
      const options = { model: turn.model };
      return request.stream === true && isStreaming(model)
        ? wholeOf(model.streamComplete(turn, options))
        : model.complete(turn, options);
    },
  };
}

function isStreaming(model: ChatModel | StreamingChatModel): model is StreamingChatModel {
  return typeof (model as Partial<StreamingChatModel>).streamComplete === "function";
}

async function wholeOf(pieces: AsyncIterable<Fragment | ModelOutput>): Promise<ModelOutput> {
  let last: Fragment | ModelOutput | undefined;
  for await (const piece of pieces) last = piece;
  if (typeof last === "object" && last !== null && !("type" in last)) return last;
  throw new TypeError(
    `Cannot answer as streamComplete() must end by the whole answer: got ${
      last === undefined ? "nothing" : "a piece"
    }`,
  );
}

/** Reads a request in the form of the chat completions API; what that form has besides is left out. */
function turnRequest(request: ChatForm): TurnRequest {
  const { model, messages, temperature, stop } = request;
  const tools = offeredTools(request).map(toolSpec);
  const toolChoice = toolChoiceOf(request.tool_choice);
  const maxTokens = request.max_completion_tokens ?? request.max_tokens;
  return {
    model,
    messages: messages.map(messageOf),
    ...(tools.length === 0 ? {} : { tools }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(typeof maxTokens === "number" ? { maxTokens } : {}),
    ...(typeof temperature === "number" ? { temperature } : {}),
    ...(stop === undefined || stop === null ? {} : { stop: [stop].flat().map(String) }),
  };
}

function messageOf(message: ChatForm["messages"][number]): Message {
  const content = textOfContent(message.content);
  switch (message.role) {
    case "system":
    case "developer":
      return { role: "system", content };
    case "assistant": {
      const toolCalls = arrayOf(message.tool_calls).map(toolCallOf);
      return { role: "assistant", content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
    }
    case "tool":
      return { role: "tool", toolCallId: stringOf(message.tool_call_id), content };
    default:
      return { role: "user", content };
  }
}

function toolCallOf(call: unknown) {
  const { id, function: called, custom } = isObject(call) ? call : {};
  const { name, arguments: args, input } = Object(called ?? custom) as Record<string, unknown>;
  return { id: stringOf(id), name: stringOf(name), arguments: stringOf(args ?? input) };
}

function toolSpec(tool: unknown): ToolSpec {
  const { function: definition } = isObject(tool) ? tool : {};
  const { description, parameters } = isObject(definition) ? definition : {};
  return {
    name: nameOfTool(tool),
    ...(typeof description === "string" ? { description } : {}),
    parameters: isObject(parameters) ? parameters : { type: "object" },
  };
}

function toolChoiceOf(choice: unknown): ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return { mode: choice };
  const name = namedTool(choice);
  return name === undefined ? undefined : { mode: "tool", name };
}
