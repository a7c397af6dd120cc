import { ModelError } from "../errors.ts";
import { printable } from "../printable.ts";
import { providerError, quote } from "../wire/json.ts";
import type { Wire } from "../wire/wire.ts";
import { problemOf } from "./provider_problem.ts";
import { isQuota } from "./quota.ts";
import { readExcerpt } from "./read_excerpt.ts";
import type { ExcerptOptions } from "./read_excerpt.ts";
import { requestIdOf } from "./request_id.ts";

/** The names under which servers send NDJSON. */
const NDJSON_TYPES: readonly string[] = ["application/x-ndjson", "application/ndjson"];

/**
 * Looks whether a successful answer is the kind of stream that was asked for. An answer that names
 * no type is taken as it is: the end-of-turn marker will tell.
 *
 * @param response The answer. Its body is read only if it is of another type.
 * @param wire The format that was asked for.
 * @param options What ends the reading.
 * @returns The failure: `PROVIDER`, `RATE_LIMITED` or `QUOTA` if the body is an error of the
 * provider's, otherwise `STREAM_PROTOCOL`.
 */
export async function contentTypeFailure(
  response: Response,
  wire: Wire,
  options: ExcerptOptions,
): Promise<ModelError | undefined> {
  const actual = mediaType(response.headers.get("content-type") ?? "");
  const expected = mediaType(wire.contentType);
  if (actual === "" || actual === expected) return undefined;
  if (wire.framing === "ndjson" && NDJSON_TYPES.includes(actual)) return undefined;
  const text = await readExcerpt(response.body, options);
  const problem = problemOf(text);
  const info = { requestId: requestIdOf(response.headers) ?? problem?.requestId };
  if (problem) {
    const quota = isQuota(response.status, problem);
    return new ModelError(
      quota ? "QUOTA" : providerError(problem.error).code,
      `The provider answered ${response.status} with an error: ${printable(problem.message)}`,
      info,
    );
  }
  return new ModelError(
    "STREAM_PROTOCOL",
    `The provider answered with the content type "${actual}" in place of "${expected}": ` +
      quote(text),
    info,
  );
}

function mediaType(contentType: string): string {
  return contentType.split(";")[0]!.trim().toLowerCase();
}
