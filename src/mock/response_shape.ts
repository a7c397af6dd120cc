import {
  aBoolean,
  aJsonValue,
  aNumber,
  aText,
  aWhole,
  membersIn,
  oneOf,
  recordOf,
  type Shape,
  someText,
} from "./shape.ts";

/** A {@linkcode Problem}. */
export const aProblem: Shape = membersIn({
  kind: oneOf(
    "invalid_request",
    "authentication",
    "permission",
    "quota",
    "not_found",
    "too_large",
    "rate_limit",
    "server",
    "overloaded",
    "timeout",
  ),
  status: aWhole(400, 599),
  message: aText,
  param: someText,
  code: someText,
  type: someText,
}, ["kind", "message"]);

/** A {@linkcode ResponseDescription}. */
export const aResponseDescription: Shape = membersIn({
  status: aWhole(200, 599),
  headers: recordOf(aText),
  problem: aProblem,
  body: aJsonValue,
  contentType: someText,
  networkError: aBoolean,
  hang: aBoolean,
  delayMs: aNumber(0),
});
