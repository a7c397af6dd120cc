import * as anthropic from "npm:@anthropic-ai/sdk@1.14.0";
import type { AnthropicClient } from "../../mod.ts";
import { ANTHROPIC_SUBJECTS } from "../../tools/sdks/anthropic.ts";
import { testPins, testVerdicts } from "./pinned.ts";

// The real client fits the bridge.
anthropic.Anthropic.prototype satisfies AnthropicClient;

testPins(import.meta.url);
testVerdicts(ANTHROPIC_SUBJECTS, { "@anthropic-ai/sdk": anthropic });
