import { ConfigError } from "../errors.ts";
import type { Message, ToolChoice, ToolSpec, TurnRequest } from "../turn/request.ts";
import { isObject } from "../wire/json.ts";
import type { Wire } from "../wire/wire.ts";

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];
const MODES: readonly string[] = ["auto", "none", "required", "tool"];

/**
 * Refuses a request that the provider would refuse, before anything is sent.
 *
 * @param request The request.
 * @param wire The format it will be sent in; its rule for tool names counts.
 * @throws {ConfigError} If something about it is wrong.
 */
export function checkRequest(request: TurnRequest, wire: Wire): void {
  if (!isObject(request)) refuse(`a request that is no object: got ${show(request)}`);
  checkMessages(request.messages);
  const tools = request.tools ?? [];
  checkTools(tools, wire);
  if (request.toolChoice !== undefined) checkChoice(request.toolChoice, tools);
  checkNumbers(request);
}

function checkMessages(messages: readonly Message[]): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    refuse("a request without messages: 'messages' must have at least one");
  }
  messages.forEach((message: Message, position) => {
    if (!isObject(message) || !ROLES.includes(message.role)) {
      refuse(`messages[${position}] as its role must be one of: ${ROLES.join(", ")}`);
    }
    const { content } = message;
    const mayLackContent = message.role === "assistant" && content === undefined;
    if (typeof content !== "string" && !mayLackContent) {
      refuse(`messages[${position}] as its content must be a string: got ${show(content)}`);
    }
    if (message.role === "tool" && typeof message.toolCallId !== "string") {
      refuse(`messages[${position}] as a tool's message must name its 'toolCallId'`);
    }
  });
}

function checkTools(tools: readonly ToolSpec[], wire: Wire): void {
  if (!Array.isArray(tools)) refuse("a request whose 'tools' is no list");
  const seen = new Set<string>();
  for (const { name, parameters } of tools) {
    if (typeof name !== "string" || !wire.toolName.test(name)) {
      refuse(`the tool name ${show(name)} as ${wire.id} takes names that match ${wire.toolName}`);
    }
    if (seen.has(name)) refuse(`two tools of the same name: ${show(name)}`);
    seen.add(name);
    if (!isObject(parameters)) {
      refuse(`the tool ${show(name)} as its 'parameters' must be a JSON Schema of an object`);
    }
  }
}

function checkChoice(choice: ToolChoice, tools: readonly ToolSpec[]): void {
  const { mode, name } = choice;
  if (!MODES.includes(mode)) {
    refuse(`the tool choice ${show(mode)} as its 'mode' must be one of: ${MODES.join(", ")}`);
  }
  if (mode === "auto" || mode === "none") return;
  if (tools.length === 0) refuse(`the tool choice "${mode}" without tools`);
  if (mode === "required") return;
  if (name === undefined || name === "") refuse('the tool choice "tool" without a name');
  if (tools.every((tool) => tool.name !== name)) {
    const known = tools.map((tool) => show(tool.name)).join(", ");
    refuse(`a choice of the tool ${show(name)} as it is not declared: the tools are ${known}`);
  }
}

function checkNumbers({ maxTokens, temperature, stop }: TurnRequest): void {
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens > 0)) {
    refuse(`a request whose 'maxTokens' is no positive integer: current value is ${maxTokens}`);
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    refuse(`a request whose 'temperature' is no number from 0: current value is ${temperature}`);
  }
  const isList = Array.isArray(stop) && stop.every((text) => typeof text === "string");
  if (stop !== undefined && !isList) refuse("a request whose 'stop' is no list of strings");
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function refuse(what: string): never {
  throw new ConfigError(`Cannot send ${what}`);
}
