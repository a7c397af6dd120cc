import { isObject, stringOf } from "../../../../wire/json.ts";
import { anObject, anything, aString, oneOfWords } from "../field_check.ts";
import type { FieldCheck } from "../field_check.ts";
import { missing, wrongType, wrongWord } from "../refusals.ts";
import { listOf, members } from "../object_check.ts";

const aText = aString();
const text = members({ type: aText, text: aText }, ["text"]);
const CACHED: Readonly<Record<string, FieldCheck>> = { prompt_cache_breakpoint: anObject };

/** Requires the parts of what a model is given. */
export const givenParts: FieldCheck = partsOf({
  input_text: members({ type: aText, text: aText, ...CACHED }, ["text"]),
  input_image: members({
    type: aText,
    detail: oneOfWords("low", "high", "auto", "original"),
    file_id: aText,
    image_url: (url, path) => {
      if (typeof url !== "string") throw wrongType(path, "an image URL", url);
    },
    ...CACHED,
  }),
  input_file: members({
    type: aText,
    detail: oneOfWords("auto", "low", "high"),
    file_data: aText,
    file_id: aText,
    file_url: aText,
    filename: aText,
    ...CACHED,
  }),
  input_audio: members({ type: aText, input_audio: anObject }, ["input_audio"]),
});

/** Requires the parts of what a model has said. */
export const saidParts: FieldCheck = partsOf({
  output_text: members({
    type: aText,
    text: aText,
    annotations: listOf(anything),
    logprobs: listOf(anything),
  }, ["text"]),
  refusal: members({ type: aText, refusal: aText }, ["refusal"]),
});

/** Requires the parts of a summary of reasoning. */
export const summaryParts: FieldCheck = partsOf({ summary_text: text });

/** Requires the parts of reasoning itself. */
export const thoughtParts: FieldCheck = partsOf({ reasoning_text: text });

function partsOf(kinds: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return listOf((part, path, mode) => {
    if (!isObject(part)) throw wrongType(path, "an object", part);
    if (part.type === undefined) throw missing(`${path}.type`);
    const type = stringOf(part.type);
    if (!Object.hasOwn(kinds, type)) throw wrongWord(path, String(part.type), Object.keys(kinds));
    kinds[type]!(part, path, mode);
  });
}
