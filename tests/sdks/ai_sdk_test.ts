import * as openaiProvider from "npm:@ai-sdk/openai@4.0.118";
import * as ai from "npm:ai@7.0.173";
import type { AiSdk, AiSdkModel } from "../../mod.ts";
import { AI_SDK_SUBJECTS } from "../../tools/sdks/ai_sdk.ts";
import { testPins, testVerdicts } from "./pinned.ts";

// The real package and its models fit the bridge.
ai satisfies AiSdk;
openaiProvider.openai.chat satisfies (id: string) => AiSdkModel;
openaiProvider.openai.responses satisfies (id: string) => AiSdkModel;

testPins(import.meta.url);
testVerdicts(
  AI_SDK_SUBJECTS.filter(({ packages }) => packages[0] === "@ai-sdk/openai"),
  { "@ai-sdk/openai": openaiProvider, ai },
);
