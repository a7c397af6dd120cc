import type { ModelRequest, ModelRequestInit } from "./model_request.ts";
import { misshapen } from "../options/shape.ts";

/**
 * Makes a request regular: a deep and frozen copy without `undefined` members, with `stream` always
 * there, so that rules see the same shape whichever way a request came and nobody can change it later.
 *
 * @example
 * ```ts
 * import { snapshotRequest } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const request = snapshotRequest({
 *   model: "demo",
 *   messages: [{ role: "user", content: "状态" }],
 *   tools: undefined,
 * });
 * assertEquals(request, { model: "demo", messages: [{ role: "user", content: "状态" }], stream: false });
 * ```
 *
 * @param init The request. Only values of JSON may stand in it; `stream: null` is `false`.
 * @throws {TypeError} If the model is no text or an empty one, the messages are no list or an empty one, a
 * message has no role, `tools` is no list, `stream` or `stream_options.include_usage` is no boolean, or something is no value of JSON. The
 * message says where.
 */
export function snapshotRequest(init: ModelRequestInit): ModelRequest {
  const request = checkRequest(frozenCopy(init, "request", new Set()));
  const { include_usage: usage } = request.stream_options ?? {};
  if (usage !== undefined && usage !== null && typeof usage !== "boolean") {
    throw misshapen("request.stream_options.include_usage", "a boolean", usage);
  }
  return request;
}

/**
 * Takes a freshly parsed request over as it is: what JSON text gave is nobody else's.
 *
 * @param parsed The request; is frozen.
 * @throws {TypeError} As `snapshotRequest()` does.
 */
export function adoptRequest(parsed: Record<string, unknown>): ModelRequest {
  return deepFreeze(checkRequest(parsed));
}

function checkRequest(value: unknown): ModelRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw misshapen("request", "an object", value);
  }
  const request = value as Record<string, unknown>;
  const { model, messages, stream, tools, stream_options: options } = request;
  if (typeof model !== "string" || model === "") {
    throw misshapen("request.model", "a text that is not empty", model);
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    throw misshapen("request.messages", "a list that is not empty", messages);
  }
  messages.forEach(checkMessage);
  if (tools !== undefined && !Array.isArray(tools)) {
    throw misshapen("request.tools", "a list", tools);
  }
  if (stream !== undefined && stream !== null && typeof stream !== "boolean") {
    throw misshapen("request.stream", "a boolean", stream);
  }
  if (options !== undefined && options !== null && typeof options !== "object") {
    throw misshapen("request.stream_options", "an object", options);
  }
  return Object.freeze({ ...request, stream: stream ?? false }) as unknown as ModelRequest;
}

function checkMessage(message: unknown, index: number): void {
  const path = `request.messages[${index}]`;
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw misshapen(path, "an object", message);
  }
  const { role } = message as { role?: unknown };
  if (typeof role !== "string" || role === "") {
    throw misshapen(`${path}.role`, "a text that is not empty", role);
  }
}

function frozenCopy(value: unknown, path: string, above: Set<object>): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object" || !isPlain(value)) throw misshapen(path, "a value of JSON", value);
  if (above.has(value)) throw misshapen(path, "a value of JSON", "one that contains itself");
  above.add(value);
  const copy = Array.isArray(value)
    ? Array.from(value, (item, index) => frozenCopy(item, `${path}[${index}]`, above))
    : copyMembers(value, path, above);
  above.delete(value);
  return Object.freeze(copy);
}

function copyMembers(value: object, path: string, above: Set<object>): object {
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const item = frozenCopy(member, `${path}.${key}`, above);
    // A plain assignment to this name would set the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: item, enumerable: true });
    else copy[key] = item;
  }
  return copy;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ||
    Object.getPrototypeOf(prototype) === null;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) value.forEach(deepFreeze);
  else for (const name in value) deepFreeze(value[name]);
  return Object.freeze(value);
}
