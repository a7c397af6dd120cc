import type { Json } from "../store/trace_event.ts";

/** What a tool is told besides its arguments. */
export interface ToolContext {
  /** The same each time this call is run again, and no other call's: for whoever must not act twice. */
  readonly key: string;
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined;
}

/** What a model may call. A frozen object: what one keeps between its calls is lost to the next process. */
export interface Tool {
  /** The name that the model calls it by. */
  readonly name: string;
  /** What it does, for the model to read. */
  readonly description?: string | undefined;
  /** The JSON Schema of its arguments, an object schema. */
  readonly parameters?: { readonly [key: string]: unknown } | undefined;
  /**
   * Runs a call. What it throws is told to the model as the call's result; a result that is no JSON ends the turn.
   *
   * @param args The arguments.
   * @param context What else is known of the call.
   */
  run(args: Json, context: ToolContext): Json | Promise<Json>;
}
