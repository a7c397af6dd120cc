import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Ask, TextForm } from "../../../request/ask.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { withoutThoughts } from "../../../result/without_thoughts.ts";
import { adoptRequest } from "../../../request/snapshot_request.ts";

/** How an option is named in chat completions; the others are kept among the options. */
const NAMES: Readonly<Record<string, string>> = {
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  seed: "seed",
  num_predict: "max_tokens",
  stop: "stop",
  presence_penalty: "presence_penalty",
  frequency_penalty: "frequency_penalty",
};

/**
 * Tells what a request of an answer asks for.
 *
 * @param surface The endpoint it came by.
 * @param body The request, checked.
 * @param messages Its conversation.
 */
export function ollamaAsk(
  surface: Ask["surface"],
  body: JsonObject,
  messages: readonly ModelMessage[],
): Ask {
  const options = isObject(body.options) ? body.options : {};
  const stream = body.stream !== false;
  const form = textForm(body.format);
  const most = options.num_predict;
  return {
    surface,
    request: adoptRequest({
      ...presentMembers(body),
      ...neutralOptions(options),
      ...(form.type === "text" ? {} : { response_format: responseFormat(form) }),
      messages,
      stream,
    }),
    body,
    framing: stream ? "ndjson" : undefined,
    count: 1,
    // A number below 1 sets no limit.
    maxTokens: typeof most === "number" && most >= 1 ? Math.floor(most) : undefined,
    stop: arrayOf(options.stop) as readonly string[],
    form,
    // One that says nothing gets the thoughts that the result has.
    fit: body.think === false ? withoutThoughts : undefined,
  };
}

/** To Go, `null` is the same as nothing. */
function presentMembers(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, member]) => member !== null));
}

/** Ollama lets a model write nothing that breaks the schema. */
function textForm(format: unknown): TextForm {
  if (format === "json") return { type: "json" };
  return isObject(format) ? { type: "schema", schema: format, strict: true } : { type: "text" };
}

function responseFormat(form: TextForm): JsonObject {
  return form.type === "schema"
    ? { type: "json_schema", json_schema: { name: "format", schema: form.schema } }
    : { type: "json_object" };
}

function neutralOptions(options: JsonObject): JsonObject {
  const named = Object.entries(NAMES).filter(([name]) =>
    (options[name] ?? undefined) !== undefined
  );
  return Object.fromEntries(named.map(([name, neutral]) => [neutral, options[name]]));
}

/**
 * Gives a message's text, with its images as parts beside it.
 *
 * @param text The text.
 * @param images The images, in base64.
 */
export function contentWithImages(text: unknown, images: unknown): unknown {
  const list = arrayOf(images);
  if (list.length === 0) return stringOf(text);
  const parts = list.map((image) => ({
    type: "image_url",
    image_url: { url: `data:${mediaType(stringOf(image))};base64,${stringOf(image)}` },
  }));
  return stringOf(text) === "" ? parts : [{ type: "text", text }, ...parts];
}

/** How images begin, in base64. */
const BEGINNINGS: readonly (readonly [start: string, type: string])[] = [
  ["/9j/", "image/jpeg"],
  ["R0lG", "image/gif"],
  ["UklG", "image/webp"],
];

function mediaType(image: string): string {
  return BEGINNINGS.find(([start]) => image.startsWith(start))?.[1] ?? "image/png";
}
