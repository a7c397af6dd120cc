import { ConfigError } from "../../../src/errors.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { ToolSpec, TurnRequest } from "../../../src/turn/request.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import type { AdapterFault } from "../fault.ts";
import { adapter } from "../steps.ts";

const CONFIG = "issue 2: refuses bad tool setups before sending";
const NAMES = "issue 2: refuses bad names before sending";

/** An adapter that looks at a request before it sends it. */
function asking(wire: WireId, look: (request: TurnRequest) => void): NewModel {
  return (env) => {
    const newModel = adapter(wire, () => ({ accept: () => {} }));
    return {
      async *stream(request, options) {
        look(request);
        const model = await newModel(env);
        yield* model.stream(request, options);
      },
    };
  };
}

function refuseName(wire: WireId, { name }: ToolSpec): void {
  if (wireOf(wire).toolName.test(name)) return;
  throw new ConfigError(`Cannot send the tool ${JSON.stringify(name)}`);
}

/** What every provider rejects. */
function refuseSetup(wire: WireId, { tools = [], toolChoice }: TurnRequest): void {
  tools.forEach((tool) => refuseName(wire, tool));
  const names = tools.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new ConfigError("Two tools have one name");
  if (!toolChoice || toolChoice.mode === "auto" || toolChoice.mode === "none") return;
  const isTool = toolChoice.mode === "tool" && names.includes(toolChoice.name ?? "");
  const isRequired = toolChoice.mode === "required" && names.length > 0;
  if (!isTool && !isRequired) throw new ConfigError("The tool choice fits no tool");
}

/** Requests that every provider rejects, and that are sent all the same. */
export const REQUEST_FAULTS: readonly AdapterFault[] = [
  {
    id: "everything-is-sent",
    source: CONFIG,
    wire: "openai-chat",
    rule: "tool-config",
    newModel: asking("openai-chat", () => {}),
  },
  {
    id: "two-tools-of-one-name",
    source: CONFIG,
    wire: "anthropic-messages",
    rule: "tool-config",
    newModel: asking("anthropic-messages", (request) => {
      const { tools = [] } = request;
      const byName = new Map(tools.map((tool) => [tool.name, tool]));
      refuseSetup("anthropic-messages", { ...request, tools: [...byName.values()] });
    }),
  },
  {
    id: "choice-of-a-tool-that-is-not-there",
    source: CONFIG,
    wire: "cohere",
    rule: "tool-config",
    newModel: asking("cohere", ({ toolChoice: _, ...request }) => refuseSetup("cohere", request)),
  },
  {
    id: "auto-without-tools-is-refused",
    source: CONFIG,
    wire: "ollama",
    rule: "tool-config",
    newModel: asking("ollama", (request) => {
      if (request.toolChoice && !request.tools?.length) throw new ConfigError("There is no tool");
      refuseSetup("ollama", request);
    }),
  },
  {
    id: "refused-after-it-was-sent",
    source: CONFIG,
    wire: "openai-responses",
    rule: "tool-config",
    newModel: (env) => ({
      async *stream(request, { signal } = {}) {
        const init = signal ? { method: "POST", signal } : { method: "POST" };
        const response = await env.fetch(env.baseUrl, init);
        await response.body?.cancel();
        refuseSetup("openai-responses", request);
        yield { type: "text", text: `${response.status}` };
      },
    }),
  },
  {
    id: "only-the-first-tool-is-looked-at",
    source: NAMES,
    wire: "openai-chat",
    rule: "tool-names",
    newModel: asking("openai-chat", ({ tools = [] }) => {
      if (tools[0]) refuseName("openai-chat", tools[0]);
    }),
  },
  {
    id: "the-rule-of-another-provider",
    source: NAMES,
    wire: "gemini",
    rule: "tool-names",
    newModel: asking("gemini", ({ tools = [] }) => {
      tools.forEach((tool) => refuseName("openai-chat", tool));
    }),
  },
  {
    id: "refusal-does-not-name-the-tool",
    source: NAMES,
    wire: "anthropic-messages",
    rule: "tool-names",
    newModel: asking("anthropic-messages", ({ tools = [] }) => {
      const { toolName } = wireOf("anthropic-messages");
      if (!tools.every(({ name }) => toolName.test(name))) throw new ConfigError("Bad tool name");
    }),
  },
];
