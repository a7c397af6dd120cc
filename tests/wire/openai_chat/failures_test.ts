import { assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { ModelError } from "../../../src/errors.ts";
import { usage } from "../../support/events.ts";
import { chunk, DONE, ends, read, readBytes, said, summary, used } from "./chunks.ts";

const BUSY = { message: "Provider is busy", type: "server_error", code: 502 };

/** Failures inside a response with status 200: `research/wires.md` 4, kind F. */
const CASES: { name: string; ref: string; body: unknown[]; code?: string; text: string }[] = [
  {
    name: "an error object alone",
    ref: "vercel/ai#1835",
    body: [{ error: BUSY }],
    text: "Provider is busy",
  },
  {
    name: "an error object behind content, and the marker",
    ref: "diegosouzapw/OmniRoute#8210, BerriAI/litellm#39748",
    body: [said("Hi"), { error: BUSY, choices: [] }, DONE],
    text: "Provider is busy",
  },
  {
    name: "an error object beside a finish reason",
    ref: "damianvtran/local-operator#223, langchain-ai/langchainjs#11579",
    body: [chunk({ content: "" }, "error", { error: BUSY }), DONE],
    text: "Provider is busy",
  },
  {
    name: "an error object beside content and a good finish reason",
    ref: "open-octo/octo-agent#910",
    body: [chunk({ content: "Hi" }, "stop", { error: BUSY }), DONE],
    text: "Provider is busy",
  },
  {
    name: "an error object behind the finish reason",
    ref: "bigduu/Bamboo-agent#383",
    body: [said("Hi", "stop"), { error: BUSY }, DONE],
    text: "Provider is busy",
  },
  {
    name: "an error on the choice",
    ref: "dcdpr/jp#978, genkit-ai/genkit#6079",
    body: [{ choices: [{ index: 0, delta: {}, error: BUSY, finish_reason: "stop" }] }, DONE],
    text: "Provider is busy",
  },
  {
    name: "an error that is a text",
    ref: "vercel/ai#2720",
    body: [{ error: "overloaded" }, DONE],
    text: "overloaded",
  },
  {
    name: "an error without a message",
    ref: "ggml-org/llama.cpp#14566",
    body: [{ error: { code: 500 } }, DONE],
    text: '{"code":500}',
  },
  {
    name: "an exceeded quota",
    ref: "bide (ErrQuotaExhausted)",
    body: [{ error: { message: "Pay", type: "insufficient_quota" } }],
    code: "QUOTA",
    text: "Pay",
  },
  {
    name: "an exceeded quota that only the code names",
    ref: "bide (billing_not_active)",
    body: [{
      error: { message: "Pay", type: "invalid_request_error", code: "billing_not_active" },
    }],
    code: "QUOTA",
    text: "Pay",
  },
  {
    name: "Mistral's error",
    ref: "mistralai error object",
    body: [{ object: "error", message: "Service unavailable", type: "internal", code: 1000 }, DONE],
    text: "Service unavailable",
  },
  {
    name: "an error that its type names",
    ref: "as on Anthropic's wire",
    body: [said("Hi"), { type: "error", error: BUSY, request_id: "req_1" }, DONE],
    text: "Provider is busy",
  },
  {
    name: "a chunk that is an error by its type",
    ref: "as on Anthropic's wire",
    body: [said("Hi"), { type: "error", message: "Provider is busy" }, DONE],
    text: "Provider is busy",
  },
  {
    name: "Groq's error",
    ref: "groq x_groq.error",
    body: [chunk({}, "stop", { x_groq: { id: "req_1", error: "over capacity" } }), DONE],
    text: "over capacity",
  },
];

for (const { name, ref, body, code = "PROVIDER", text } of CASES) {
  Deno.test(`openai-chat fails for ${name} (${ref})`, () => {
    const { error, events } = read(body);
    assertInstanceOf(error, ModelError);
    assertEquals(error.code, code);
    assertStringIncludes(error.message, text);
    // Nothing of the failure became an event, least of all a finish.
    assertEquals(events.filter(({ type }) => type === "finish"), []);
  });
}

Deno.test("openai-chat keeps the id of the request that failed", () => {
  const payload = { error: BUSY, request_id: "req_1" };
  const named = toBytes(`event: error\ndata: ${JSON.stringify(payload)}\n\n`);
  assertEquals((read([payload]).error as ModelError).requestId, "req_1");
  assertEquals((readBytes(named).error as ModelError).requestId, "req_1");
  assertEquals((read([{ error: BUSY }]).error as ModelError).requestId, undefined);
});

for (const none of [null, false, ""]) {
  Deno.test(`openai-chat takes the error ${JSON.stringify(none)} for none (foundry-local#144)`, () => {
    const body = [chunk({ content: "Hi" }, "stop", { error: none, x_groq: { error: none } }), DONE];
    assertEquals(summary(read(body)), "Hi");
  });
}

Deno.test("openai-chat fails for an event named error, with JSON or mere text", () => {
  const bodies = [
    'event: error\ndata: {"error":{"message":"Provider is busy"}}\n\n',
    'event: error\ndata: {"message":"Provider is busy"}\n\n',
    "event: error\ndata: Provider is busy\n\n",
  ];
  for (const body of bodies) {
    const { error } = readBytes(toBytes(`${body}data: [DONE]\n\n`));
    assertInstanceOf(error, ModelError);
    assertEquals(error.code, "PROVIDER");
    assertStringIncludes(error.message, "Provider is busy");
  }
});

Deno.test("openai-chat gives what came before a failure", () => {
  const { events, code } = read([said("Hel"), said("lo"), { error: BUSY }, said("!")]);
  assertEquals(events, [{ type: "text", text: "Hel" }, { type: "text", text: "lo" }]);
  assertEquals(code, "PROVIDER");
});

Deno.test("openai-chat takes the words of an error for no error where they are content", () => {
  const content = 'Say {"error":{"message":"x"}} and event: error';
  assertEquals(summary(read([said(content), ends(), DONE])), content);
});

for (
  const [name, late] of [
    ["an error", { error: BUSY }],
    ["a second reason", ends("length")],
    ["a frame that is no JSON", "oops"],
    ["text behind the finish", said("!")],
    ["a failure word", ends("error")],
  ] as const
) {
  Deno.test(`openai-chat reports the usage seen before ${name}`, () => {
    const counts = {
      prompt_tokens: 9,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 4 },
    };
    const { error } = read([said("Hi", "stop"), used(counts), late], "openrouter");
    assertInstanceOf(error, ModelError);
    assertEquals(error.usage, usage(5, 2, 4));
  });
}

Deno.test("openai-chat reports no usage where none was seen", () => {
  for (const body of [[said("Hi")], [said("Hi", "stop")], [{ error: BUSY }], ["oops"]]) {
    assertEquals((read(body).error as ModelError).usage, undefined);
  }
});

Deno.test("openai-chat reports the usage seen before a cut, raised to 0 where it is negative", () => {
  const counts = {
    prompt_tokens: 1,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 4 },
  };
  const { error } = read([chunk({ content: "Hi" }, null, { usage: counts })]);
  assertInstanceOf(error, ModelError);
  assertEquals([error.code, error.usage], ["INCOMPLETE", usage(0, 2, 4)]);
});

for (
  const [body, words] of [
    [[ends("length"), ends("stop"), DONE], '"length", then "stop"'],
    [[said("Hi", "stop"), said("!")], '"text" event follows the finish reason "stop"'],
    [[ends("error")], 'failed within the stream: finish_reason "error"'],
    [[{ choices: 5 }], "The 'choices' of a chunk must be a list or null: it is of type number"],
    [[said(5)], "The 'content' of a chunk"],
    [[chunk({ tool_calls: "x" })], "The 'tool_calls' of a chunk"],
    [[{ choices: [{ index: 3, delta: {} }] }], "choice 3 arrived"],
    [[{ choices: [{ message: { content: "Hi" } }] }], "a whole message"],
    [[said("Hi")], "no finish_reason, no [DONE]"],
    [[said("Hi", "stop")], 'after finish_reason "stop" but before [DONE]'],
  ] as const
) {
  Deno.test(`openai-chat says what is wrong: ${words}`, () => {
    assertStringIncludes(String(read(body, "openrouter").error), words);
  });
}

for (
  const payload of ["oops", "{", "null", "5", '"[DONE]"', "[]", "[done]", "<html>", "undefined"]
) {
  Deno.test(`openai-chat refuses a frame that is no JSON object: ${payload}`, () => {
    assertEquals(summary(read([said("Hi", "stop"), payload, DONE])), "STREAM_PROTOCOL");
  });
}

Deno.test("openai-chat keeps endless words out of its messages", () => {
  const long = "x".repeat(100_000);
  const bodies = [
    [ends(long)],
    [ends(long), said("!")],
    [ends(long), ends("stop")],
    [long],
    [{ error: { message: long, type: long } }],
  ];
  for (const body of bodies) {
    const { error } = read(body);
    assertInstanceOf(error, ModelError);
    assertEquals(error.message.length < 10_000, true, `${error.message.length} characters`);
  }
});

for (
  const [name, body] of [
    ["HTML", "<!doctype html><html><body>502 Bad Gateway</body></html>"],
    ["a JSON error", '{"error":{"message":"Provider is busy"}}'],
    ["a whole JSON answer", JSON.stringify({ choices: [{ message: { content: "Hi" } }] })],
    ["comments only", ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n"],
    ["nothing", ""],
    ["blank lines", "\n\n\n\n"],
  ] as const
) {
  Deno.test(`openai-chat takes a body of ${name} for no turn (9router#3051, ggcode#446)`, () => {
    assertEquals(summary(readBytes(toBytes(body))), "INCOMPLETE");
  });
}
