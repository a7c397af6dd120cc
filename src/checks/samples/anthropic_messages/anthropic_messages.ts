import { toBytes } from "../../../bytes.ts";
import { concatBytes } from "../../../bytes.ts";
import { encodeSse } from "../../../sse/encode_sse.ts";
import { anthropicMessagesWire } from "../../../wire/anthropic_messages/anthropic_messages.ts";
import type { BodySample, WireSamples } from "../samples.ts";
import {
  ANTHROPIC_ENDINGS,
  ANTHROPIC_ERROR_JSON,
  ANTHROPIC_FAILURES,
  ANTHROPIC_FINISHES,
  ANTHROPIC_USAGES,
} from "./endings.ts";
import { END, HELLO, openText, start, text } from "./events.ts";
import { ANTHROPIC_CUT_ARGUMENTS, ANTHROPIC_SHAPES, ANTHROPIC_TOOL_SHAPES } from "./shapes.ts";

function marker(name: string, tail: string): BodySample {
  const frames = [start(), ...HELLO, END[0]!].map((frame) => encodeSse(frame));
  return { name, body: concatBytes([...frames, toBytes(tail)]) };
}

const STOP = 'event: message_stop\ndata: {"type":"message_stop"}';

/** What is particular to the Anthropic wire. */
export const anthropicMessagesSamples: WireSamples = {
  wire: anthropicMessagesWire(),
  opening: [start(), ...HELLO, ...END],
  failures: ANTHROPIC_FAILURES,
  failureBodies: [],
  jsonErrors: [{ name: "a JSON error", body: toBytes(ANTHROPIC_ERROR_JSON) }],
  shapes: ANTHROPIC_SHAPES,
  toolShapes: ANTHROPIC_TOOL_SHAPES,
  cutArguments: ANTHROPIC_CUT_ARGUMENTS,
  endings: ANTHROPIC_ENDINGS,
  finishes: ANTHROPIC_FINISHES,
  usages: ANTHROPIC_USAGES,
  afterMarker: [openText(1), text(1, " and more")],
  markers: [
    marker("message_stop", `${STOP}\n\n`),
    marker(
      "message_stop with blanks in it",
      'event: message_stop\ndata: {"type":"message_stop"   }\n\n',
    ),
    marker("message_stop without spaces after the colons", `${STOP.replaceAll(": ", ":")}\n\n`),
    marker("message_stop before CRLF", `${STOP.replaceAll("\n", "\r\n")}\r\n\r\n`),
    marker("message_stop and one line end", `${STOP}\n`),
    marker("message_stop and no line end", STOP),
    marker("message_stop, then [DONE] (OpenRouter)", `${STOP}\n\ndata: [DONE]\n\n`),
  ],
};
