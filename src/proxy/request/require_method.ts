import type { ServedRequest } from "../../server/served_request.ts";
import { Refused } from "./refused.ts";

/**
 * Refuses a request of another method. Where GET is wanted, HEAD will do.
 *
 * @param request The request.
 * @param wanted The method, in capitals.
 * @throws {Refused} If it is of another.
 */
export function requireMethod(
  { method }: Pick<ServedRequest, "method">,
  wanted: "GET" | "POST",
): void {
  if (method === wanted || (method === "HEAD" && wanted === "GET")) return;
  const message = `The method must be ${wanted}, not ${method}`;
  const allow = wanted === "GET" ? "GET, HEAD" : wanted;
  throw new Refused(405, { code: "method_not_allowed", message }, { allow });
}
