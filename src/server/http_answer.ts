import type { Bytes } from "../bytes.ts";

/**
 * What a handler answers a request with. A `Response` is one; a plain object with a text as its body costs a
 * server on `node:http` a fraction of it.
 */
export interface HttpAnswer {
  /** The status. */
  readonly status: number;
  /** The words beside it. @default {those of the status} */
  readonly statusText?: string | undefined;
  /** The headers; valid ones. */
  readonly headers: Headers | Readonly<Record<string, string>>;
  /** The body. */
  readonly body: string | Bytes | ReadableStream<Bytes> | null;
  /** Whether each chunk of the body is to go out by itself, and no two together. @default {false} */
  readonly keepsChunks?: boolean | undefined;
}

/**
 * Makes a `Response` of an answer, if it is none.
 *
 * @param answer The answer.
 */
export function toResponse(answer: HttpAnswer): Response {
  if (answer instanceof Response) return answer;
  const { status, statusText = "", headers, body } = answer;
  const response = new Response(body, status === 200 ? undefined : { status, statusText });
  const own = response.headers;
  // Cheaper than to give them to the constructor, which in every runtime copies and checks them twice.
  if (headers instanceof Headers) headers.forEach((value, name) => own.append(name, value));
  else for (const name in headers) own.set(name, headers[name]!);
  return response;
}
