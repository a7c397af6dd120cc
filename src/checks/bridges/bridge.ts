import { REQUESTS } from "../../adapter/requests/requests.ts";
import type { JsonBody } from "../../adapter/requests/http_request.ts";
import type { TurnRequest } from "../../turn/request.ts";
import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { WireId } from "../../wire/wire.ts";

/**
 * What every bridge can be told. A bridge shows what an SDK gives as the events of a turn. It adds
 * nothing and mends nothing: what the SDK throws is thrown, and where the SDK ends without a reason
 * for it, so do the events. A failure that an SDK reports by a documented event of its own, and not
 * by throwing, is thrown by the bridge.
 */
export interface BridgeOptions {
  /** The model to ask for. @default {"model"} */
  readonly model?: string | undefined;
}

/** The body of a request, as the provider takes it and its SDK passes it on. */
export function bodyFor(wire: WireId, request: TurnRequest, options: BridgeOptions): JsonBody {
  const { model = request.model ?? "model" } = options;
  return REQUESTS[wire](request, { model }).body;
}

/** Gives what an SDK handed over as an object, empty if it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Finds out that something is not the client it was given as. */
export function requireFunction(value: unknown, bridge: string, path: string): void {
  if (typeof value === "function") return;
  throw new TypeError(
    `Cannot bridge the client as ${bridge} needs a function '${path}': current value is ${typeof value}`,
  );
}
