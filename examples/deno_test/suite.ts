// Run: deno test suite.ts
import { modelChecks, openAiChat, registerChecks } from "@wholeturn/wholeturn";
import OpenAI from "npm:openai@7.59.0";

const checks = modelChecks(
  ({ baseUrl, fetch }) =>
    openAiChat(new OpenAI({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 })),
  "openai-chat",
  // What this SDK passes. It fails other rules: see docs/sdk_conformance.md, or leave this out.
  { only: ["whole-turn", "release-on-break", "release-on-abort", "stop-at-marker", "usage"] },
);
registerChecks(checks, Deno.test);
