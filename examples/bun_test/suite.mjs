// Run: bun test ./suite.mjs
import { test } from "bun:test";
import { modelChecks, openAiResponses, registerChecks } from "@wholeturn/wholeturn";
import OpenAI from "openai";

function newModel({ baseUrl, fetch }) {
  const client = new OpenAI({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 });
  return openAiResponses(client);
}
// What this SDK passes. It fails other rules: see docs/sdk_conformance.md, or leave this out.
const only = ["whole-turn", "error-in-stream", "finish-reason", "tool-call-shapes", "usage"];
registerChecks(modelChecks(newModel, "openai-responses", { only }), test);
