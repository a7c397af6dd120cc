/** A server in this process. */
export type Server = (request: Request) => Promise<Response>;

/** Makes a server faulty. */
export type Fault = (server: Server) => Server;

/** A request's body. */
// deno-lint-ignore no-explicit-any -- a fault takes bodies of all wires apart
export type Json = any;

/** What a fault hurts. */
type Where = "stream" | "whole" | "both";

/** Rewrites the texts of answers that are no failures. */
export function text(where: Where, rewrite: (text: string, asked: Json) => string): Fault {
  return (server) => async (request) => {
    const asked = await bodyOf(request);
    const response = await server(request);
    const isStream = !isJson(response);
    const isHurt = response.ok && (where === "both" || (where === "stream") === isStream);
    if (!isHurt) return response;
    const { status, headers } = response;
    return new Response(rewrite(await response.text(), asked), { status, headers });
  };
}

/** Rewrites the frames of event streams, as they are written. */
export function frames(rewrite: (frames: string[], asked: Json) => string[]): Fault {
  return text("stream", (whole, asked) => {
    const end = /(?:\r?\n){2}/.exec(whole)?.[0] ?? "\n";
    return rewrite(whole.split(end).slice(0, -1), asked).map((frame) => frame + end).join("");
  });
}

/** Changes what frames carry; one that becomes `undefined` is left out. */
export function payloads(change: (payload: Json, index: number) => Json): Fault {
  return frames((all) =>
    all.flatMap((frame, index) => {
      const at = frame.indexOf("{");
      if (at < 0) return [frame];
      const changed = change(JSON.parse(frame.slice(at)), index);
      return changed === undefined ? [] : [frame.slice(0, at) + JSON.stringify(changed)];
    })
  );
}

/** Changes the JSON of answers that are not streamed. */
export function whole(change: (body: Json) => Json): Fault {
  return text("whole", (body) => JSON.stringify(change(JSON.parse(body))));
}

/** Changes a request before the server sees it. */
export function asked(change: (body: Json) => Json): Fault {
  return (server) => async (request) => {
    const body = JSON.stringify(change(await bodyOf(request)));
    return await server(new Request(request, { body }));
  };
}

/** Gives all answers other headers. */
export function headers(where: Where, name: string, value: string): Fault {
  return (server) => async (request) => {
    const response = await server(request);
    if (!response.ok || (where !== "both" && (where === "stream") === isJson(response))) {
      return response;
    }
    response.headers.set(name, value);
    return response;
  };
}

/** Answers in place of the server, where a function gives an answer. */
export function instead(answer: (request: Request, body: Json) => Response | undefined): Fault {
  return (server) => async (request) => {
    const own = answer(request, await bodyOf(request));
    return own ?? await server(request);
  };
}

/** Answers in place of failures. */
export function failures(answer: (failed: Response, text: string) => Response): Fault {
  return (server) => async (request) => {
    const response = await server(request);
    return response.ok ? response : answer(response, await response.text());
  };
}

/** Keeps places that only a body that is read to its end gives back. */
export function places(count: number, isFreed: (end: "read" | "left") => boolean): Fault {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const free = () => {
    taken--;
    waiting.shift()?.();
  };
  return (server) => async (request) => {
    if (taken >= count) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    }
    taken++;
    const response = await server(request);
    const body = response.body?.pipeThrough(watching((end) => isFreed(end) && free()));
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Drops what a reader does not take at once, from the second answer on. */
export function hasty(server: Server): Server {
  let count = 0;
  return async (request) => {
    const response = await server(request);
    if (count++ === 0 || isJson(response)) return response;
    const frames = (await response.text()).split(/(?<=\n\n)/).map((frame) =>
      new TextEncoder().encode(frame)
    );
    const strategy = { highWaterMark: 4 };
    let timer: ReturnType<typeof setInterval>;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        timer = setInterval(() => {
          const frame = frames.shift();
          if (frame !== undefined && (controller.desiredSize ?? 0) > 0) controller.enqueue(frame);
          if (frame !== undefined) return;
          clearInterval(timer);
          controller.close();
        }, 1);
      },
      cancel: () => clearInterval(timer),
    }, strategy);
    return new Response(body, { headers: response.headers });
  };
}

/** Answers all that come together with the answer for the last of them. */
export function mixing(server: Server): Server {
  let last = "";
  return async (request) => {
    last = await request.clone().text();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return await server(new Request(request, { body: last }));
  };
}

/** Reads a request piece by piece, each as a text of its own. */
export function piecemeal(server: Server): Server {
  return async (request) => {
    let body = "";
    for await (const piece of request.body ?? []) body += new TextDecoder().decode(piece);
    const { url, method, headers } = request;
    return await server(new Request(url, { method, headers, body }));
  };
}

/** Tells how a body ends. */
function watching(onEnd: (end: "read" | "left") => void): TransformStream {
  return new TransformStream({
    flush: () => onEnd("read"),
    cancel: () => onEnd("left"),
  } as Transformer);
}

async function bodyOf(request: Request): Promise<Json> {
  try {
    return JSON.parse(await request.clone().text());
  } catch {
    return undefined;
  }
}

function isJson(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").startsWith("application/json");
}
