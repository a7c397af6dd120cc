import { showValue } from "../../checks/show_value.ts";
import { broken } from "../contract/expectations.ts";

/**
 * Makes sure that a `fetch` of the user's own has given a response, be it of whatever package.
 *
 * @param what What was asked, for messages.
 * @throws {ContractViolation} If it is none.
 */
export function requireResponse(what: string, response: unknown): void {
  if (isResponse(response)) return;
  throw broken(
    `${what} to be answered with a Response`,
    `fetch() gave ${showValue(response)}`,
  );
}

function isResponse(value: unknown): boolean {
  try {
    const { status, headers, body } = value as Response;
    const hasBody = body === null || body === undefined ||
      typeof body[Symbol.asyncIterator] === "function";
    return typeof status === "number" && hasBody && typeof headers.get === "function";
  } catch {
    return false;
  }
}
