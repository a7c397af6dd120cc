/**
 * Requests of every wrong kind: each is a ConfigError before anything is sent, or is sent. Never an
 * error of the network, which callers retry, and never a foreign one.
 */
import { assertEquals } from "@std/assert";
import { fetchModel, isWholeturnError } from "../../mod.ts";
import type { TurnRequest } from "../../mod.ts";
import { WIRES } from "../../src/wire/wires.ts";

const WHOLE = {
  model: "m",
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
    {
      role: "assistant",
      content: "a",
      reasoning: [{ text: "r", signature: "s" }, { text: "", redacted: "z" }],
      toolCalls: [{ id: "c1", name: "look", arguments: '{"q":1}' }],
    },
    { role: "tool", toolCallId: "c1", content: "result" },
  ],
  tools: [{ name: "look", description: "d", parameters: { type: "object" } }],
  toolChoice: { mode: "tool", name: "look" },
  maxTokens: 5,
  temperature: 1,
  stop: ["x"],
};

const ODD: readonly unknown[] = [
  undefined,
  null,
  5,
  NaN,
  "",
  [],
  {},
  [null],
  [5],
  true,
  () => 1,
  Symbol("odd"),
  1n,
  Object.create(null),
];

for (const wire of Object.values(WIRES)) {
  Deno.test(`fetchModel() of ${wire.id} sends no request of a wrong kind`, async () => {
    for (const path of pathsIn(WHOLE)) {
      for (const odd of ODD) {
        const place = `${path.join(".")} = ${typeof odd}`;
        const outcome = await outcomeOf(wire.id, set(WHOLE, path, odd));
        assertEquals(["refused", "sent"].includes(outcome), true, `${place}: ${outcome}`);
      }
    }
  });
}

Deno.test("fetchModel() refuses what no provider takes, by its place", async () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ["messages.2.reasoning", null],
    ["messages.2.reasoning.0", null],
    ["messages.2.reasoning.0.text", undefined],
    ["messages.2.reasoning.0.signature", 5],
    ["messages.2.reasoning.1.redacted", {}],
    ["messages.2.toolCalls", "look"],
    ["messages.2.toolCalls.0", undefined],
    ["messages.2.toolCalls.0.id", 5],
    ["messages.2.toolCalls.0.name", undefined],
    ["messages.2.toolCalls.0.arguments", {}],
    ["tools.0", null],
    ["tools.0.description", 5],
    ["toolChoice", null],
    ["maxTokens", Symbol("many")],
    ["model", 5],
  ];
  for (const [path, odd] of rows) {
    const changed = set(WHOLE, path.split("."), odd);
    assertEquals(await outcomeOf("openai-chat", changed), "refused", path);
  }
});

Deno.test("fetchModel() refuses a request that throws when it is read", async () => {
  const hostile = {
    get messages(): never {
      throw new Error("hostile");
    },
  };
  assertEquals(await outcomeOf("openai-chat", hostile), "refused");
});

async function outcomeOf(wire: keyof typeof WIRES, request: unknown): Promise<string> {
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.reject(new Error("no network"));
  };
  try {
    const model = fetchModel({ wire, baseUrl: "http://localhost", fetch });
    for await (const _ of model.stream(request as TurnRequest)) return "an event";
    return "no error";
  } catch (error) {
    if (isWholeturnError(error, "CONFIG") && sent === 0) return "refused";
    return isWholeturnError(error, "NETWORK") && sent === 1 ? "sent" : `${error}, ${sent} sent`;
  }
}

function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, key]);
}

function set(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const inner = set((value as Record<string, unknown>)[key], rest, to);
  return Array.isArray(value)
    ? value.with(Number(key), inner)
    : { ...(value as object), [key]: inner };
}
