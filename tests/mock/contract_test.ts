/**
 * What the mock streams, held against the contract checks: whole, it is read as what the rule says; hurt at any
 * place, it is never read as a whole turn that differs.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assemble, fetchModel, wireReader } from "../../mod.ts";
import type { Turn, WireId } from "../../mod.ts";
import { MockGPT } from "../../mock.ts";
import type { Fault, FaultKind, ModelResult, Rule } from "../../mock.ts";

const WIRES: readonly WireId[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "gemini",
  "ollama",
  "cohere",
];

const TOOL = {
  name: "find",
  parameters: { type: "object", properties: { text: { type: "string" } } },
};

const RESULTS: Readonly<Record<string, ModelResult>> = {
  text: { content: "服务在线。All is well." },
  tools: {
    content: "Let me look.",
    toolCalls: [
      { name: "find", arguments: { text: '状态 "x"' } },
      { name: "find", arguments: {} },
    ],
  },
  reasoning: { reasoning: "Think first.", content: "Then answer." },
};

/**
 * The faults after which no reader may see a whole turn. Frames that come twice or in another order make other words,
 * which most wires cannot show; a marker that comes early makes a shorter turn; a hang never ends.
 */
const FAULTS: readonly FaultKind[] = ["close", "reset", "error-frame", "malformed-frame"];

function modelOn(mock: MockGPT, wire: WireId) {
  const isOpenAi = wire === "openai-chat" || wire === "openai-responses";
  const baseUrl = isOpenAi ? "http://mock/v1" : "http://mock";
  return fetchModel({ wire, baseUrl, fetch: mock.fetch, model: "demo" });
}

async function turnOf(wire: WireId, rule: Rule): Promise<Turn> {
  const mock = new MockGPT({ rules: [rule] });
  const messages = [{ role: "user" as const, content: "状态" }];
  const tools = rule.result === RESULTS.tools ? [TOOL] : undefined;
  return await assemble(modelOn(mock, wire).stream({ messages, tools, maxTokens: 500 }));
}

/** What a turn says, its reasons and counts left out. */
function said({ text, toolCalls }: Turn): unknown {
  return [text, toolCalls.map(({ name, arguments: args }) => [name, JSON.parse(args)])];
}

async function saidOrError(wire: WireId, rule: Rule): Promise<unknown> {
  try {
    return said(await turnOf(wire, rule));
  } catch {
    return "error";
  }
}

/** What a body says, read by the reader of its wire. */
async function readAs(wire: WireId, body: Uint8Array<ArrayBuffer>): Promise<unknown> {
  try {
    return said(await assemble(wireReader(wire)(new Blob([body]).stream())));
  } catch {
    return "error";
  }
}

/** The body of an answer as the mock streams it to the reference adapter. */
async function bodyOf(wire: WireId, result: ModelResult): Promise<Uint8Array<ArrayBuffer>> {
  const mock = new MockGPT({ rules: [{ result }] });
  let bytes = new Uint8Array();
  const model = fetchModel({
    wire,
    baseUrl: wire.startsWith("openai") ? "http://mock/v1" : "http://mock",
    model: "demo",
    async fetch(input, init) {
      const response = await mock.fetch(input, init);
      bytes = new Uint8Array(await response.arrayBuffer());
      return new Response(bytes, response);
    },
  });
  const messages = [{ role: "user" as const, content: "状态" }];
  const tools = result === RESULTS.tools ? [TOOL] : undefined;
  await assemble(model.stream({ messages, tools, maxTokens: 500 }));
  return bytes;
}

for (const wire of WIRES) {
  for (const [name, result] of Object.entries(RESULTS)) {
    Deno.test(`The mock's ${name} on ${wire} is read as the rule says, and never cut as whole`, async () => {
      const turn = await turnOf(wire, { result });
      const calls = (result.toolCalls ?? []).map((call) => [call.name, call.arguments]);
      assertEquals(said(turn), [result.content, calls]);
      const body = await bodyOf(wire, result);
      for (let cut = 0; cut < body.length; cut++) {
        const found = await readAs(wire, body.subarray(0, cut));
        if (found !== "error") assertEquals(found, said(turn), `cut at byte ${cut}`);
      }
    });

    Deno.test(`A fault in the mock's ${name} on ${wire} is an error, or the whole turn`, async () => {
      const whole = said(await turnOf(wire, { result }));
      for (const kind of FAULTS) {
        for (let afterFrames = 0; afterFrames < 40; afterFrames++) {
          const fault: Fault = { kind, afterFrames };
          const found = await saidOrError(wire, { result, delivery: { faults: [fault] } });
          if (found !== "error") assertEquals(found, whole, `${kind} after ${afterFrames} frames`);
        }
      }
    });
  }
}
