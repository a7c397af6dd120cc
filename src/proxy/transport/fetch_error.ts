import { TransportError, type TransportErrorCode } from "./transport_error.ts";

/** What the runtimes call the ways not to be connected, in `code`. */
const CONNECT_CODES: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPROTO",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/**
 * Makes a {@linkcode TransportError} of what a `fetch` throws.
 *
 * @param error What it throws.
 * @param host Whom it was sent to.
 * @returns The error. Of fetches that do not tell whether they were connected, it says `network`.
 */
export function fetchError(error: unknown, host: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  return new TransportError(code, `${MESSAGES[code]} '${host}'`, { cause: error });
}

const MESSAGES: Readonly<Record<TransportErrorCode, string>> = {
  connect: "Cannot connect to",
  connect_timeout: "Cannot connect in time to",
  network: "The connection broke before there was an answer of",
  protocol: "There is no answer of HTTP from",
};

function codeOf(error: unknown): TransportErrorCode {
  for (let level: unknown = error; level instanceof Error; level = level.cause) {
    const code = String((level as { code?: unknown }).code);
    if (code === "UND_ERR_CONNECT_TIMEOUT") return "connect_timeout";
    if (CONNECT_CODES.has(code) || /^(ERR_(SSL|TLS)_|CERT_|UNABLE_TO_|DEPTH_ZERO_)/.test(code)) {
      return "connect";
    }
    if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW") return "protocol";
    // Deno's errors have no code; its HTTP client names the stage in brackets.
    if (level.message.includes("client error (Connect)")) return "connect";
  }
  return "network";
}
