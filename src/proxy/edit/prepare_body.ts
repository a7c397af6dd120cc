import type { Bytes } from "../../bytes.ts";
import type { UpstreamPlan } from "../config/plan.ts";
import { applyReasoningField } from "./apply_reasoning_field.ts";
import { dropFields } from "./drop_fields.ts";
import { JsonDocument } from "./json_document.ts";
import { mergePatch } from "./merge_patch.ts";

/** The kinds of requests, by where they are sent. */
export type RequestPath = "chat" | "completions" | "embeddings" | "responses" | "messages";

/** Which member holds the messages. */
const MESSAGES: Readonly<Record<RequestPath, string | undefined>> = Object.freeze({
  chat: "messages",
  completions: undefined,
  embeddings: undefined,
  responses: "input",
  messages: "messages",
});

/**
 * Makes the body for an upstream of what a client sent, in this order:
 *
 * 1. The model becomes the one of the upstream.
 * 2. Patches are merged, so that they have the last word also about the model.
 * 3. Assistant messages that call tools get the member for their reasoning, on the chat path.
 * 4. Members that the upstream refuses are dropped from messages. As this comes last, reasoning can be moved from one
 *    member to another by dropping the one that it came from.
 *
 * Everything else stays byte for byte.
 *
 * @param body What the client sent; as a document, it is not checked again.
 * @param upstream The upstream.
 * @param path Where the request goes.
 * @returns The body to send: the very same bytes if nothing had to change.
 * @throws {JsonSyntaxError} If the body is no JSON.
 */
export function prepareBody(
  body: Bytes | JsonDocument,
  upstream: UpstreamPlan,
  path: RequestPath,
): Bytes {
  let document = body instanceof JsonDocument ? body : JsonDocument.parse(body);
  // Only an object can be asked with; readRequest() refuses anything else.
  if (!document.isObject(document.root)) return document.bytes;
  const { patches, reasoningField, reasoningEmptyOk, dropFields: names } = upstream.request;
  document = mergePatch(document, { model: upstream.model });
  for (const patch of patches) document = mergePatch(document, patch);
  if (path === "chat") document = applyReasoningField(document, reasoningField, reasoningEmptyOk);
  const list = MESSAGES[path];
  if (list !== undefined) document = dropFields(document, list, names);
  return document.bytes;
}
