import type { ToolChoice, ToolSpec, TurnRequest } from "../turn/request.ts";
import { shown } from "../shown.ts";
import { isObject } from "../wire/json.ts";
import type { Wire } from "../wire/wire.ts";
import { checkMessages } from "./check_messages.ts";
import { refuse } from "./refuse.ts";

const MODES: readonly string[] = ["auto", "none", "required", "tool"];

/**
 * Refuses a request that the provider would refuse, before anything is sent.
 *
 * @param request The request.
 * @param wire The format it will be sent in; its rule for tool names counts.
 * @throws {ConfigError} If something about it is wrong.
 */
export function checkRequest(request: TurnRequest, wire: Wire): void {
  if (!isObject(request)) refuse(`a request that is no object: got ${shown(request)}`);
  const { model } = request;
  if (model !== undefined && typeof model !== "string") {
    refuse(`a request whose 'model' is no string: got ${shown(model)}`);
  }
  checkMessages(request.messages);
  const tools = request.tools ?? [];
  checkTools(tools, wire);
  if (request.toolChoice !== undefined) checkChoice(request.toolChoice, tools);
  checkNumbers(request);
}

function checkTools(tools: readonly ToolSpec[], wire: Wire): void {
  if (!Array.isArray(tools)) refuse("a request whose 'tools' is no list");
  const seen = new Set<string>();
  for (const tool of tools as readonly unknown[]) {
    if (!isObject(tool)) return refuse(`a tool that is no object: got ${shown(tool)}`);
    const { name, description, parameters } = tool;
    if (typeof name !== "string" || !wire.toolName.test(name)) {
      refuse(`the tool name ${shown(name)} as ${wire.id} takes names that match ${wire.toolName}`);
    }
    if (seen.has(name)) refuse(`two tools of the same name: ${shown(name)}`);
    seen.add(name);
    if (description !== undefined && typeof description !== "string") {
      refuse(`the tool ${shown(name)} as its 'description' must be a string`);
    }
    if (!isObject(parameters)) {
      refuse(`the tool ${shown(name)} as its 'parameters' must be a JSON Schema of an object`);
    }
  }
}

function checkChoice(choice: ToolChoice, tools: readonly ToolSpec[]): void {
  if (!isObject(choice)) return refuse(`a tool choice that is no object: got ${shown(choice)}`);
  const { mode, name } = choice;
  if (!MODES.includes(mode)) {
    refuse(`the tool choice ${shown(mode)} as its 'mode' must be one of: ${MODES.join(", ")}`);
  }
  if (mode === "auto" || mode === "none") return;
  if (tools.length === 0) refuse(`the tool choice "${mode}" without tools`);
  if (mode === "required") return;
  if (name === undefined || name === "") refuse('the tool choice "tool" without a name');
  if (tools.every((tool) => tool.name !== name)) {
    const known = tools.map((tool) => shown(tool.name)).join(", ");
    refuse(`a choice of the tool ${shown(name)} as it is not declared: the tools are ${known}`);
  }
}

function checkNumbers({ maxTokens, temperature, stop }: TurnRequest): void {
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens > 0)) {
    refuse(
      `a request whose 'maxTokens' is no positive integer: current value is ${shown(maxTokens)}`,
    );
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    refuse(
      `a request whose 'temperature' is no number from 0: current value is ${shown(temperature)}`,
    );
  }
  const isList = Array.isArray(stop) && stop.every((text) => typeof text === "string");
  if (stop !== undefined && !isList) refuse("a request whose 'stop' is no list of strings");
}
