/** What the body of an answer is. */
export type AnswerKind = "stream" | "json" | "other";

/**
 * Tells what a body is: by its type where that says it, by what was asked for where it does not.
 *
 * @param contentType The type it has by its headers.
 * @param isStreamAsked Whether a stream was asked for.
 */
export function answerKind(contentType: string | null, isStreamAsked: boolean): AnswerKind {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream") return "stream";
  if (type === "application/json" || type.endsWith("+json")) return "json";
  if (type === "" || type === "text/plain" || type === "application/octet-stream") {
    return isStreamAsked ? "stream" : "json";
  }
  return "other";
}
