/**
 * The checks on the SDK `openai` as tests of `node:test`. Rules that it breaks are left out: they stand in
 * docs/sdk_conformance.md.
 */
import { test } from "node:test";
import OpenAI from "openai";
import { modelChecks, openAiChat, registerChecks } from "@wholeturn/wholeturn";

const checks = modelChecks(
  ({ baseUrl, fetch }) =>
    openAiChat(new OpenAI({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 })),
  "openai-chat",
  { only: ["whole-turn", "release-on-break", "release-on-abort", "error-in-stream", "usage"] },
);

registerChecks(checks, test);
