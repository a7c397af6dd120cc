/** Misspelt options from plain JavaScript, where no compiler finds them: none passes in silence. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import * as mod from "../../mod.ts";
import { turnResponse } from "../../mock.ts";

const fetched: mod.NewModel = ({ baseUrl, fetch }) =>
  mod.fetchModel({ wire: "openai-chat", baseUrl, fetch });
const passing: mod.Check = { rule: "mine", name: "mine: holds", run: () => Promise.resolve() };
const reader = mod.wireReader("openai-chat");
const give = () => Promise.resolve();

/** A client with every function that any bridge asks for. */
const client: never = {
  chat: Object.assign(give, { completions: { create: give, stream: give }, stream: give }),
  messages: { create: give, stream: give },
  responses: { create: give, stream: give },
  models: { generateContentStream: give },
  chatStream: give,
  doStream: give,
} as never;

type Row = readonly [
  name: string,
  call: (options: never) => unknown,
  misspelt: string,
  meant: string,
];

const ROWS: readonly Row[] = [
  ["modelChecks", (o) => mod.modelChecks(fetched, "openai-chat", o), "transprot", "transport"],
  ["toolConfigChecks", (o) => mod.toolConfigChecks(fetched, o), "isConfigErr", "isConfigError"],
  [
    "toolNameChecks",
    (o) => mod.toolNameChecks(fetched, { refused: [], accepted: ["a"] }, o),
    "deadline",
    "deadlineMs",
  ],
  ["runChecks", (o) => mod.runChecks([passing], o), "concurency", "concurrency"],
  ["readSse", (o) => mod.readSse(reader, "", o), "isModelFailur", "isModelFailure"],
  ["checkSsePrefix", (o) => mod.checkSsePrefix(reader, "", 0, o), "modelFailure", "isModelFailure"],
  ["fuzzSse", (o) => mod.fuzzSse(reader, "openai-chat", o), "numruns", "numRuns"],
  [
    "fetchModel",
    (o: object) => mod.fetchModel({ wire: "gemini", baseUrl: "http://localhost", ...o }),
    "apikey",
    "apiKey",
  ],
  ["turnResponse", (o) => turnResponse("gemini", [], o), "modle", "model"],
  ["assemble", (o) => mod.assemble([], o), "message", "messages"],
  ["SseDecoder", (o) => new mod.SseDecoder(o), "maxLineChar", "maxLineChars"],
  ["NdjsonDecoder", (o) => new mod.NdjsonDecoder(o), "maxlinechars", "maxLineChars"],
  ["encodeSse", (o) => mod.encodeSse({ data: "" }, o), "lineEnds", "lineEnd"],
  ["encodeNdjson", (o) => mod.encodeNdjson({ data: "" }, o), "lineend", "lineEnd"],
  ["openAiChat", (o) => mod.openAiChat(client, o), "apis", "api"],
  ["openAiResponses", (o) => mod.openAiResponses(client, o), "API", "api"],
  ["anthropicMessages", (o) => mod.anthropicMessages(client, o), "modle", "model"],
  ["aiSdk", (o) => mod.aiSdk(client, o), "ia", "ai"],
  ["cohere", (o) => mod.cohere(client, o), "modell", "model"],
  ["googleGenAi", (o) => mod.googleGenAi(client, o), "mode", "model"],
  ["mistral", (o) => mod.mistral(client, o), "models", "model"],
  ["ollama", (o) => mod.ollama(client, o), "Model", "model"],
];

for (const [name, call, misspelt, meant] of ROWS) {
  Deno.test(`${name}() refuses an option that there is not, and names the one meant`, async () => {
    const error = await errorOf(() => call({ [misspelt]: undefined } as never));
    assert(error instanceof TypeError, String(error));
    const says =
      `as there is no option "${misspelt}", did you mean "${meant}"? It must be one of: `;
    assert(error.message.includes(says), error.message);
    assertEquals(error.message.split(says)[1]?.split(", ").includes(meant), true);
  });
}

Deno.test("options that are no object are refused", async () => {
  for (const [name, call] of ROWS) {
    if (name === "fetchModel") continue;
    for (const options of [null, 5, "server", ["only"]]) {
      const error = await errorOf(() => call(options as never));
      assert(error instanceof TypeError, `${name}: ${error}`);
      assert(error.message.includes("its options must be an object"), error.message);
    }
  }
});

Deno.test("bridges refuse a way to use the client that there is not", async () => {
  for (const bridge of [mod.openAiChat, mod.openAiResponses, mod.anthropicMessages]) {
    const error = await errorOf(() => bridge(client, { api: "strem" as never }));
    assert(error instanceof TypeError && error.message.includes(`'api' must be "create" or`));
  }
});

async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error;
  }
}

Deno.test("modelChecks() refuses flags that are neither true nor false", () => {
  for (const name of ["lenient", "server", "strictTruncation"]) {
    for (const value of ["yes", "no", 0, 1, null, {}]) {
      const check = () => mod.modelChecks(fetched, "openai-chat", { [name]: value } as never);
      assertThrows(check, TypeError, `as '${name}' must be true or false: current value is`);
    }
  }
});
