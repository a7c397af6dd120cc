import { OPENAI_TOOL_NAME } from "../tool_name.ts";
import type { Wire } from "../wire.ts";
import { OpenAiChatDecoder } from "./decoder.ts";
import { OPENAI_DIALECTS, OPENAI_FINISH_MAP } from "./dialects.ts";
import type { OpenAiDialectName } from "./dialects.ts";
import { OpenAiChatEncoder } from "./encoder.ts";

/**
 * The OpenAI chat completions wire, as OpenAI or another server speaks it.
 *
 * A turn ends at `data: [DONE]`, or by option at the end of the body after a finish reason.
 *
 * @param name Whose dialect. @default {"openai"}
 */
export function openAiChatWire(name: OpenAiDialectName = "openai"): Wire {
  if (!Object.hasOwn(OPENAI_DIALECTS, name)) {
    const known = Object.keys(OPENAI_DIALECTS).join(", ");
    throw new TypeError(`Cannot use the OpenAI dialect "${name}" as it is not one of: ${known}`);
  }
  const dialect = OPENAI_DIALECTS[name];
  const finishMap = { ...OPENAI_FINISH_MAP, ...dialect.finishMap };
  const { failures = [], doneAlone = "stop" } = dialect;
  return {
    id: "openai-chat",
    framing: "sse",
    contentType: "text/event-stream; charset=utf-8",
    endsAt: "marker",
    finishMap,
    toolName: OPENAI_TOOL_NAME,
    decoder({ terminator = dialect.terminator ?? "required" } = {}) {
      return new OpenAiChatDecoder({ finishMap, failures, terminator, doneAlone });
    },
    encoder: (options) => new OpenAiChatEncoder(options),
  };
}
