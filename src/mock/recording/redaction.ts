import type { HttpCall } from "../http_call.ts";
import type { JsonValue } from "../result/model_result.ts";
import type { RecordedRequest } from "./cassette.ts";
import type { RedactOptions } from "./forward_options.ts";
import { isWithinDepth } from "../depth.ts";
import { forwardedHeaders, forwardedQuery } from "./passed_headers.ts";
import type { Piece } from "./piece.ts";
import { redactedPieces } from "./redacted_pieces.ts";
import { isSecretName, REDACTED, secretsIn, withoutSecrets } from "./secrets.ts";

/** Keeps secrets out of recordings: by the names of what carries them, and then wherever else they stand. */
export class Redaction {
  readonly #headers: ReadonlySet<string>;
  readonly #query: ReadonlySet<string>;
  readonly #body: RedactOptions["body"];

  /** @param options What is secret besides what always is. */
  constructor({ headers = [], query = [], body }: RedactOptions = {}) {
    this.#headers = inSmallLetters(headers);
    this.#query = inSmallLetters(query);
    this.#body = body;
  }

  /** Gives the secrets that a request carries. */
  secretsOf({ headers, query }: Pick<HttpCall, "headers" | "query">): readonly string[] {
    const secrets = this.secretsInHeaders(headers);
    const hidden = [...query].filter(([name]) => isSecretName(name, this.#query));
    return sorted([...secrets, ...hidden.flatMap(([name, value]) => secretsIn(name, value))]);
  }

  /** Gives the secrets that headers carry. */
  secretsInHeaders(headers: Headers): readonly string[] {
    const hidden = [...headers].filter(([name]) => isSecretName(name, this.#headers));
    return sorted(hidden.flatMap(([name, value]) => secretsIn(name, value)));
  }

  /** Gives a request as it is recorded. */
  request(call: HttpCall): RecordedRequest {
    const secrets = this.secretsOf(call);
    const query = new URLSearchParams();
    for (const [name, value] of forwardedQuery(call.query)) {
      const shown = isSecretName(name, this.#query) ? REDACTED : withoutSecrets(value, secrets);
      query.append(name, shown);
    }
    const body = withoutSecrets(call.body, secrets);
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
        isSecretName(name, this.#headers) ? REDACTED : withoutSecrets(value, secrets),
      ]),
    );
  }

  /** Gives the pieces of a response as they are recorded. */
  pieces(pieces: readonly Piece[], secrets: readonly string[]): readonly Piece[] {
    const hook = this.#body;
    return redactedPieces(pieces, secrets, hook && ((text) => hook(text, "response")));
  }
}

function inSmallLetters(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** A secret that is a part of another must not leave the rest of that one. */
function sorted(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].sort((a, b) => b.length - a.length);
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
