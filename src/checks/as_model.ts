import type { Model } from "../turn/request.ts";

/**
 * Takes what a user's `newModel` gave as a model.
 *
 * @throws {TypeError} If it is none.
 */
export function asModel(value: unknown): Model {
  if (typeof (value as Model | null | undefined)?.stream === "function") return value as Model;
  throw new TypeError(
    "Cannot check the adapter as 'newModel' must give an object with a function stream(request, " +
      `options): current value is ${value === null ? "null" : typeof value}`,
  );
}
