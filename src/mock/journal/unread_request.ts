import type { ModelRequest } from "../request/model_request.ts";

const UNREAD: WeakSet<ModelRequest> = new WeakSet();

/**
 * Stands for a request whose body could not be read, and of which nothing is kept.
 *
 * @param model The model, if the path names it.
 */
export function unreadRequest(model: string): ModelRequest {
  const request: ModelRequest = Object.freeze({
    model,
    messages: Object.freeze([]),
    stream: false,
  });
  UNREAD.add(request);
  return request;
}

/** Tells whether a request stands for one that could not be read: whether two of them are the same nobody knows. */
export function isUnread(request: ModelRequest): boolean {
  return UNREAD.has(request);
}
