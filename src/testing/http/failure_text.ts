import { thrownText } from "../contract/expectations.ts";

/** Says why a request failed: what `fetch()` throws says that it did, and keeps the reason in its cause. */
export function failureText(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return thrownText(error);
  const { code } = cause as { readonly code?: unknown };
  // The cause of a name with several addresses has no message, but a code.
  const reason = cause.message === "" && typeof code === "string" ? code : thrownText(cause);
  return `${thrownText(error)} (${reason})`;
}
