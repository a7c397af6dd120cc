/** A scripted double behind the API of a provider, for whatever SDK: here `@anthropic-ai/sdk`. */
import { expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { MockGPT } from "@wholeturn/wholeturn/mock";
import { ruleFromModel, ScriptedChatModel } from "@wholeturn/wholeturn/testing";

/** Sums a text up, part by part: the code under test. */
async function summary(client, parts) {
  let soFar = "";
  for (const part of parts) {
    const stream = client.messages.stream({
      model: "claude-sonnet-5",
      max_tokens: 100,
      system: `So far: ${soFar}`,
      messages: [{ role: "user", content: part }],
    });
    soFar = await stream.finalText();
  }
  return soFar;
}

test("each part is sent with the summary of those before", async () => {
  const double = new ScriptedChatModel([{ content: "A cat." }, { content: "A cat and a dog." }]);
  const mock = new MockGPT({ rules: [ruleFromModel(double)] });
  const client = new Anthropic({ fetch: mock.fetch, apiKey: "none", maxRetries: 0 });

  expect(await summary(client, ["Miaow", "Woof"])).toBe("A cat and a dog.");
  const asked = double.requests.map(({ messages }) => messages.map(({ content }) => content));
  expect(asked).toEqual([["So far: ", "Miaow"], ["So far: A cat.", "Woof"]]);
  double.assertPlayed();
});
