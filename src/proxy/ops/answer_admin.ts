import type { HttpAnswer } from "../../server/http_answer.ts";
import type { ServedRequest } from "../../server/served_request.ts";
import { errorAnswer } from "../answer/error_answer.ts";
import { PAGE_POLICY, STATUS_PAGE } from "../page/status_page.ts";
import { requireMethod } from "../request/require_method.ts";
import { Refused } from "../request/refused.ts";
import { requestPath } from "../request/request_path.ts";
import { requireAdmin } from "./admin_access.ts";
import type { Operations } from "./operations.ts";

/** What is done at a path. */
interface AdminRoute {
  readonly method: "GET" | "POST";
  /** Whether everybody may ask. */
  readonly isOpen: boolean;
  answer(operations: Operations, request: ServedRequest): HttpAnswer;
}

const ROUTES: ReadonlyMap<string, AdminRoute> = new Map([
  ["/healthz", open(() => json({ status: "ok" }))],
  [
    "/readyz",
    open(({ isDraining }) => {
      return isDraining ? json({ status: "draining" }, 503) : json({ status: "ready" });
    }),
  ],
  ["/metrics", closed("GET", metrics)],
  ["/state", closed("GET", (operations) => json(operations.state()))],
  ["/state/reset", closed("POST", reset)],
  ["/events", closed("GET", follow)],
  ["/", closed("GET", page)],
]);

/**
 * Answers a request of those who run the proxy.
 *
 * @param request The request.
 * @param operations What they see, and what they can do.
 * @returns The answer; `undefined` if there is nothing of this kind at its path.
 */
export function answerAdmin(
  request: ServedRequest,
  operations: Operations,
): HttpAnswer | undefined {
  const path = pathOf(request.url);
  const route = ROUTES.get(path);
  if (route === undefined) return undefined;
  try {
    requireMethod(request, route.method);
    if (!route.isOpen) {
      requireAdmin(request, operations.adminKey);
      // A host can have a path in it: then this is what nobody before the proxy saw.
      requestPath(request.url, request.headers);
    }
    const answer = route.answer(operations, request);
    return request.method === "HEAD" ? { ...answer, body: null } : answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    operations.refused(path, error.report);
    const { headers, ...answer } = errorAnswer(error.report, {
      shape: "openai",
      maxRetryAfterMs: 0,
    });
    return { ...answer, headers: { ...headers, ...error.headers, ...SAFE } };
  }
}

/** A request for a model comes by here as well: to parse its address would cost more than all else. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start < 0) return "/";
  const query = url.indexOf("?", start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** For whatever a browser might make of an answer. */
const SAFE = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

function open(answer: AdminRoute["answer"]): AdminRoute {
  return { method: "GET", isOpen: true, answer };
}

function closed(method: AdminRoute["method"], answer: AdminRoute["answer"]): AdminRoute {
  return { method, isOpen: false, answer };
}

function json(value: unknown, status = 200): HttpAnswer {
  const headers = { "content-type": "application/json", ...SAFE };
  return { status, headers, body: JSON.stringify(value) };
}

function metrics(operations: Operations): HttpAnswer {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", ...SAFE };
  return { status: 200, headers, body: operations.metrics() };
}

function reset(operations: Operations, { url }: ServedRequest): HttpAnswer {
  const { searchParams } = new URL(url);
  const unknown = [...searchParams.keys()].find((name) => name !== "scope");
  if (unknown !== undefined) {
    const message = `There is no parameter ${JSON.stringify(unknown)}: it must be 'scope'`;
    throw new Refused(400, { code: "unknown_parameter", message, param: unknown });
  }
  const scope = searchParams.get("scope") ?? undefined;
  const ended = operations.reset(scope);
  if (ended !== undefined) return json({ reset: ended });
  const message = `There is no scope ${JSON.stringify(scope)}: /state has all of them`;
  throw new Refused(404, { code: "unknown_scope", message, param: "scope" });
}

function follow({ feed }: Operations, { method }: ServedRequest): HttpAnswer {
  const headers = { "content-type": "text/event-stream", "x-accel-buffering": "no", ...SAFE };
  if (method === "HEAD") return { status: 200, headers, body: null };
  const body = feed.follow();
  if (body !== undefined) return { status: 200, headers, body };
  const message = "Too many pages follow the proxy, or it is about to stop";
  throw new Refused(503, { code: "cannot_follow", message, type: "overloaded_error" });
}

function page(): HttpAnswer {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": PAGE_POLICY,
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  };
  return { status: 200, headers, body: STATUS_PAGE };
}
