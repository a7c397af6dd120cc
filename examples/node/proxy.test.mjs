/** The proxy between the SDK `openai` and two upstreams: the first is busy, and rests from then on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { MockGPT } from "@wholeturn/wholeturn/mock";
import { startProxy } from "@wholeturn/wholeturn/proxy";

test("an answer comes from the first upstream that is not busy", async () => {
  const problem = { kind: "overloaded", message: "Too much to do" };
  const busy = await new MockGPT({ rules: [{ response: { problem } }] }).serve();
  const spare = await new MockGPT({ rules: [{ result: "All is well." }] }).serve();
  const proxy = await startProxy({
    listen: "127.0.0.1:0",
    providers: {
      busy: { url: `${busy.url}/v1`, backoff: "PT15M" },
      spare: { url: `${spare.url}/v1` },
    },
    models: { chat: ["busy/gpt-5", "spare/gpt-5"] },
  });
  try {
    const openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: "none", maxRetries: 0 });
    const { data, response } = await openai.chat.completions.create({
      model: "chat",
      messages: [{ role: "user", content: "How is it?" }],
    }).withResponse();
    assert.equal(data.choices[0].message.content, "All is well.");
    assert.equal(response.headers.get("x-proxy-upstream"), "spare/gpt-5");
  } finally {
    await proxy.close();
    await busy.close();
    await spare.close();
  }
});
