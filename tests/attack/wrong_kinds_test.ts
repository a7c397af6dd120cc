/**
 * Members of a wrong kind where a turn has its content or its end. To pass one over would lose a
 * piece of the turn, or take one cut at its length limit for a whole one.
 */
import { assertEquals } from "@std/assert";
import { assemble, findWholeturnError, wireReader } from "../../mod.ts";
import { turnResponse } from "../../mock.ts";
import type { TurnEvent, WireId } from "../../mock.ts";

const USAGE = { input: 3, output: 4, cacheRead: 0, cacheWrite: 0 };

function finish(reason: string): TurnEvent {
  return { type: "finish", finish: { reason, raw: "", usage: USAGE, discarded: USAGE } };
}

const TOOL_TURN: readonly TurnEvent[] = [
  { type: "reasoning", text: "think" },
  { type: "text", text: "Hello" },
  { type: "tool_call", index: 0, id: "c1", name: "look", arguments: '{"q":"x"}' },
  finish("tool_use"),
];
const CUT_TURN: readonly TurnEvent[] = [{ type: "text", text: "Hello" }, finish("length")];

/** What stands in place of a text, an object and a list. */
const NO_TEXT = [5, 0, true, false, {}, [5], ["x"], { a: "x" }];
const NO_OBJECT = [5, true, "x", ["x"]];
const NO_LIST = [5, true, "x", { a: "x" }];

interface Row {
  readonly wire: WireId;
  /** The members, by their path in the payload; every payload that has the first one is tried. */
  readonly path: string;
  readonly values: readonly unknown[];
  readonly turn?: readonly TurnEvent[];
}

const ROWS: readonly Row[] = [
  { wire: "openai-chat", path: "choices.0.finish_reason", values: NO_TEXT, turn: CUT_TURN },
  { wire: "openai-chat", path: "choices.0", values: NO_OBJECT },
  { wire: "openai-chat", path: "choices.0.delta", values: NO_OBJECT },
  { wire: "openai-chat", path: "choices.0.delta.content", values: [5, true, {}, [5], ["x"]] },
  { wire: "openai-chat", path: "choices.0.delta.tool_calls.0", values: NO_OBJECT },
  {
    wire: "openai-chat",
    path: "choices.0.delta.tool_calls.0.function.name",
    values: NO_TEXT,
  },
  { wire: "anthropic-messages", path: "delta.stop_reason", values: NO_TEXT, turn: CUT_TURN },
  { wire: "anthropic-messages", path: "delta.text", values: NO_TEXT },
  { wire: "anthropic-messages", path: "delta.thinking", values: NO_TEXT },
  { wire: "anthropic-messages", path: "delta.partial_json", values: NO_TEXT },
  { wire: "anthropic-messages", path: "delta", values: NO_OBJECT },
  { wire: "anthropic-messages", path: "content_block.name", values: NO_TEXT },
  { wire: "gemini", path: "candidates.0.finishReason", values: NO_TEXT, turn: CUT_TURN },
  { wire: "gemini", path: "candidates", values: NO_LIST },
  { wire: "gemini", path: "candidates.0", values: NO_OBJECT },
  { wire: "gemini", path: "candidates.0.content", values: NO_OBJECT },
  { wire: "gemini", path: "candidates.0.content.parts", values: NO_LIST },
  { wire: "gemini", path: "candidates.0.content.parts.0", values: NO_OBJECT },
  { wire: "gemini", path: "candidates.0.content.parts.0.text", values: NO_TEXT },
  { wire: "gemini", path: "candidates.0.content.parts.0.functionCall", values: NO_OBJECT },
  { wire: "gemini", path: "candidates.0.content.parts.0.functionCall.name", values: NO_TEXT },
  { wire: "ollama", path: "done_reason", values: NO_TEXT, turn: CUT_TURN },
  { wire: "ollama", path: "message", values: NO_OBJECT },
  { wire: "ollama", path: "message.content", values: NO_TEXT },
  { wire: "ollama", path: "message.thinking", values: NO_TEXT },
  { wire: "ollama", path: "message.tool_calls", values: NO_LIST },
  { wire: "ollama", path: "message.tool_calls.0", values: NO_OBJECT },
  { wire: "cohere", path: "delta.finish_reason", values: NO_TEXT, turn: CUT_TURN },
  { wire: "cohere", path: "delta", values: NO_OBJECT },
  { wire: "cohere", path: "delta.message", values: NO_OBJECT },
  { wire: "cohere", path: "delta.message.content", values: [5, true, "x", ["x"]] },
  { wire: "cohere", path: "delta.message.content.text", values: NO_TEXT },
  { wire: "cohere", path: "delta.message.content.thinking", values: NO_TEXT },
  {
    wire: "cohere",
    path: "delta.message.tool_calls.function.arguments",
    values: NO_TEXT,
  },
  { wire: "openai-responses", path: "delta", values: NO_TEXT },
  {
    wire: "openai-responses",
    path: "response.incomplete_details.reason",
    values: NO_TEXT,
    turn: CUT_TURN,
  },
];

for (const { wire, path, values, turn = TOOL_TURN } of ROWS) {
  Deno.test(`wireReader("${wire}") fails for '${path}' of a wrong kind`, async () => {
    const payloads = await payloadsOf(wire, turn);
    const places = payloads.flatMap((payload, place) => {
      // The opening of a Cohere message says nothing of its content.
      const isOpening = (payload as Fields).type === "message-start";
      return has(payload, path.split(".")) && !isOpening ? [place] : [];
    });
    assertEquals(places.length > 0, true, "no payload has it");
    for (const place of places) {
      for (const value of values) {
        const changed = payloads.with(place, set(payloads[place], path.split("."), value));
        const outcome = await outcomeOf(wire, changed);
        const shown = `payload ${place}, ${JSON.stringify(value)}: ${outcome}`;
        assertEquals(/^(STREAM_PROTOCOL|INCOMPLETE|LENGTH)$/.test(outcome), true, shown);
      }
    }
  });
}

Deno.test("wireReader() takes null for no content on any wire", async () => {
  const rows = ROWS.filter(({ path }) => /(content|text|thinking|finish_reason)$/.test(path));
  for (const { wire, path, turn = TOOL_TURN } of rows) {
    for (const [place, payload] of (await payloadsOf(wire, turn)).entries()) {
      if (!has(payload, path.split("."))) continue;
      const payloads = await payloadsOf(wire, turn);
      const changed = payloads.with(place, set(payload, path.split("."), null));
      assertEquals(/^(turn|LENGTH)$/.test(await outcomeOf(wire, changed)), true, `${wire} ${path}`);
    }
  }
});

async function payloadsOf(wire: WireId, turn: readonly TurnEvent[]): Promise<unknown[]> {
  const text = await turnResponse(wire, turn).text();
  return text.split("\n").flatMap((line) => {
    const data = wire === "ollama" ? line : line.startsWith("data: ") ? line.slice(6) : "";
    return data === "" ? [] : [data === "[DONE]" ? data : JSON.parse(data)];
  });
}

async function outcomeOf(wire: WireId, payloads: readonly unknown[]): Promise<string> {
  const texts = payloads.map((payload) => payload === "[DONE]" ? payload : JSON.stringify(payload));
  const body = texts.map((text) => wire === "ollama" ? `${text}\n` : `data: ${text}\n\n`).join("");
  try {
    await assemble(wireReader(wire)(new Response(body).body!));
    return "turn";
  } catch (error) {
    return findWholeturnError(error)?.code ?? String(error);
  }
}

type Fields = Record<string, unknown>;

function has(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
  return has((value as Fields)[key], rest);
}

function set(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const inner = set((value as Fields)[key], rest, to);
  return Array.isArray(value)
    ? value.with(Number(key), inner)
    : { ...(value as Fields), [key]: inner };
}
