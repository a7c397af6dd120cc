import { TIMED_OUT, withDeadline } from "../clock.ts";
import type { Model } from "../turn/request.ts";
import { asModel } from "./arguments.ts";
import type { AdapterEnv } from "./lab/lab.ts";

/** Makes the adapter under test, pointed at the check's own provider. */
export type NewModel = (env: AdapterEnv) => Model | Promise<Model>;

/** How long it may take to make an adapter, in milliseconds: that may load a whole SDK. */
const MAKING_MS = 30_000;

/**
 * Makes the adapter under test.
 *
 * @param newModel What makes it.
 * @param env The check's own provider.
 * @param limitMs How long that may take, in milliseconds.
 * @throws {TypeError} If that gives no model, or nothing at all.
 */
export async function makeModel(
  newModel: NewModel,
  env: AdapterEnv,
  limitMs: number = MAKING_MS,
): Promise<Model> {
  const made = await withDeadline(limitMs, Promise.resolve(newModel(env)));
  if (made !== TIMED_OUT) return asModel(made);
  throw new TypeError(
    `Cannot check the adapter as 'newModel' must give a model: it gave nothing for ${limitMs} ms`,
  );
}
