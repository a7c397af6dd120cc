import { aRetryAfter } from "./delivery/retry_headers.ts";
import { aContentType, someHeaders } from "./header_shape.ts";
import {
  aBoolean,
  aJsonValue,
  aNumber,
  aText,
  aWhole,
  membersIn,
  oneOf,
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

const DESCRIPTION: Shape = membersIn({
  status: aWhole(200, 599),
  headers: someHeaders,
  problem: aProblem,
  retryAfter: aRetryAfter,
  body: aJsonValue,
  contentType: aContentType,
  networkError: aBoolean,
  hang: aBoolean,
  delayMs: aNumber(0),
});

/** A {@linkcode ResponseDescription}: one without an answer says nothing of an answer. */
export const aResponseDescription: Shape = (value, path) => {
  DESCRIPTION(value, path);
  const given = Object.entries(value as object).filter(([, member]) =>
    member !== undefined && member !== false
  ).map(([name]) => name);
  const silent = given.find((name) => name === "networkError" || name === "hang");
  const other = given.find((name) => name !== silent && name !== "delayMs");
  if (silent === undefined || other === undefined) return;
  throw new TypeError(
    `Cannot use '${path}.${other}' as '${silent}' leaves the client without an answer`,
  );
};
