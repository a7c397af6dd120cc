import {
  MISSING,
  testAccepted,
  testRefusals,
  TOOL,
  TYPE,
  VALUE,
  withMessages,
} from "../../../support/openai_refusals.ts";
import type { Refusal } from "../../../support/openai_refusals.ts";

const UNKNOWN = "unknown_parameter";
const LONG = "string_above_max_length";

/** A member within a member that is none of the words there are. */
function word(members: object, param: string, said: string, supported: string): Refusal {
  const message = `Invalid value: '${said}'. Supported values are: ${supported}.`;
  return [`${param} ${said}`, members, message, param, VALUE];
}

/** A member within a member that is missing. */
function lacking(members: object, param: string): Refusal {
  return [`no ${param}`, members, `Missing required parameter: '${param}'.`, param, MISSING];
}

function named(name: string): object {
  return withMessages({ role: "user", content: "x", name });
}

function unmatched(name: string): Refusal {
  return [
    `the name ${JSON.stringify(name)}`,
    named(name),
    "Invalid 'messages[1].name': string does not match pattern. Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'.",
    "messages[1].name",
    VALUE,
  ];
}

function long(members: object, param: string, most: number, length: number): Refusal {
  return [
    `${param} of ${length} characters`,
    members,
    `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
    param,
    LONG,
  ];
}

function custom(format: object): object {
  return { tools: [{ type: "custom", custom: { name: "c", format } }] };
}

function image(detail: string): object {
  const part = { type: "image_url", image_url: { url: "https://x.example/a.png", detail } };
  return withMessages({ role: "user", content: [part] });
}

function sound(input: object): object {
  const part = { type: "input_audio", input_audio: input };
  return withMessages({ role: "user", content: [part] });
}

const F = { name: "f", parameters: {} };
const KEY = "k".repeat(65);

testRefusals([
  unmatched("Ada Lovelace"),
  unmatched("a<b"),
  unmatched(""),
  long(named(KEY), "messages[1].name", 64, 65),
  long({ metadata: { [KEY]: "x" } }, `metadata.${KEY}`, 64, 65),
  long({ safety_identifier: "s".repeat(129) }, "safety_identifier", 128, 129),
  lacking(withMessages({ role: "function", content: "x" }), "messages[1].name"),
  [
    "function_call without functions",
    { function_call: "auto" },
    "Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.",
    "function_call",
    null,
  ],
  [
    "function_call of another function",
    { functions: [F], function_call: { name: "g" } },
    "Invalid value for 'function_call': no function named 'g' was specified in the 'functions' parameter.",
    "function_call",
    null,
  ],
  word(
    { functions: [F], function_call: "required" },
    "function_call",
    "required",
    "'none' and 'auto'",
  ),
  lacking({ functions: [F], function_call: {} }, "function_call.name"),
  [
    "a bias that is too large",
    { logit_bias: { "1": 101 } },
    "Invalid 'logit_bias.1': decimal above maximum value. Expected a value <= 100, but got 101 instead.",
    "logit_bias.1",
    "decimal_above_max_value",
  ],
  [
    "a bias that is no number",
    { logit_bias: { "1": "x" } },
    "Invalid type for 'logit_bias.1': expected a decimal, but got a string instead.",
    "logit_bias.1",
    TYPE,
  ],
  lacking({ modalities: ["text", "audio"] }, "audio"),
  lacking({ audio: { format: "wav" } }, "audio.voice"),
  word(
    { audio: { format: "ogg", voice: "alloy" } },
    "audio.format",
    "ogg",
    "'wav', 'aac', 'mp3', 'flac', 'opus', and 'pcm16'",
  ),
  word({ prediction: { type: "text", content: "x" } }, "prediction.type", "text", "'content'"),
  lacking({ prediction: { type: "content" } }, "prediction.content"),
  word(
    { prompt_cache_options: { mode: "auto" } },
    "prompt_cache_options.mode",
    "auto",
    "'implicit' and 'explicit'",
  ),
  word({ prompt_cache_options: { ttl: "1h" } }, "prompt_cache_options.ttl", "1h", "'30m'"),
  [
    "an unknown option of a cache",
    { prompt_cache_options: { x: 1 } },
    "Unknown parameter: 'prompt_cache_options.x'.",
    "prompt_cache_options.x",
    UNKNOWN,
  ],
  word(
    { web_search_options: { search_context_size: "huge" } },
    "web_search_options.search_context_size",
    "huge",
    "'low', 'medium', and 'high'",
  ),
  lacking(
    { web_search_options: { user_location: { type: "approximate" } } },
    "web_search_options.user_location.approximate",
  ),
  lacking({ moderation: {} }, "moderation.model"),
  word(
    { moderation: { model: "m", policy: { input: { mode: "x" } } } },
    "moderation.policy.input.mode",
    "x",
    "'score' and 'block'",
  ),
  word(
    image("mid"),
    "messages[1].content[0].image_url.detail",
    "mid",
    "'auto', 'low', 'high', and 'original'",
  ),
  word(
    sound({ data: "AA==", format: "ogg" }),
    "messages[1].content[0].input_audio.format",
    "ogg",
    "'wav' and 'mp3'",
  ),
  lacking(sound({ format: "wav" }), "messages[1].content[0].input_audio.data"),
  word(custom({ type: "regex" }), "tools[0].custom.format.type", "regex", "'text' and 'grammar'"),
  lacking(custom({ type: "grammar" }), "tools[0].custom.format.grammar"),
  word(
    custom({ type: "grammar", grammar: { syntax: "gbnf", definition: "x" } }),
    "tools[0].custom.format.grammar.syntax",
    "gbnf",
    "'lark' and 'regex'",
  ),
  lacking(
    custom({ type: "grammar", grammar: { syntax: "lark" } }),
    "tools[0].custom.format.grammar.definition",
  ),
]);

testAccepted([
  ["a name of any other characters", named("Ada_Lovelace-Ω.1")],
  [
    "a custom tool with a grammar",
    custom({
      type: "grammar",
      grammar: { syntax: "regex", definition: "^x$" },
    }),
  ],
  ["a custom tool of any text", custom({ type: "text" })],
  ["an answer that sounds", {
    modalities: ["text", "audio"],
    audio: { format: "mp3", voice: { id: "voice_1" } },
  }],
  ["a function by its name beside tools", { tools: [TOOL], tool_choice: "auto" }],
  ["a prediction of parts", {
    prediction: { type: "content", content: [{ type: "text", text: "x" }] },
  }],
]);
