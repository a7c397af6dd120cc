import {
  anObject,
  anything,
  aString,
  checkFields,
  oneOf,
  optional,
  required,
  tagged,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

/** Marks a place up to which a prompt is cached. */
export const aCacheControl: FieldCheck = tagged({
  ephemeral: anObject({ type: required(aString), ttl: optional(oneOf("5m", "1h")) }),
});

/** Makes the check of a block with these members, up to which a prompt may be cached. */
export function aBlock(fields: Fields): FieldCheck {
  return anUncachedBlock({ ...fields, cache_control: optional(aCacheControl) });
}

/** Makes the check of a block with these members. */
export function anUncachedBlock(fields: Fields): FieldCheck {
  const all = { type: required(aString), ...fields };
  return (value, path, mode) => checkFields(value as Record<string, unknown>, path, all, mode);
}

/** Requires a block of text. */
export const aTextBlock: FieldCheck = aBlock({
  text: required(aString),
  citations: optional(anything),
});
