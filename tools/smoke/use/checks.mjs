import assert from "node:assert/strict";
import { test } from "node:test";
import { ContractViolation, fetchModel, modelChecks, runChecks } from "@wholeturn/wholeturn";

test("the reference adapter passes every check, also over a real server", async () => {
  const checks = modelChecks(
    ({ baseUrl, fetch }) => fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" }),
    "openai-chat",
  );
  const { ok, results } = await runChecks(checks);
  const bad = results.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
  assert.deepEqual(bad.map(({ name, error }) => `${name}: ${error}`), []);
  assert.ok(ok);
  assert.ok(results.some(({ verdict }) => verdict === "passed"));
});

/** An adapter as many are written: the body's end is the turn's end, whatever came before. */
function carelessModel({ baseUrl, fetch }) {
  return {
    async *stream(_request, { signal } = {}) {
      const response = await fetch(`${baseUrl}/chat/completions`, { method: "POST", signal });
      const text = await response.text();
      for (const [, data] of text.matchAll(/^data: *(\{.*\})/gm)) {
        const content = JSON.parse(data).choices?.[0]?.delta?.content;
        if (content) yield { type: "text", text: content };
      }
      const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      yield { type: "finish", finish: { reason: "stop", raw: "stop", usage, discarded: usage } };
    },
  };
}

test("an adapter that takes a cut turn for a whole one is caught", async () => {
  const checks = modelChecks(carelessModel, "openai-chat", { only: ["truncation"] });
  const { ok, results } = await runChecks(checks);
  assert.equal(ok, false);
  const caught = results.find(({ rule, verdict }) => rule === "truncation" && verdict === "failed");
  assert.ok(caught, "The rule 'truncation' let it pass");
  assert.ok(caught.error instanceof ContractViolation);
  assert.equal(caught.error.rule, "truncation");
});
