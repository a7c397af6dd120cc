import { type Addressed, methodsAt } from "./find_endpoint.ts";
import { ProviderProblem } from "./problem.ts";

/**
 * Refuses a request that is for no endpoint: by its path, or by its method alone.
 *
 * @param call The request.
 */
export function unknownEndpoint(call: Addressed): ProviderProblem {
  const { method, path } = call;
  const allow = methodsAt(path).join(", ");
  if (allow !== "") {
    const message = `Invalid method for URL (${method} ${path}). It takes ${allow}.`;
    return new ProviderProblem({ kind: "invalid_request", status: 405, message }, { allow });
  }
  const message = `Unknown request URL: ${method} ${path}. The mock serves no such endpoint.`;
  return new ProviderProblem({ kind: "not_found", message, code: "unknown_url" });
}
