import { assertEquals, assertThrows } from "@std/assert";
import { toConfig } from "../../src/adapter/config.ts";
import type { FetchModelOptions } from "../../src/adapter/fetch_model_options.ts";

const GOOD: FetchModelOptions = { wire: "openai-chat", baseUrl: "https://api.example/v1" };

Deno.test("toConfig() takes what is needed and has defaults for the rest", () => {
  const { wire, baseUrl, apiKey, model, headers, extraBody, maxBytes, dialect } = toConfig(GOOD);
  assertEquals(wire.id, "openai-chat");
  assertEquals(baseUrl.href, "https://api.example/v1");
  assertEquals([apiKey, model, dialect, [...headers], extraBody], [
    undefined,
    undefined,
    undefined,
    [],
    {},
  ]);
  assertEquals(maxBytes, 33_554_432);
});

Deno.test("toConfig() takes the dialect of an OpenAI chat server", () => {
  const { wire, dialect } = toConfig({ ...GOOD, dialect: "mistral" });
  assertEquals([wire.finishMap.model_length, dialect], ["length", "mistral"]);
});

Deno.test.each([
  { name: "an unknown wire", options: { wire: "openai" }, says: "anthropic-messages" },
  { name: "no wire", options: { wire: undefined }, says: "anthropic-messages" },
  { name: "an inherited name for a wire", options: { wire: "toString" }, says: '"toString"' },
  { name: "an unknown dialect", options: { dialect: "x" }, says: "llama.cpp" },
  {
    name: "a dialect of another wire",
    options: { wire: "anthropic-messages", dialect: "groq" },
    says: '"groq"',
  },
  { name: "a base URL that is none", options: { baseUrl: "api.example/v1" }, says: "api.example" },
  {
    name: "no base URL",
    options: { baseUrl: undefined },
    says:
      "without a 'baseUrl': it must be the URL of the API, as \"https://api.openai.com/v1\" is, " +
      "got undefined",
  },
  { name: "null for the base URL", options: { baseUrl: null }, says: "got null" },
  { name: "a number for the base URL", options: { baseUrl: 8080 }, says: "got 8080" },
  { name: "a list for the base URL", options: { baseUrl: [] }, says: '""' },
  { name: "a base URL of a file", options: { baseUrl: "file:///etc" }, says: "file:" },
  { name: "a base URL with a password", options: { baseUrl: "https://a:b@c/" }, says: "password" },
  { name: "a base URL with a user", options: { baseUrl: "https://a@c/" }, says: "password" },
  {
    name: "a base URL with a bare password",
    options: { baseUrl: "https://:b@c/" },
    says: "password",
  },
  { name: "an empty key", options: { apiKey: "" }, says: "apiKey" },
  { name: "a key with a line end", options: { apiKey: "sk-secret\n" }, says: "apiKey" },
  { name: "a key of other letters", options: { apiKey: "sk-secret-é" }, says: "apiKey" },
  { name: "a key that is no string", options: { apiKey: 7 }, says: "apiKey" },
  { name: "a model that is no string", options: { model: 7 }, says: "model" },
  { name: "a fetch that is no function", options: { fetch: {} }, says: "fetch" },
  { name: "a body that is no object", options: { extraBody: [] }, says: "extraBody" },
  {
    name: "a body that changes the stream",
    options: { extraBody: { stream: false } },
    says: "stream",
  },
  { name: "a header that cannot be sent", options: { headers: { "a b": "c" } }, says: "headers" },
])("toConfig() refuses $name with a TypeError", ({ options, says }) => {
  const error = assertThrows(
    () => toConfig({ ...GOOD, ...options } as FetchModelOptions),
    TypeError,
  );
  assertEquals(error.message.includes(says), true, error.message);
  assertEquals(error.message.includes("sk-secret"), false, "a key never stands in a message");
});

Deno.test.each([undefined, null, "https://api.example"])(
  "toConfig() refuses %j for options",
  (options) => {
    assertThrows(() => toConfig(options as unknown as FetchModelOptions), TypeError, "options");
  },
);

Deno.test("toConfig() refuses a limit that is no positive integer with a RangeError", () => {
  assertThrows(() => toConfig({ ...GOOD, maxBytes: 0 }), RangeError, "maxBytes");
});
