import { assertEquals } from "@std/assert";
import { candidate, chunks, mockOf, MODEL, parts, refusal, VERTEX, whole } from "./asked.ts";

Deno.test("Vertex AI's paths are served, with citations as Vertex AI has them", async () => {
  const mock = mockOf({ content: "ok", citations: [{ url: "u", title: "T" }] });
  const body = await whole(mock, {}, MODEL, VERTEX);
  assertEquals(candidate(body).citationMetadata, {
    citations: [{ startIndex: 0, endIndex: 2, uri: "u", title: "T" }],
  });
  assertEquals(mock.records[0]!.request.model, "gemini-2.5-pro");
});

Deno.test("arguments of a call come in pieces where a request asks for it", async () => {
  const args = { city: "New York", n: [1, true, null], "a b": { c: "" } };
  const mock = mockOf({ toolCalls: [{ name: "find", arguments: args, id: "c1" }] });
  const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } };
  const pieces = (
    entry: object,
  ) => [{ functionCall: { partialArgs: [entry], willContinue: true } }];
  assertEquals((await chunks(mock, { toolConfig }, MODEL, VERTEX)).map(parts), [
    [{ functionCall: { name: "find", id: "c1", willContinue: true } }],
    pieces({ jsonPath: "$.city", stringValue: "New", willContinue: true }),
    pieces({ jsonPath: "$.city", stringValue: " York" }),
    pieces({ jsonPath: "$.n[0]", numberValue: 1 }),
    pieces({ jsonPath: "$.n[1]", boolValue: true }),
    pieces({ jsonPath: "$.n[2]", nullValue: "NULL_VALUE" }),
    pieces({ jsonPath: '$["a b"].c', stringValue: "" }),
    [{ functionCall: {} }],
    [{ text: "" }],
  ]);
});

/** What only Vertex AI has: where it stands, and a request of it. */
const MEMBERS: readonly (readonly [place: string, body: object])[] = [
  ["", { modelArmorConfig: {} }],
  ["safety_settings[0]", {
    safetySettings: [{
      category: "HARM_CATEGORY_HARASSMENT",
      threshold: "OFF",
      method: "SEVERITY",
    }],
  }],
  ["generation_config", { generationConfig: { audioTimestamp: true } }],
  ["generation_config", { generationConfig: { routingConfig: {} } }],
  ["generation_config", { generationConfig: { modelSelectionConfig: {} } }],
  ["generation_config", { generationConfig: { modelConfig: {} } }],
  ["tools[0]", { tools: [{ retrieval: {} }] }],
  ["tools[0]", { tools: [{ enterpriseWebSearch: {} }] }],
  ["tools[0]", { tools: [{ exaAiSearch: {} }] }],
  ["tools[0]", { tools: [{ parallelAiSearch: {} }] }],
  ["tools[0].google_search", { tools: [{ googleSearch: { excludeDomains: ["a.example"] } }] }],
  ["tools[0].google_maps", { tools: [{ googleMaps: { groundingTypes: {} } }] }],
  ["tool_config.function_calling_config", {
    toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } },
  }],
];

Deno.test("what only Vertex AI has is unknown to the Gemini API", async () => {
  for (const [place, body] of MEMBERS) {
    assertEquals(await refusal(body, MODEL, VERTEX) as unknown, undefined);
    const { details } = await refusal(body);
    const [{ fieldViolations: [{ field, description }] }] = details as [
      { fieldViolations: [{ field?: string; description: string }] },
    ];
    assertEquals(field ?? "", place);
    assertEquals(/Unknown name "\w+".*: Cannot find field\.$/.test(description), true);
  }
});

Deno.test("Vertex AI refuses a method of blocking that is none", async () => {
  const setting = { category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF", method: "GUESS" };
  const { message } = await refusal({ safetySettings: [setting] }, MODEL, VERTEX);
  assertEquals(
    /^Invalid value at 'safety_settings\[0\]\.method'.*"GUESS"$/.test(message as string),
    true,
  );
});

Deno.test("Vertex AI refuses what a cache holds in words of its own", async () => {
  const tools = [{ functionDeclarations: [{ name: "f" }] }];
  const { message } = await refusal({ cachedContent: "c", tools }, MODEL, VERTEX);
  assertEquals(
    message,
    "Tool config, tools and system instruction should not be set in the request when using cached content.",
  );
});
