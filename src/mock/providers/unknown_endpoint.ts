import { type Addressed, methodsAt } from "./find_endpoint.ts";
import { invalid, ProviderProblem } from "./problem.ts";

/**
 * Refuses a request that is for no endpoint: by its path, or by its method alone.
 *
 * @param call The request.
 */
export function unknownEndpoint(call: Addressed): ProviderProblem {
  const { method, path } = call;
  const others = methodsAt(call);
  if (others.length > 0) {
    const message = `Invalid method for URL (${method} ${path}). It takes ${others.join(", ")}.`;
    return invalid(message, undefined, { status: 405 });
  }
  const message = `Unknown request URL: ${method} ${path}. The mock serves no such endpoint.`;
  return new ProviderProblem({ kind: "not_found", message, code: "unknown_url" });
}
