import { asked, failures, hasty, instead, mixing, places } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const eventStream = { "content-type": "text/event-stream" };
const json = { "content-type": "application/json" };

const BROKEN_JSON = "errors: a body that is no JSON is refused";
const REFUSED_STREAM =
  "errors: a stream that is refused is no stream, and has the status of a failure";

/** How it fails. */
export const ERRORS: readonly FaultyServer[] = [
  {
    does: "fails itself at a body that is no JSON",
    caughtBy: BROKEN_JSON,
    says: /status 400 or 422, but it was 500/,
    fault: failures((_, body) => new Response(body, { status: 500, headers: json })),
  },
  {
    does: "says errors in HTML",
    caughtBy: BROKEN_JSON,
    says: /it had text\/html/,
    fault: failures(({ status }) =>
      new Response("<h1>Bad Request</h1>", { status, headers: { "content-type": "text/html" } })
    ),
  },
  {
    does: "says errors in a form of its own",
    wire: "anthropic-messages",
    caughtBy: BROKEN_JSON,
    says: /to have 'type', "error"/,
    fault: failures(({ status }) => new Response('{"detail":"bad"}', { status, headers: json })),
  },
  {
    does: "says another status in the body",
    wire: "gemini",
    caughtBy: BROKEN_JSON,
    says: /'error.code', 400, but it is 500/,
    fault: failures(({ status, headers }, body) =>
      new Response(body.replace('"code":400', '"code":500'), { status, headers })
    ),
  },
  {
    does: "takes an empty body",
    caughtBy: "errors: an empty body is refused",
    says: /it was 200/,
    fault: instead((_, body) => body === undefined ? new Response("{}") : undefined),
  },
  {
    does: "takes a list",
    caughtBy: "errors: a body that is a list is refused",
    says: /it was 200/,
    fault: instead((_, body) => Array.isArray(body) ? new Response("{}") : undefined),
  },
  {
    does: "takes any model, and none",
    caughtBy: "errors: a request without a model is refused",
    says: /it was 200/,
    fault: asked((body) => ({ ...body, model: body?.model ?? "m" })),
  },
  {
    does: "takes an empty model",
    wire: "cohere",
    caughtBy: "errors: a request with an empty model is refused",
    says: /it was 200/,
    fault: asked((body) => ({ ...body, model: body?.model || "m" })),
  },
  {
    does: "answers without a question",
    caughtBy: "errors: a request without messages is refused",
    says: /it was 200/,
    fault: instead((_, body) => body.messages ? undefined : new Response("{}")),
  },
  {
    does: "answers no messages",
    caughtBy: "errors: a request with an empty list of messages is refused",
    says: /it was 200/,
    fault: instead((_, body) => body.messages?.length === 0 ? new Response("{}") : undefined),
  },
  {
    does: "fails itself at messages that are no list",
    caughtBy: "errors: messages that are no list are refused",
    says: /it was 500/,
    fault: failures((_, body) => new Response(body, { status: 500, headers: json })),
  },
  {
    does: "says 200 and then an error",
    caughtBy: REFUSED_STREAM,
    says: /it was 200: data:/,
    fault: failures((_, body) => new Response(`data: ${body}\n\n`, { headers: eventStream })),
  },
  {
    does: "knows every path",
    caughtBy: "errors: an unknown path has status 404",
    says: /status 404, but it was 200/,
    fault: (server) => (request) =>
      server(new Request(request.url.replace("/no-such-path", ""), request)),
  },
  {
    does: "knows every method",
    caughtBy: "errors: a method that there is not has status 404 or 405",
    says: /it was 200/,
    fault: instead((request) => request.method === "DELETE" ? new Response("") : undefined),
  },
  {
    does: "is gone after a bad request",
    caughtBy: "errors: after a request that was refused the next one is answered",
    says: /to be answered, but it failed with TypeError: gone/,
    fault: (server) => {
      let isGone = false;
      return async (request) => {
        if (isGone) throw new TypeError("gone");
        const response = await server(request);
        isGone = response.status === 400;
        return response;
      };
    },
  },
];

/** How it stands clients. */
export const LIFE: readonly FaultyServer[] = [
  {
    does: "keeps the places of clients that leave amid a stream",
    caughtBy: "life: clients that leave amid a stream do not keep the next from an answer",
    says: /an answer within 1500 ms, but there was none/,
    fault: places(4, (end) => end === "read"),
    timeoutMs: 1500,
  },
  {
    does: "keeps the places of clients that leave before the answer",
    caughtBy: "life: clients that leave before the answer do not keep the next from one",
    says: /an answer within 1500 ms, but there was none/,
    fault: places(4, () => false),
    timeoutMs: 1500,
  },
  {
    does: "drops what slow readers do not take",
    caughtBy: "life: a slow reader gets all of a long text",
    says: /long text, read slowly, to be/,
    fault: hasty,
  },
  {
    does: "answers one after the other",
    caughtBy: "life: a reader that does not read keeps nobody else waiting",
    says: /an answer within 1500 ms, but there was none/,
    fault: places(1, () => true),
    timeoutMs: 1500,
  },
  {
    does: "mixes requests that come together",
    caughtBy: "life: requests at once do not mix",
    says: /beside others/,
    fault: mixing,
  },
  {
    does: "mixes calls that come together",
    wire: "anthropic-messages",
    caughtBy: "life: tool calls at once do not mix",
    says: /beside others/,
    fault: mixing,
  },
];
