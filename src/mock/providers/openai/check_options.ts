import { isObject } from "../../../wire/json.ts";
import { anArray, anObject, aString, oneOfWords } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { members } from "./object_check.ts";
import { wrongType } from "./refusals.ts";

/** Requires what `audio` may hold: how an answer is to sound. */
export const anAudio: FieldCheck = members({
  format: oneOfWords("wav", "aac", "mp3", "flac", "opus", "pcm16"),
  voice: (value, param) => {
    if (isObject(value)) members({ id: aString() }, ["id"])(value, param);
    else aString()(value, param);
  },
}, ["format", "voice"]);

const textParts = anArray(
  members({ type: oneOfWords("text"), text: aString(), prompt_cache_breakpoint: anObject }, [
    "type",
    "text",
  ]),
  { of: "objects" },
);

/** Requires what `prediction` may hold: the words that are expected. */
export const aPrediction: FieldCheck = members({
  type: oneOfWords("content"),
  content: (value, param, mode) => {
    if (typeof value === "string") return;
    if (!Array.isArray(value)) throw wrongType(param, "one of a string or array of objects", value);
    textParts(value, param, mode);
  },
}, ["type", "content"]);

/** Requires what `prompt_cache_options` may hold. */
export const promptCacheOptions: FieldCheck = members({
  mode: oneOfWords("implicit", "explicit"),
  ttl: oneOfWords("30m"),
});

const approximate = members({
  city: aString(),
  country: aString(),
  region: aString(),
  timezone: aString(),
});

/** Requires what `web_search_options` may hold. */
export const webSearchOptions: FieldCheck = members({
  search_context_size: oneOfWords("low", "medium", "high"),
  user_location: members({ type: oneOfWords("approximate"), approximate }, ["type", "approximate"]),
});

const mode = members({ mode: oneOfWords("score", "block") }, ["mode"]);
const policy = members({ input: mode, output: mode });

/** Requires what `moderation` may hold. */
export const aModeration: FieldCheck = members({ model: aString(), policy }, ["model"]);
