import type { WireId } from "../../../../src/wire/wire.ts";
import { HttpLab } from "../../../../src/testing/http/http_lab.ts";
import { conformingMock, optionsFor } from "../support.ts";

/** An answer that a server gives to everything. */
export interface Canned {
  /** The status. */
  readonly status: number;
  /** The content type. */
  readonly type: string;
  /** The body. */
  readonly body: BodyInit;
}

/** What a sound server of a wire answers. */
export interface Sound {
  /** A text that is not streamed. */
  readonly whole: Canned;
  /** A text that is streamed. */
  readonly stream: Canned;
  /** A refusal of a request that is none. */
  readonly refusal: Canned;
  /** A refusal of a path that there is not. */
  readonly nowhere: Canned;
}

/** A server that looks at no request. */
export interface GrossServer {
  /** What it does. */
  readonly does: string;
  /** Answers anything. */
  readonly answer: (sound: Sound, signal: AbortSignal) => Response | Promise<Response>;
  /** Beginnings of the names of cases that it passes, as it does there what it must. */
  readonly harmless?: (wire: WireId) => readonly string[];
  /** How long a case may take, in milliseconds, where it hangs. */
  readonly timeoutMs?: number;
}

/** Asks a sound server once for each kind of answer. */
export async function soundAnswers(wire: WireId): Promise<Sound> {
  const lab = new HttpLab({ ...optionsFor(wire, "http://mock"), fetch: conformingMock().fetch });
  const { method, url, headers } = lab.call({});
  const nowhere = new URL(`${url}/no-such-path`);
  return {
    whole: canned(await lab.ask()),
    stream: canned(await lab.ask({ stream: true })),
    refusal: canned(await lab.read("no JSON", url, { method, headers, body: "{" })),
    nowhere: canned(await lab.read("no path", nowhere, { method, headers, body: "{}" })),
  };
}

function canned(
  { status, headers, body }: { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> },
): Canned {
  return { status, type: headers.get("content-type") ?? "", body };
}

function respond({ status, type, body }: Canned): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}

/** A body that begins like one, and then does something else. */
function begun(stream: Canned, then: (controller: ReadableStreamDefaultController) => void) {
  const beginning = (stream.body as Uint8Array<ArrayBuffer>).slice(0, 400);
  // Within the data of a frame.
  const bytes = beginning.slice(0, beginning.lastIndexOf("}".charCodeAt(0)));
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: then,
  });
}

/** What an answer that is not streamed must be by itself, whatever was asked. */
const WHOLE_ALONE = [
  "content: an answer that is not streamed",
  "content: nothing is streamed that was not asked",
  "fields: a text that is not streamed",
  "usage: an answer that is not streamed",
];

/** What the stream of a text must be by itself, whatever was asked. */
const STREAM_ALONE = [
  "content: a stream says that it is one",
  "content: what was asked to be streamed is",
  "content: a request may name its charset",
  "framing:",
  "order: the events of a text",
  "fields: the frames of a text",
  "ids: what names a response is the same",
  "usage: a stream counts its tokens",
  "answer: a text ends for the reason",
  "answer: a text of the prompt 'text'",
  "life: clients that leave",
];

/** What one line of JSON must be by itself, where a stream is lines of JSON. */
const LINE_ALONE = [
  "content: a request may name its charset",
  "framing:",
  "order: the events of a text",
  "fields: the frames of a text",
  "ids: what names a response is the same",
  "usage:",
  "answer: a text that is streamed",
  "answer: a text ends for the reason",
  "answer: a text of the prompt 'text'",
  "life: clients that leave",
];

/** Servers that answer everything alike. */
export const GROSS_SERVERS: readonly GrossServer[] = [
  {
    does: "answers everything with one text, not streamed",
    answer: ({ whole }) => respond(whole),
    // A line of JSON is a stream of one line on Ollama's wire.
    harmless: (wire) => wire === "ollama" ? [...WHOLE_ALONE, ...LINE_ALONE] : WHOLE_ALONE,
  },
  {
    does: "streams one text to everything",
    answer: ({ stream }) => respond(stream),
    harmless: () => STREAM_ALONE,
  },
  {
    does: "answers everything with an empty object",
    answer: () => respond({ status: 200, type: "application/json", body: "{}" }),
  },
  {
    does: "answers everything with nothing",
    answer: ({ stream }) => respond({ ...stream, body: "" }),
  },
  {
    does: "answers everything with a page",
    answer: () => respond({ status: 200, type: "text/html", body: "<h1>It works</h1>" }),
  },
  {
    does: "refuses everything as no request",
    answer: ({ refusal }) => respond(refusal),
  },
  {
    does: "knows no path",
    answer: ({ nowhere }) => respond(nowhere),
  },
  {
    does: "fails at everything",
    answer: ({ refusal }) => respond({ ...refusal, status: 500 }),
  },
  {
    does: "sends everybody elsewhere",
    answer: () => Response.redirect("http://elsewhere/", 302),
  },
  {
    does: "breaks every answer off",
    answer: ({ stream }) =>
      respond({
        ...stream,
        body: begun(stream, (controller) => controller.error(new TypeError("broken off"))),
      }),
  },
  {
    does: "ends every answer amid it",
    answer: ({ stream }) =>
      respond({ ...stream, body: begun(stream, (controller) => controller.close()) }),
  },
  {
    does: "never ends an answer",
    answer: ({ stream }) => respond({ ...stream, body: begun(stream, () => {}) }),
    timeoutMs: 200,
  },
  {
    does: "never answers",
    answer: (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    timeoutMs: 200,
  },
];
