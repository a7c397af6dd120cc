import { frames, headers, instead, text } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const eventStream = { "content-type": "text/event-stream" };
const json = { "content-type": "application/json" };
const MARKER = "framing: a stream ends by its marker, once, and nothing follows";
const JSON_ANSWER = "content: an answer that is not streamed is JSON, and says so";
const STREAM_ANSWER = "content: a stream says that it is one, in UTF-8";

/** How each wire's stream loses its marker. */
const UNMARKED: readonly FaultyServer[] = ([
  ["openai-chat", 1],
  ["openai-responses", 1],
  ["anthropic-messages", 1],
  ["gemini", 1],
  ["ollama", 1],
  ["cohere", 2],
] as const).map(([wire, last]) => ({
  does: "streams without the marker",
  wire,
  caughtBy: MARKER,
  says: /Expected the stream to end by/,
  fault: frames((all) => all.slice(0, -last)),
}));

/** What it says that it sends, and how. */
export const CONTENT: readonly FaultyServer[] = [
  {
    does: "says that JSON is text",
    caughtBy: JSON_ANSWER,
    says: /it had text\/plain/,
    fault: headers("whole", "content-type", "text/plain"),
  },
  {
    does: "sends JSON with a line before it",
    caughtBy: JSON_ANSWER,
    says: /to be a JSON object/,
    fault: text("whole", (body) => `)]}'\n${body}`),
  },
  {
    does: "says that a stream is JSON",
    caughtBy: STREAM_ANSWER,
    says: /it had application\/json/,
    fault: headers("stream", "content-type", "application/json"),
  },
  {
    does: "says that a stream is in Latin-1",
    caughtBy: STREAM_ANSWER,
    says: /iso-8859-1/,
    fault: headers("stream", "content-type", "text/event-stream; charset=iso-8859-1"),
  },
  {
    does: "streams to all who accept streams",
    caughtBy: "content: nothing is streamed that was not asked to be, whatever 'accept' says",
    says: /it had text\/event-stream/,
    fault: instead((request) =>
      request.headers.get("accept")?.includes("event-stream")
        ? new Response("data: {}\n\n", { headers: eventStream })
        : undefined
    ),
  },
  {
    does: "streams only to those who accept streams",
    caughtBy: "content: what was asked to be streamed is, whatever 'accept' says",
    says: /it had application\/json/,
    fault: instead((request) =>
      request.headers.get("accept") === "application/json"
        ? new Response("{}", { headers: json })
        : undefined
    ),
  },
  {
    does: "takes no charset",
    caughtBy: "content: a request may name its charset",
    says: /it was 415/,
    fault: instead((request) =>
      request.headers.get("content-type") === "application/json"
        ? undefined
        : new Response("", { status: 415 })
    ),
  },
];

/** How it writes frames. */
export const FRAMING: readonly FaultyServer[] = [
  ...UNMARKED,
  {
    does: "sends bytes that are no UTF-8",
    caughtBy: "framing: a stream is UTF-8, and nothing but the lines of its format",
    says: /to be UTF-8/,
    fault: (server) => async (request) => {
      const response = await server(request);
      const bytes = new TextEncoder().encode(await response.text());
      return new Response(bytes.map((byte) => byte === 0xc3 ? 0xff : byte), response);
    },
  },
  {
    does: "writes lines that are no fields",
    caughtBy: "framing: a stream is UTF-8, and nothing but the lines of its format",
    says: /one is error: /,
    fault: text("stream", (body) => `error: {"message":"busy"}\n${body}`),
  },
  {
    does: "does not end its last frame",
    caughtBy: "framing: every frame has its end, and is a JSON object or the marker",
    says: /frame \d+ has none: \[DONE\]/,
    fault: text("stream", (body) => body.trimEnd()),
  },
  {
    does: "cuts a frame",
    caughtBy: "framing: every frame has its end, and is a JSON object or the marker",
    says: /frame 2 is \{/,
    fault: frames((all) => all.map((frame, at) => at === 1 ? frame.slice(0, -9) : frame)),
  },
  {
    does: "names no events",
    wire: "anthropic-messages",
    caughtBy: "framing: events have the names that the wire gives them, and no others",
    says: /'message_start'.*it had none/,
    fault: text("stream", (body) => body.replaceAll(/^event: .*\n/gm, "")),
  },
  {
    does: "names events that have no names",
    caughtBy: "framing: events have the names that the wire gives them, and no others",
    says: /it was 'chunk'/,
    fault: text("stream", (body) => body.replaceAll(/^data: /gm, "event: chunk\ndata: ")),
  },
  {
    does: "ends twice",
    caughtBy: MARKER,
    says: /it came 2 times/,
    fault: text("stream", (body) => `${body}data: [DONE]\n\n`),
  },
];
