import type { Dialect } from "../stream/dialect.ts";
import { chat } from "../stream/dialects/chat.ts";
import { completions } from "../stream/dialects/completions.ts";
import { embeddings } from "../stream/dialects/embeddings.ts";
import { messages } from "../stream/dialects/messages.ts";
import { responses } from "../stream/dialects/responses.ts";

/** What is done at a path. */
export interface Route {
  /** Where it is at a provider, below its address. */
  readonly path: string;
  /** What is asked for there. */
  readonly dialect: Dialect;
}

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ["/chat/completions", { path: "/chat/completions", dialect: chat }],
  ["/completions", { path: "/completions", dialect: completions }],
  ["/embeddings", { path: "/embeddings", dialect: embeddings }],
  ["/responses", { path: "/responses", dialect: responses }],
  ["/messages", { path: "/messages", dialect: messages }],
]);

/** Finds what is done at a path below `/v1`. */
export function routeOf(path: string): Route | undefined {
  return ROUTES.get(path);
}

/** Every path below `/v1` that requests are forwarded at. */
export const FORWARDED_PATHS: readonly string[] = [...ROUTES.keys()];
