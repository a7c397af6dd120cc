import type { SseEvent } from "../../../src/sse/sse_event.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { finish } from "../../support/events.ts";
import type { AdapterFault } from "../fault.ts";
import { isJson, mended } from "../mended.ts";
import { at, payloadOf } from "../payload.ts";
import { adapter } from "../steps.ts";
import { keepCalls } from "../tool_calls.ts";

function orEmpty(json: string): string {
  return isJson(json) ? json : "{}";
}

/** Tool calls whose arguments are cut, and that are given as whole. */
export const TOOL_ARGUMENT_FAULTS: readonly AdapterFault[] = [
  {
    id: "flush-gives-empty-call",
    source: "OpenRouterTeam/ai-sdk-provider#558",
    wire: "openai-chat",
    rule: "tool-arguments",
    // flush() gives every open call; arguments that do not parse become {}.
    newModel: adapter("openai-chat", keepCalls({ mend: orEmpty, atFailure: finish("tool_use") })),
  },
  {
    id: "partial-parse-is-final",
    source: "langchain-ai/langchainjs#11469",
    wire: "openai-chat",
    rule: "tool-arguments",
    // What shows a call while it comes is also used for the last time.
    newModel: adapter("openai-chat", keepCalls({ mend: mended })),
  },
  {
    id: "first-of-two-values",
    source: "LibreChat-AI/agents#260",
    wire: "openai-chat",
    rule: "tool-arguments",
    // Of two calls that run together as {…}{…} the first is run, and the second lost.
    newModel: adapter("openai-chat", keepCalls({ mend: (json) => json.replace(/\}\{.*$/s, "}") })),
  },
  {
    id: "cut-call-is-executed",
    source: "xiaoyu-work/claw-os#11",
    wire: "anthropic-messages",
    rule: "tool-arguments",
    // The end is made up, and the tool runs with what had come.
    newModel: adapter(
      "anthropic-messages",
      keepCalls({ mend: mended, atFailure: finish("tool_use") }),
    ),
  },
  {
    id: "open-block-is-final",
    source: "anthropics/anthropic-sdk-typescript#842",
    wire: "anthropic-messages",
    rule: "tool-arguments",
    // A block that never ended is ended by the end of the message, its input parsed as far as it goes.
    newModel: adapter("anthropic-messages", (right) => {
      let open: SseEvent | undefined;
      let json = "";
      return {
        frame(frame, out) {
          const type = at(frame, "type");
          if (type === "content_block_start") [open, json] = [frame, ""];
          if (type === "content_block_delta") json += at(frame, "delta", "partial_json") ?? "";
          if (type === "content_block_stop") open = undefined;
          if (type === "message_delta" && open) {
            const { index } = payloadOf(open) as { index: number };
            const rest = {
              type: "input_json_delta",
              partial_json: mended(json).slice(json.length),
            };
            right.frame(frameOf({ type: "content_block_delta", index, delta: rest }), out);
            right.frame(frameOf({ type: "content_block_stop", index }), out);
          }
          right.frame(frame, out);
        },
      };
    }),
  },
  {
    id: "cut-call-is-left-out",
    source: "issue 2: incomplete arguments never surface and are never repaired",
    wire: "openai-responses",
    rule: "tool-arguments",
    // A call that does not parse is dropped, and the others run.
    newModel: adapter(
      "openai-responses",
      keepCalls({ mend: (json) => isJson(json) ? json : undefined }),
    ),
  },
  {
    id: "lenient-empty-call",
    source: "ltmoerdani/opencode-copilot-chat#188",
    wire: "openai-responses",
    rule: "tool-arguments",
    // What cannot be parsed when the response is over is {}, and the tool runs with that.
    newModel: adapter("openai-responses", keepCalls({ mend: orEmpty })),
  },
  {
    id: "finish-reason-is-trusted",
    source: "NousResearch/hermes-agent#6847",
    wire: "cohere",
    rule: "tool-arguments",
    // TOOL_CALL says that the calls are whole, so nobody looks at their JSON.
    newModel: adapter("cohere", keepCalls({ mend: mended })),
  },
  {
    id: "cut-frame-is-mended",
    source: "issue 2: incomplete arguments never surface and are never repaired",
    wire: "gemini",
    rule: "tool-arguments",
    // The last frame is repaired until it parses; half of a call's args stand in it.
    newModel: adapter("gemini", (right) => ({
      frame(frame, out) {
        const isCut = frame.unterminated && payloadOf(frame) === undefined;
        right.frame(isCut ? { ...frame, data: mended(frame.data) } : frame, out);
      },
    })),
  },
  {
    id: "call-by-name-alone",
    source: "issue 2: incomplete arguments are never turned into {}",
    wire: "ollama",
    rule: "tool-arguments",
    // A call of a line that was cut is given as far as it came: by its name, with no arguments.
    newModel: adapter("ollama", (right) => ({
      frame(frame, out) {
        const name = /"name":"(\w+)"/.exec(frame.data)?.[1];
        if (payloadOf(frame) !== undefined || name === undefined) return right.frame(frame, out);
        out.push({ type: "tool_call", index: 0, name, arguments: "{}" });
      },
    })),
  },
];
