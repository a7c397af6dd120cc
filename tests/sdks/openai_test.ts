import * as openai from "npm:openai@7.59.0";
import type { OpenAiChatClient, OpenAiResponsesClient } from "../../mod.ts";
import { OPENAI_SUBJECTS } from "../../tools/sdks/openai.ts";
import { testPins, testVerdicts } from "./pinned.ts";

// The real client fits the bridges.
openai.OpenAI.prototype satisfies OpenAiChatClient & OpenAiResponsesClient;

testPins(import.meta.url);
testVerdicts(OPENAI_SUBJECTS, { openai });
