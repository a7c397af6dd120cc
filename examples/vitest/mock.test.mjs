/** A chat on the SDK `openai`, tested with MockGPT: a stream that ends too early is no answer. */
import OpenAI from "openai";
import { expect, test } from "vitest";
import { MockGPT } from "@wholeturn/wholeturn/mock";

/** Adds a question and the model's answer to a conversation; a failed turn adds nothing. */
async function chat(client, messages, question) {
  const asked = [...messages, { role: "user", content: question }];
  const stream = client.chat.completions.stream({ model: "gpt-5", messages: asked });
  return [...asked, await stream.finalMessage()];
}

test("a stream that ends without its reason to finish is not kept as an answer", async () => {
  const faults = [{ kind: "close", afterFrames: 3 }];
  const mock = new MockGPT({
    rules: [
      { name: "cut", turn: 0, times: 1, result: "One two three.", delivery: { faults } },
      { name: "whole", turn: 0, result: "One two three." },
      { name: "thanks", turn: 1, result: "You are welcome." },
    ],
  });
  const client = new OpenAI({ fetch: mock.fetch, apiKey: "none", maxRetries: 0 });
  await expect(chat(client, [], "Count.")).rejects.toThrow("finish_reason");
  const counted = await chat(client, [], "Count.");
  const thanked = await chat(client, counted, "Thanks.");
  expect(thanked.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(thanked.at(-1).content).toBe("You are welcome.");
  expect(mock.verdict().findings.find(({ rule }) => rule === "cut-is-not-whole").ok).toBe(true);
  mock.assertDone();
});
