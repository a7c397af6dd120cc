import { AI_SDK_SUBJECTS } from "./ai_sdk.ts";
import { ANTHROPIC_SUBJECTS } from "./anthropic.ts";
import { FETCH_EVENT_SOURCE_SUBJECT } from "./fetch_event_source.ts";
import { LANG_CHAIN_SUBJECTS } from "./lang_chain.ts";
import { OPENAI_LIKE_SUBJECTS, OPENAI_SUBJECTS } from "./openai.ts";
import { PARSER_LOOP_SUBJECT } from "./parser_loop.ts";
import { PROVIDER_SUBJECTS } from "./providers.ts";
import { REFERENCE_SUBJECTS } from "./reference.ts";
import type { SdkSubject } from "./sdk_subject.ts";

/** Everything that the report judges: our own adapters, and the SDKs. */
export const ALL_SUBJECTS: readonly SdkSubject[] = [
  ...REFERENCE_SUBJECTS,
  ...OPENAI_SUBJECTS,
  ...ANTHROPIC_SUBJECTS,
  ...AI_SDK_SUBJECTS,
  ...LANG_CHAIN_SUBJECTS,
  ...PROVIDER_SUBJECTS,
  ...OPENAI_LIKE_SUBJECTS,
  PARSER_LOOP_SUBJECT,
  FETCH_EVENT_SOURCE_SUBJECT,
];
