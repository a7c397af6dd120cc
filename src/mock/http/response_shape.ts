import { aRetryAfter } from "../delivery/retry_headers.ts";
import type { ResponseDescription } from "../rules/reply.ts";
import { isBodiless } from "../recording/statuses.ts";
import { aContentType, someHeaders } from "./header_shape.ts";
import {
  aBoolean,
  aJsonValue,
  aText,
  aTimeMs,
  aWhole,
  membersIn,
  oneOf,
  type Shape,
  someText,
} from "../options/shape.ts";

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
  delayMs: aTimeMs,
});

/** A {@linkcode ResponseDescription}: one without an answer says nothing of an answer. */
export const aResponseDescription: Shape = (value, path) => {
  DESCRIPTION(value, path);
  const given = Object.entries(value as object).filter(([, member]) =>
    member !== undefined && member !== false
  ).map(([name]) => name);
  if (given.length === 0) {
    throw new TypeError(`Cannot use '${path}' as it says nothing of a response`);
  }
  requireOneBody(value as ResponseDescription, path);
  const silent = given.find((name) => name === "networkError" || name === "hang");
  const other = given.find((name) => name !== silent && name !== "delayMs");
  if (silent === undefined || other === undefined) return;
  throw new TypeError(
    `Cannot use '${path}.${other}' as '${silent}' leaves the client without an answer`,
  );
};

/** Of two bodies one would be left out, and so would that of a status that has none. */
function requireOneBody({ status, problem, body }: ResponseDescription, path: string): void {
  if (problem !== undefined && body !== undefined) {
    throw new TypeError(
      `Cannot use '${path}.body' as it stands in place of 'problem', and both are given`,
    );
  }
  if (status === undefined || !isBodiless(status)) return;
  const given = body !== undefined ? "body" : problem !== undefined ? "problem" : undefined;
  if (given === undefined) return;
  throw new TypeError(
    `Cannot use '${path}.${given}' as a response with the status ${status} has no body`,
  );
}
