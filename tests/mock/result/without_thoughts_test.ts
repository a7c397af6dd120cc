import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

const MESSAGES = [{ role: "user", content: "hi" }];
const GEMINI = "/v1beta/models/gemini-2.5-flash";
const CONTENTS = [{ parts: [{ text: "hi" }] }];

/** Requests that forbid thinking, and those that say nothing of it. */
const ENDPOINTS = [
  ["/v1/messages", { model: "m", max_tokens: 100, messages: MESSAGES }, {
    thinking: { type: "disabled" },
  }],
  [`${GEMINI}:generateContent`, { contents: CONTENTS }, {
    generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
  }],
  [`${GEMINI}:streamGenerateContent`, { contents: CONTENTS }, {
    generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
  }],
  ["/api/chat", { model: "m", messages: MESSAGES, stream: false }, { think: false }],
  ["/api/generate", { model: "m", prompt: "hi" }, { think: false }],
  ["/v2/chat", { model: "m", messages: MESSAGES }, { thinking: { type: "disabled" } }],
] as const;

async function ask(path: string, body: object, reasoning?: string): Promise<string> {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const mock = new MockGPT({ clock, rules: [{ result: { reasoning, content: "yes" } }] });
  const headers = { "anthropic-version": "2023-06-01" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return await (await mock.fetch(`http://mock${path}`, init)).text();
}

for (const [path, body, off] of ENDPOINTS) {
  Deno.test(`thoughts that a request forbids are neither sent nor counted: ${path}`, async () => {
    const forbidden = await ask(path, { ...body, ...off }, "Some seven words that nobody may see");
    assertEquals(forbidden, await ask(path, { ...body, ...off }));
    assertStringIncludes(await ask(path, body, "Visible"), "Visible");
  });
}
