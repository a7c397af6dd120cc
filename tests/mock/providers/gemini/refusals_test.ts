import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { HI, MODEL, MODELS, refusal, send, whole } from "./asked.ts";

const AT = "Invalid JSON payload received. Unknown name";
const NO_FIELD = "Cannot find field.";
const TYPES = "type.googleapis.com/google.ai.generativelanguage.v1beta";
const NAME =
  "Invalid function name. Must start with a letter or an underscore. Must be alphameric " +
  "(a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.";

/** What does not fit its type: its name, the request, where Gemini says it is, and what it says. */
const MISFITS: readonly (readonly [string, object, string | undefined, string])[] = [
  ["an unknown member", { foo: 1 }, undefined, `${AT} "foo": ${NO_FIELD}`],
  [
    "an unknown member within",
    { contents: [{ parts: [{ txt: "x" }] }] },
    "contents[0].parts[0]",
    `${AT} "txt" at 'contents[0].parts[0]': ${NO_FIELD}`,
  ],
  [
    "a member that OpenAPI does not have in a schema",
    declared({ type: "OBJECT", properties: { a: { type: "STRING", const: "x" } } }),
    "tools[0].function_declarations[0].parameters.properties[0].value",
    `${AT} "const" at 'tools[0].function_declarations[0].parameters.properties[0].value': ${NO_FIELD}`,
  ],
  [
    "a list of types",
    declared({ type: ["STRING", "NULL"] }),
    "tools[0].function_declarations[0].parameters",
    `${AT} "type" at 'tools[0].function_declarations[0].parameters': Proto field is not repeating, cannot start list.`,
  ],
  [
    "a text for a content",
    { contents: "hi" },
    "contents[0]",
    `Invalid value at 'contents[0]' (${TYPES}.Content), "hi"`,
  ],
  [
    "a number for a text",
    { contents: [{ parts: [{ text: 5 }] }] },
    "contents[0].parts[0].text",
    "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 5",
  ],
  [
    "a text for a number",
    { generationConfig: { temperature: "warm" } },
    "generation_config.temperature",
    "Invalid value at 'generation_config.temperature' (TYPE_FLOAT), \"warm\"",
  ],
  [
    "a part of a number for a whole one",
    { generationConfig: { maxOutputTokens: 1.5 } },
    "generation_config.max_output_tokens",
    "Invalid value at 'generation_config.max_output_tokens' (TYPE_INT32), 1.5",
  ],
  [
    "a word that is none",
    { toolConfig: { functionCallingConfig: { mode: "MAYBE" } } },
    "tool_config.function_calling_config.mode",
    `Invalid value at 'tool_config.function_calling_config.mode' (${TYPES}.FunctionCallingConfig.Mode), "MAYBE"`,
  ],
  [
    "a kind of answer that is none",
    { generationConfig: { responseModalities: ["TEXT", "SMELL"] } },
    "generation_config.response_modalities[1]",
    `Invalid value at 'generation_config.response_modalities[1]' (${TYPES}.GenerationConfig.Modality), "SMELL"`,
  ],
  [
    "a resolution that is none",
    { generationConfig: { mediaResolution: "LOW" } },
    "generation_config.media_resolution",
    `Invalid value at 'generation_config.media_resolution' (${TYPES}.GenerationConfig.MediaResolution), "LOW"`,
  ],
  [
    "a level of thinking that is none",
    { generationConfig: { thinkingConfig: { thinkingLevel: "EXTREME" } } },
    "generation_config.thinking_config.thinking_level",
    `Invalid value at 'generation_config.thinking_config.thinking_level' (${TYPES}.ThinkingConfig.ThinkingLevel), "EXTREME"`,
  ],
  [
    "a tier of service that is none",
    { serviceTier: "gold" },
    "service_tier",
    `Invalid value at 'service_tier' (${TYPES}.ServiceTier), "gold"`,
  ],
  [
    "a behaviour of a function that is none",
    { tools: [{ functionDeclarations: [{ name: "f", behavior: "LAZY" }] }] },
    "tools[0].function_declarations[0].behavior",
    `Invalid value at 'tools[0].function_declarations[0].behavior' (${TYPES}.FunctionDeclaration.Behavior), "LAZY"`,
  ],
  [
    "a time for what a function gave that is none",
    { contents: [{ parts: [{ functionResponse: { name: "f", scheduling: "SOON" } }] }] },
    "contents[0].parts[0].function_response.scheduling",
    `Invalid value at 'contents[0].parts[0].function_response.scheduling' (${TYPES}.FunctionResponse.Scheduling), "SOON"`,
  ],
  [
    "an option that a search does not have",
    { tools: [{ googleSearch: { depth: 3 } }] },
    "tools[0].google_search",
    `${AT} "depth" at 'tools[0].google_search': ${NO_FIELD}`,
  ],
  [
    "an option of a tool that has none",
    { tools: [{ codeExecution: { language: "PYTHON" } }] },
    "tools[0].code_execution",
    `${AT} "language" at 'tools[0].code_execution': ${NO_FIELD}`,
  ],
  [
    "bytes that are none",
    { contents: [{ parts: [{ inlineData: { mimeType: "image/png", data: "?" } }] }] },
    "contents[0].parts[0].inline_data.data",
    "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed for \"?\"",
  ],
  [
    "two kinds of data in a part",
    { contents: [{ parts: [{ text: "x", functionCall: { name: "f" } }] }] },
    "contents[0].parts[0]",
    "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'functionCall'",
  ],
];

function declared(parameters: object, name = "find"): { readonly tools: readonly object[] } {
  return { tools: [{ functionDeclarations: [{ name, parameters }] }] };
}

for (const [name, body, field, description] of MISFITS) {
  Deno.test(`Gemini refuses ${name}, and says where`, async () => {
    const type = "type.googleapis.com/google.rpc.BadRequest";
    const fault = field === undefined ? { description } : { field, description };
    assertEquals(await refusal(body), {
      code: 400,
      message: description,
      status: "INVALID_ARGUMENT",
      details: [{ "@type": type, fieldViolations: [fault] }],
    });
  });
}

const PATH = "* GenerateContentRequest.";
const CALL = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] };
const GAVE = { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] };
const JSON_CONFIG = { generationConfig: { responseMimeType: "application/json" } };
const DECLARED = declared({ type: "object", properties: { q: { type: "string" } } });

/** What fits and is refused all the same: its name, the request, and what Gemini says. */
const REFUSALS: readonly (readonly [string, object, string])[] = [
  ["no contents", { contents: [] }, `${PATH}contents: contents is not specified\n`],
  [
    "contents without parts",
    { contents: [{ role: "user", parts: [] }] },
    `${PATH}contents[0].parts: contents.parts must not be empty.\n`,
  ],
  [
    "a part without data",
    { contents: [{ parts: [{ thought: true }] }] },
    `${PATH}contents[0].parts[0].data: required oneof field 'data' must have one initialized field\n`,
  ],
  [
    "a role that is none",
    { contents: [{ role: "assistant", parts: [{ text: "x" }] }] },
    "Please use a valid role: user, model.",
  ],
  [
    "a name of a function that is none, and every other",
    {
      tools: [{
        functionDeclarations: [{ name: "1st" }, { name: "two words" }],
      }],
    },
    `${PATH}tools[0].function_declarations[0].name: ${NAME}\n` +
    `${PATH}tools[0].function_declarations[1].name: ${NAME}\n`,
  ],
  [
    "a name of a function that is too long",
    { tools: [{ functionDeclarations: [{ name: "f".repeat(129) }] }] },
    `${PATH}tools[0].function_declarations[0].name: ${NAME}\n`,
  ],
  [
    "a function that is declared twice",
    { tools: [{ functionDeclarations: [{ name: "f" }, { name: "f" }] }] },
    "Duplicate function declaration found: f",
  ],
  [
    "an object without members",
    declared({ type: "OBJECT", properties: {} }),
    `${PATH}tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type\n`,
  ],
  [
    "a list without a kind of items, within an object",
    declared({ type: "OBJECT", properties: { a: { type: "ARRAY" } } }),
    `${PATH}tools[0].function_declarations[0].parameters.properties[a].items: missing field.\n`,
  ],
  [
    "a required member that there is not",
    declared({ type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["b"] }),
    `${PATH}tools[0].function_declarations[0].parameters.required[0]: property is not defined\n`,
  ],
  [
    "a format of a text that Gemini does not know",
    declared({ type: "OBJECT", properties: { a: { type: "STRING", format: "uri" } } }),
    `${PATH}tools[0].function_declarations[0].parameters.properties[a].format: only 'enum' and ` +
    "'date-time' are supported for STRING type\n",
  ],
  [
    "a temperature out of range",
    { generationConfig: { temperature: 2.5 } },
    `${PATH}generation_config.temperature: temperature must be in the range [0.0, 2.0].\n`,
  ],
  [
    "an unknown type of the answer",
    { generationConfig: { responseMimeType: "text/html" } },
    `${PATH}generation_config.response_mime_type: allowed mimetypes are \`text/plain\`, ` +
    "`application/json`, `application/xml`, `application/yaml` and `text/x.enum`.\n",
  ],
  [
    "functions beside JSON",
    { ...DECLARED, ...JSON_CONFIG },
    "Function calling with a response mime type: 'application/json' is unsupported",
  ],
  ...[
    { systemInstruction: { parts: [{ text: "Be brief." }] } },
    DECLARED,
    { toolConfig: { functionCallingConfig: { mode: "NONE" } } },
  ].map((members): readonly [string, object, string] => [
    `a cache beside ${Object.keys(members)[0]}`,
    { cachedContent: "cachedContents/c1", ...members },
    "CachedContent can not be used with GenerateContent request setting system_instruction, tools " +
    "or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.",
  ]),
  [
    "a forced call without functions",
    { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
    "Function calling config is set without function_declarations.",
  ],
  [
    "what a function gave without a call",
    { contents: [...HI, GAVE] },
    "Please ensure that function response turn comes immediately after a function call turn.",
  ],
  [
    "a call that is not answered",
    { contents: [...HI, CALL, { role: "user", parts: [{ text: "so?" }] }] },
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  ],
  [
    "two calls of one turn, in contents of their own, of which one is answered",
    { contents: [...HI, CALL, CALL, GAVE] },
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  ],
  [
    "a call that follows no user",
    { contents: [CALL, GAVE] },
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  ],
  [
    "a call without a name",
    { contents: [...HI, { role: "model", parts: [{ functionCall: { args: {} } }] }] },
    `${PATH}contents[1].parts[0].function_call.name: Name cannot be empty.\n`,
  ],
];

for (const [name, body, message] of REFUSALS) {
  Deno.test(`Gemini refuses ${name}`, async () => {
    const error = await refusal(body);
    assertEquals(error, { code: 400, message, status: "INVALID_ARGUMENT" });
  });
}

Deno.test("Gemini 3 refuses calls of the current turn without their signature, and takes JSON beside functions", async () => {
  const contents = [...HI, CALL, GAVE];
  const error = await refusal({ contents }, "gemini-3-pro-preview");
  assertMatch(
    error.message as string,
    /^Function call is missing a thought_signature in functionCall/,
  );
  const signed = { role: "model", parts: [{ ...CALL.parts[0], thoughtSignature: "c2ln" }] };
  for (
    const body of [
      { contents: [...HI, signed, GAVE] },
      // What was said in an earlier turn is not looked at.
      { contents: [...contents, { role: "model", parts: [{ text: "ok" }] }, ...HI] },
      { ...DECLARED, ...JSON_CONFIG },
    ]
  ) {
    const mock = new MockGPT({ rules: [{ result: '{"a":1}' }] });
    assertEquals((await whole(mock, body, "gemini-3-pro-preview")).error, undefined);
  }
  assertEquals(await refusal({ contents }, MODEL), undefined as unknown as JsonObject);
});

Deno.test("Gemini takes the words of its types, in small letters as well, and long names of functions", async () => {
  const body = {
    generationConfig: { responseModalities: ["text"], mediaResolution: "MEDIA_RESOLUTION_LOW" },
    serviceTier: "flex",
    tools: [
      { functionDeclarations: [{ name: "f".repeat(128) }] },
      { googleSearch: { searchTypes: { webSearch: {} }, timeRangeFilter: {} } },
      { codeExecution: {} },
    ],
  };
  assertEquals(await refusal(body), undefined as unknown as JsonObject);
});

Deno.test("Gemini takes a turn in several contents, and judges it as one", async () => {
  const { parts: [call] } = CALL;
  const text = (text: string) => ({ role: "model", parts: [{ text }] });
  const signed = { role: "model", parts: [{ ...call, thoughtSignature: "c2ln" }] };
  const contents = [...HI, text("I"), text(" look."), signed, CALL, text(""), GAVE, GAVE];
  for (const model of [MODEL, "gemini-3-pro-preview"]) {
    assertEquals(await refusal({ contents }, model), undefined as unknown as JsonObject);
  }
  const unsigned = [...HI, text("I look."), CALL, signed, GAVE, GAVE];
  const { message } = await refusal({ contents: unsigned }, "gemini-3-pro-preview");
  assertMatch(message as string, /missing a thought_signature/);
});

Deno.test("Gemini takes several calls whose answers come in one content, and null for nothing", async () => {
  const { parts: [call] } = CALL;
  const { parts: [gave] } = GAVE;
  const contents = [...HI, { role: "model", parts: [call, call] }, {
    role: "function",
    parts: [gave, gave],
  }];
  const body = { contents, tools: null, generationConfig: { temperature: null } };
  assertEquals(await refusal(body), undefined as unknown as JsonObject);
});

Deno.test("an error of the endpoint that streams an array is the only element of an array", async () => {
  const mock = new MockGPT({ rules: [{ result: "x" }] });
  const { status, body } = await send(mock, {}, `${MODELS}/m:streamGenerateContent`);
  assertEquals(status, 400);
  const [{ error }] = body as unknown as [{ error: JsonObject }];
  assertEquals(error.status, "INVALID_ARGUMENT");
  const events = await send(mock, {}, `${MODELS}/m:streamGenerateContent?alt=sse`);
  assertEquals((events.body.error as JsonObject).status, "INVALID_ARGUMENT");
});

/** What a rule describes, and the status, the word and the details that Gemini has for it. */
const PROBLEMS = [
  ["authentication", 400, "INVALID_ARGUMENT", ["ErrorInfo"]],
  ["permission", 403, "PERMISSION_DENIED", []],
  ["quota", 429, "RESOURCE_EXHAUSTED", ["QuotaFailure", "Help"]],
  ["rate_limit", 429, "RESOURCE_EXHAUSTED", ["QuotaFailure", "Help", "RetryInfo"]],
  ["overloaded", 503, "UNAVAILABLE", []],
  ["timeout", 504, "DEADLINE_EXCEEDED", []],
] as const;

for (const [kind, code, word, details] of PROBLEMS) {
  Deno.test(`Gemini says in its own form that something went wrong: ${kind}`, async () => {
    const response = { problem: { kind, message: "No." }, retryAfter: { seconds: 7 } };
    const mock = new MockGPT({ rules: [{ response }] });
    const { status, body } = await send(mock, { contents: HI }, `${MODELS}/m:generateContent`);
    const { error } = body as { error: JsonObject };
    assertEquals([status, error.code, error.status], [code, code, word]);
    const found = (error.details ?? []) as readonly JsonObject[];
    assertEquals(
      found.map((detail) => detail["@type"]),
      details.map((name) => `type.googleapis.com/google.rpc.${name}`),
    );
    const delay = found.find((detail) => detail.retryDelay !== undefined)?.retryDelay;
    assertEquals(delay, kind === "rate_limit" ? "7s" : undefined);
  });
}
