import type { HttpCall } from "../http/http_call.ts";
import type { JsonValue } from "../result/model_result.ts";
import type { RecordedRequest } from "./cassette.ts";
import type { RedactOptions } from "./forward_options.ts";
import {
  type SecretNames,
  secretsInBody,
  withoutBodySecrets,
  withoutQuerySecrets,
} from "./body_secrets.ts";
import { isWithinDepth } from "../http/depth.ts";
import { forwardedHeaders, forwardedQuery } from "./passed_headers.ts";
import type { Piece } from "./piece.ts";
import { redactedPieces } from "./redacted_pieces.ts";
import { isSecretName, longestFirst, REDACTED, secretsIn, withoutSecrets } from "./secrets.ts";

/** Keeps secrets out of recordings: by the names of what carries them, and then wherever else they stand. */
export class Redaction {
  readonly #names: SecretNames;
  readonly #body: RedactOptions["body"];

  /** @param options What is secret besides what always is. */
  constructor({ headers = [], query = [], body }: RedactOptions = {}) {
    this.#names = { headers: inSmallLetters(headers), query: inSmallLetters(query) };
    this.#body = body;
  }

  /** Gives the secrets that a request carries. */
  secretsOf(
    { headers, query, body }: Pick<HttpCall, "headers" | "query" | "body">,
  ): readonly string[] {
    const secrets = [...this.secretsInHeaders(headers), ...secretsInBody(body, this.#names)];
    const hidden = [...query].filter(([name]) => isSecretName(name, this.#names.query));
    return longestFirst([...secrets, ...hidden.flatMap(([name, value]) => secretsIn(name, value))]);
  }

  /** Gives the secrets that headers carry. */
  secretsInHeaders(headers: Headers): readonly string[] {
    const hidden = [...headers].filter(([name]) => isSecretName(name, this.#names.headers));
    return longestFirst(hidden.flatMap(([name, value]) => secretsIn(name, value)));
  }

  /** Gives a request as it is recorded. */
  request(call: HttpCall): RecordedRequest {
    const secrets = this.secretsOf(call);
    const query = new URLSearchParams();
    for (const [name, value] of forwardedQuery(call.query)) {
      const shown = isSecretName(name, this.#names.query)
        ? REDACTED
        : withoutSecrets(value, secrets);
      query.append(name, shown);
    }
    const body = withoutSecrets(this.#cleanBody(call.body), secrets);
    return {
      method: call.method,
      path: withoutSecrets(call.path, secrets),
      query: query.toString(),
      headers: this.headers(forwardedHeaders(call.headers), secrets),
      body: valueOf(this.#body?.(body, "request") ?? body),
    };
  }

  /** Gives headers as they are recorded. */
  headers(headers: Headers, secrets: readonly string[]): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...headers].map(([name, value]) => [
        name,
        isSecretName(name, this.#names.headers)
          ? REDACTED
          : withoutSecrets(this.#cleanValue(value), secrets),
      ]),
    );
  }

  /** Gives a request that was recorded, maybe with secrets that were kept then, as it would be recorded now. */
  recorded(request: RecordedRequest): RecordedRequest {
    const text = typeof request.body === "string" ? request.body : JSON.stringify(request.body);
    const clean = this.#cleanBody(text);
    return clean === text ? request : { ...request, body: valueOf(clean) };
  }

  /** Gives the pieces of a response as they are recorded. */
  pieces(pieces: readonly Piece[], secrets: readonly string[]): readonly Piece[] {
    const hook = this.#body;
    return redactedPieces(pieces, {
      secrets,
      names: this.#names,
      hook: hook && ((text) => hook(text, "response")),
    });
  }

  #cleanBody(text: string): string {
    return withoutBodySecrets(text, this.#names, () => REDACTED);
  }

  /** The value of a header may be an address without a host. */
  #cleanValue(text: string): string {
    return withoutQuerySecrets(this.#cleanBody(text), this.#names, () => REDACTED);
  }
}

function inSmallLetters(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Gives a body as a value if it is JSON, and not so deep that looking at it would be dangerous. */
function valueOf(text: string): JsonValue {
  try {
    const value = JSON.parse(text);
    return isWithinDepth(value) ? value : text;
  } catch {
    return text;
  }
}
