import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { aBlock } from "./block_check.ts";
import { aTool } from "./check_tools.ts";
import { anObject, aString, required, tagged } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";

const NAME = { type: required(aString), name: required(aString) };
const SERVER_NAME = { server_name: required(aString) };

const KNOWN: Readonly<Record<string, FieldCheck>> = {
  tool_reference: anObject(NAME),
  mcp_tool_reference: anObject({ ...NAME, ...SERVER_NAME }),
  mcp_toolset_reference: anObject({ type: required(aString), ...SERVER_NAME }),
};

const NEW: FieldCheck = anObject({ type: required(aString), definition: required(aTool(true)) });

/** The blocks by which trials change the tools in the middle of a conversation. */
export const TOOL_CHANGES: Readonly<Record<string, FieldCheck>> = {
  tool_addition: aBlock({ tool: required(tagged({ ...KNOWN, tool_definition: NEW })) }),
  tool_removal: aBlock({ tool: required(tagged(KNOWN)) }),
};

/** What changes tools of the request; the others change those of MCP servers. */
const OWN_CHANGES: ReadonlySet<unknown> = new Set(["tool_reference", "tool_definition"]);

/**
 * Gives the tools that a request offers at its end: those it begins with, and what its messages changed of them.
 *
 * @param body The request, checked.
 */
export function toolsOf({ tools, messages }: JsonObject): readonly JsonObject[] {
  const offered = new Map<unknown, JsonObject>();
  for (const tool of arrayOf(tools).filter(isObject)) offered.set(tool.name ?? tool, tool);
  const removed = new Map<unknown, JsonObject>();
  for (const { type, tool } of arrayOf(messages).flatMap(blocksOf)) {
    if (!isObject(tool) || !OWN_CHANGES.has(tool.type)) continue;
    const definition = isObject(tool.definition) ? tool.definition : undefined;
    const name = definition?.name ?? tool.name;
    if (type === "tool_removal") {
      const old = offered.get(name);
      if (old !== undefined) removed.set(name, old);
      offered.delete(name);
      continue;
    }
    const added = definition ?? removed.get(name);
    if (type === "tool_addition" && added !== undefined) offered.set(name ?? added, added);
  }
  return [...offered.values()];
}

function blocksOf(message: unknown): readonly JsonObject[] {
  return isObject(message) ? arrayOf(message.content).filter(isObject) : [];
}
