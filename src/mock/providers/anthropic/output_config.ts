import type { JsonObject } from "../../../wire/json.ts";
import { requireStrictForm } from "./check_strict_form.ts";
import {
  aDictionary,
  anInteger,
  anObject,
  aString,
  oneOf,
  optional,
  required,
  tagged,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

/** Requires how much a model is to do. */
export const EFFORT: FieldCheck = oneOf("low", "medium", "high", "xhigh", "max");

/** Requires the form of an answer. */
export const anOutputFormat: FieldCheck = tagged({
  json_schema: anObject({
    type: required(aString),
    schema: required((schema, path) => {
      aDictionary(schema, path);
      // Anthropic names no kind of a format here.
      requireStrictForm(schema as JsonObject, path.replace(".json_schema", ""));
    }),
  }),
});

const PLAIN: Fields = { effort: optional(EFFORT), format: optional(anOutputFormat) };

const TRIAL: Fields = {
  ...PLAIN,
  task_budget: optional(anObject({
    type: required(oneOf("tokens")),
    total: required(anInteger(1)),
    remaining: optional(anInteger(0)),
  })),
};

/**
 * Makes the check of what `output_config` may be.
 *
 * @param isTrial Whether it may have what only trials have.
 */
export function anOutputConfig(isTrial: boolean): FieldCheck {
  return anObject(isTrial ? TRIAL : PLAIN);
}
