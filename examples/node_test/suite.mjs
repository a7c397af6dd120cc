// Run: node --test suite.mjs
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { anthropicMessages, modelChecks, registerChecks } from "@wholeturn/wholeturn";

function newModel({ baseUrl, fetch }) {
  const client = new Anthropic({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 });
  return anthropicMessages(client, { api: "finalMessage" });
}
// What this SDK passes. It fails other rules: see docs/sdk_conformance.md, or leave this out.
const only = ["whole-turn", "truncation", "reset", "release-on-break", "abort-is-not-an-end"];
registerChecks(modelChecks(newModel, "anthropic-messages", { only }), test);
