/** How much of a broken value an error message carries, in characters. */
const EXCERPT_CHARS = 64;

type Fields = { readonly [field: string]: unknown };

/**
 * Finds out why a value is no event of a turn. Types say so already; an adapter written in
 * JavaScript, or one that trusts a provider's JSON, may give something else, and joining that would
 * make a turn of `"undefined"`.
 *
 * @param event What an adapter gave.
 * @returns A sentence, or `undefined` for an event.
 */
export function eventFault(event: unknown): string | undefined {
  if (!isRecord(event)) return `An event must be an object: it is ${show(event)}`;
  switch (event.type) {
    case "text":
      return textFault(event, "text");
    case "reasoning":
      return textFault(event, "text") ?? textFault(event, "signature", true) ??
        textFault(event, "redacted", true);
    case "tool_call":
      return indexFault(event.index) ?? textFault(event, "arguments") ??
        textFault(event, "id", true) ?? textFault(event, "name", true);
    case "finish":
      return finishFault(event.finish);
    default:
      return `Unknown event type: ${show(event.type)}`;
  }
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function textFault(event: Fields, field: string, optional = false): string | undefined {
  const value = event[field];
  if (typeof value === "string" || (optional && value === undefined)) return undefined;
  return `The '${field}' of a "${show(event.type)}" event must be a string: it is ${show(value)}`;
}

function indexFault(index: unknown): string | undefined {
  if (Number.isSafeInteger(index) && (index as number) >= 0) return undefined;
  return `The 'index' of a tool call must be an integer from 0: it is ${show(index)}`;
}

function finishFault(finish: unknown): string | undefined {
  if (!isRecord(finish)) return `The 'finish' of a turn must be an object: it is ${show(finish)}`;
  for (const field of ["reason", "raw"]) {
    if (typeof finish[field] === "string") continue;
    return `The '${field}' of a finish must be a string: it is ${show(finish[field])}`;
  }
  for (const field of ["usage", "discarded"]) {
    if (isRecord(finish[field])) continue;
    return `The '${field}' of a finish must be an object, as ZERO_USAGE is: it is ${
      show(finish[field])
    }`;
  }
  return undefined;
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null
    ? "an object"
    : String(value).slice(0, EXCERPT_CHARS);
}
