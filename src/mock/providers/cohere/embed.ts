import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { countTokens } from "../../tokens/split_tokens.ts";
import type { DataCall, DataReply } from "../endpoint.ts";
import { shortened, toBase64 } from "../vectors.ts";
import {
  aList,
  anInteger,
  anObject,
  aString,
  checkFields,
  oneOf,
  refused,
  someString,
  tagged,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const MAX_TEXTS = 96;
const DIMENSIONS: readonly number[] = [256, 512, 1024, 1536];

const anInput: FieldCheck = anObject({
  content: aList(tagged({
    text: { text: aString },
    image_url: { image_url: anObject({ url: someString, detail: aString }, ["url"]) },
  })),
}, ["content"]);

const FIELDS: Fields = {
  model: someString,
  input_type: oneOf("search_document", "search_query", "classification", "clustering", "image"),
  texts: aList(aString, MAX_TEXTS),
  images: aList(someString, MAX_TEXTS),
  inputs: aList(anInput, MAX_TEXTS),
  max_tokens: anInteger(1),
  output_dimension: (value, path) => {
    if (!DIMENSIONS.includes(value as number)) {
      throw refused(`${path} must be one of ${DIMENSIONS.join(", ")}`, path);
    }
  },
  embedding_types: aList(oneOf("float", "int8", "uint8", "binary", "ubinary", "base64")),
  truncate: oneOf("NONE", "START", "END"),
  priority: anInteger(0, 999),
};

/** How each type spells a vector. */
const TYPES: Readonly<Record<string, (vector: readonly number[]) => unknown>> = {
  float: (vector) => vector,
  int8: (vector) => vector.map(toInt8),
  uint8: (vector) => vector.map((value) => toInt8(value) + 128),
  binary: (vector) => toBits(vector).map((byte) => byte - 128),
  ubinary: toBits,
  base64: toBase64,
};

/**
 * Answers a request of embeddings.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Cohere would refuse it.
 */
export async function cohereEmbed({ body, tools }: DataCall): Promise<DataReply> {
  checkFields(body, "", FIELDS, ["model", "input_type"], tools.unknownMembers);
  const texts = textsOf(body);
  const model = stringOf(body.model);
  const least = typeof body.output_dimension === "number" ? body.output_dimension : undefined;
  const dimensions = least ?? dimensionsOf(model);
  const whole = await tools.vectors(texts.map((input) => ({ input, model, dimensions, least })));
  const vectors = least === undefined ? whole : whole.map((vector) => shortened(vector, least));
  const types = arrayOf(body.embedding_types) as readonly string[];
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    body: {
      id: tools.requestId,
      ...(Array.isArray(body.texts) ? { texts: body.texts } : {}),
      embeddings: Object.fromEntries(
        (types.length === 0 ? ["float"] : types).map((type) => [type, vectors.map(TYPES[type]!)]),
      ),
      meta: { api_version: { version: "2" }, billed_units: { input_tokens: tokens } },
      response_type: "embeddings_by_type",
    },
  };
}

/** What vectors are made of; of an input of several parts, its texts and the addresses of its images. */
function textsOf({ texts, images, inputs }: JsonObject): readonly string[] {
  const given = [texts, images, inputs].filter((list) => arrayOf(list).length > 0);
  if (given.length !== 1) {
    throw refused("exactly one of texts, images or inputs must be given");
  }
  return arrayOf(given[0]).map((input) => isObject(input) ? inputText(input) : stringOf(input));
}

function inputText({ content }: JsonObject): string {
  return arrayOf(content).filter(isObject).map(({ text, image_url: image }) =>
    isObject(image) ? stringOf(image.url) : stringOf(text)
  ).join("\n");
}

function dimensionsOf(model: string): number {
  if (model.includes("light")) return 384;
  return model.includes("v3") ? 1024 : 1536;
}

function toInt8(value: number): number {
  return Math.max(-128, Math.min(127, Math.round(value * 127)));
}

/** One bit for each number: whether it is above zero; the first is the highest of its byte. */
function toBits(vector: readonly number[]): readonly number[] {
  const bytes: number[] = [];
  for (const [index, value] of vector.entries()) {
    const place = index >> 3;
    bytes[place] = (bytes[place] ?? 0) | (value > 0 ? 128 >> (index & 7) : 0);
  }
  return bytes;
}
