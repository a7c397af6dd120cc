/** The proxy between the SDK `openai` and two upstreams: the first is busy, and then breaks off within an answer. */
import OpenAI from "npm:openai@7.59.0";
import { MockGPT } from "@wholeturn/wholeturn/mock";
import { startProxy } from "@wholeturn/wholeturn/proxy";
import { assertEquals, assertRejects } from "@std/assert";

Deno.test("an answer comes whole from whoever can give it, or is an error", async () => {
  const result = "All is well in here, and out there.";
  const flaky = new MockGPT({
    rules: [{
      sequence: [
        { response: { problem: { kind: "overloaded", message: "Too much to do" } } },
        { result, delivery: { faults: [{ kind: "reset", afterFrames: 5 }] } },
      ],
    }],
  });
  await using first = await flaky.serve();
  await using second = await new MockGPT({ rules: [{ result }] }).serve();
  await using proxy = await startProxy({
    listen: "127.0.0.1:0",
    providers: {
      // Without a `backoff` it does not rest, so that it is asked first again.
      first: { url: `${first.url}/v1` },
      second: { url: `${second.url}/v1` },
    },
    models: { chat: ["first/gpt-5", "second/gpt-5"] },
  });
  const openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: "none", maxRetries: 0 });
  async function ask(): Promise<string> {
    const messages = [{ role: "user" as const, content: "How is it?" }];
    const asked = { model: "chat", stream: true as const, messages };
    let text = "";
    for await (const { choices } of await openai.chat.completions.create(asked)) {
      text += choices[0]?.delta.content ?? "";
    }
    return text;
  }
  assertEquals(await ask(), result);
  await assertRejects(ask, Error, "connection");
});
