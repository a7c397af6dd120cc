/**
 * Runs the checks of a stream's life in Node or Bun, as the package is installed there: on the
 * reference adapter, in process and on a loopback server, and on one that keeps its sockets, which
 * the server must see.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchModel, modelChecks, runChecks } from "@wholeturn/wholeturn";

async function failuresOf(newModel, wire, options) {
  const { results } = await runChecks(modelChecks(newModel, wire, options));
  assert.notEqual(results.filter(({ verdict }) => verdict !== "skipped").length, 0);
  return results.filter(({ verdict }) => verdict === "failed" || verdict === "broken")
    .map(({ name, error }) => `${name}: ${error}`);
}

/** The rules in which runtimes may differ; the others ask for thousands of responses. */
const LIFE = [
  "release-on-break",
  "release-on-abort",
  "release-sockets",
  "abort-is-not-an-end",
  "stop-at-marker",
  "after-marker",
  "slow-consumer",
  "parallel-streams",
  "whole-turn",
  "reset",
];

for (const transport of ["fetch", "server"]) {
  for (const wire of ["openai-chat", "anthropic-messages", "ollama"]) {
    test(
      `the reference adapter of ${wire} passes by ${transport}`,
      { timeout: 60_000 },
      async () => {
        const newModel = ({ baseUrl, fetch }) =>
          fetchModel({ wire, baseUrl, fetch, apiKey: "none" });
        const options = { transport, deadlineMs: 10_000, only: LIFE };
        assert.deepEqual(await failuresOf(newModel, wire, options), []);
      },
    );
  }
}

test("a server sees the sockets that an adapter keeps", async () => {
  const newModel = ({ baseUrl, fetch }) => ({
    async *stream(_request, { signal } = {}) {
      const reader = (await fetch(baseUrl, { method: "POST", signal })).body.getReader();
      await reader.read();
      try {
        yield { type: "text", text: "word" };
      } finally {
        reader.releaseLock();
      }
    },
  });
  const options = { only: ["release-sockets"], deadlineMs: 2000 };
  const failures = await failuresOf(newModel, "openai-chat", options);
  assert.match(failures[0] ?? "", /10 of 20 were still held/);
});
