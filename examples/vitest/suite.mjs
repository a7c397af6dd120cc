// Run: vitest run, with this file named suite.test.mjs
import { createOpenAI } from "@ai-sdk/openai";
import { aiSdk, modelChecks, registerChecks } from "@wholeturn/wholeturn";
import * as ai from "ai";
import { test } from "vitest";

function newModel({ baseUrl, fetch }) {
  const provider = createOpenAI({ baseURL: baseUrl, fetch, apiKey: "none" });
  return aiSdk(provider.chat("model"), { ai });
}
// What this SDK passes. It fails other rules: see docs/sdk_conformance.md, or leave this out.
const only = ["whole-turn", "reset", "release-on-abort", "abort-is-not-an-end", "text-encoding"];
registerChecks(modelChecks(newModel, "openai-chat", { only }), test);
