import { frames, payloads, text } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const TEXT_ORDER = "order: the events of a text come in the wire's order";
const CALL_ORDER = "order: the events of a tool call come in the wire's order";
const CALLS_ORDER = "order: the events of several tool calls come in the wire's order";

/** In which order it sends frames. */
export const ORDER: readonly FaultyServer[] = [
  {
    does: "does not say who speaks",
    caughtBy: TEXT_ORDER,
    says: /role is "assistant"/,
    fault: text("stream", (body) => body.replace('"role":"assistant",', "")),
  },
  {
    does: "sends content after the finish reason",
    caughtBy: TEXT_ORDER,
    says: /after its finish reason/,
    fault: frames((all) => [...all.slice(0, -1), all[1]!, all.at(-1)!]),
  },
  {
    does: "sends no finish reason",
    caughtBy: TEXT_ORDER,
    says: /choice 0 has none/,
    fault: text("stream", (body) => body.replace('"finish_reason":"stop"', '"finish_reason":null')),
  },
  {
    does: "sends the usage before the finish reason",
    caughtBy: TEXT_ORDER,
    says: /it came before one/,
    fault: frames((all) => [all[0]!, all.at(-2)!, ...all.slice(1, -2), all.at(-1)!]),
  },
  {
    does: "skips a sequence number",
    wire: "openai-responses",
    caughtBy: TEXT_ORDER,
    says: /5 here, but it was 6/,
    fault: frames((all) => all.filter((_, at) => at !== 5)),
  },
  {
    does: "states another text than it sent",
    wire: "openai-responses",
    caughtBy: TEXT_ORDER,
    says: /to state what the pieces before it were/,
    fault: payloads((payload) =>
      payload.type === "response.output_text.done" ? { ...payload, text: "Else" } : payload
    ),
  },
  {
    does: "never stops a block",
    wire: "anthropic-messages",
    caughtBy: TEXT_ORDER,
    says: /a block was open/,
    fault: payloads((payload) => payload.type === "content_block_stop" ? undefined : payload),
  },
  {
    does: "goes on after the finish reason",
    wire: "gemini",
    caughtBy: TEXT_ORDER,
    says: /after its finishReason/,
    fault: frames((all) => [...all, all.at(-1)!]),
  },
  {
    does: "writes a line after the last",
    wire: "ollama",
    caughtBy: TEXT_ORDER,
    says: /a line came/,
    fault: frames((all) => [...all, all[0]!]),
  },
  {
    does: "never ends its content",
    wire: "cohere",
    caughtBy: TEXT_ORDER,
    says: /every content-start to have its end/,
    fault: payloads((payload) => payload.type === "content-end" ? undefined : payload),
  },
  {
    does: "gives a tool call its id late",
    caughtBy: CALL_ORDER,
    says: /to have its id and its name/,
    fault: payloads((payload) => {
      const call = payload.choices[0]?.delta.tool_calls?.[0];
      if (call?.id !== undefined) call.id = undefined;
      return payload;
    }),
  },
  {
    does: "changes the id of a tool call",
    caughtBy: CALL_ORDER,
    says: /it changed/,
    fault: payloads((payload, index) => {
      const call = payload.choices[0]?.delta.tool_calls?.[0];
      if (call !== undefined) call.id = `call_${index}`;
      return payload;
    }),
  },
  {
    does: "gives all tool calls the index 0",
    wire: "cohere",
    caughtBy: CALLS_ORDER,
    says: /to count from 0, 1 here, but it was 0/,
    fault: payloads((payload) =>
      payload.type.startsWith("tool-call") ? { ...payload, index: 0 } : payload
    ),
  },
];
