import type { ServeOptions } from "../../server/serve.ts";
import type { StreamOptions } from "../../turn/request.ts";
import type { DoneOptions } from "../calls/done_options.ts";
import {
  aBoolean,
  aFunction,
  aSignal,
  aText,
  aWhole,
  membersIn,
  type Shape,
  someText,
} from "./shape.ts";

const MAX_PORT = 65_535;

const SERVE: Readonly<Record<keyof ServeOptions, Shape>> = {
  hostname: someText,
  port: aWhole(0, MAX_PORT),
  onError: aFunction,
};

const STREAM: Readonly<Record<keyof StreamOptions, Shape>> = { signal: aSignal };

const DONE: Readonly<Record<keyof DoneOptions, Shape>> = { allowUnmatched: aBoolean };

/** The options of `MockGPT.assertDone()` and `MockGPT.unfinished()`. */
export const aDone: Shape = membersIn(DONE);

/** The options of `MockGPT.serve()`. */
export const aServing: Shape = membersIn(SERVE);

/** The options of `MockGPT.stream()`. */
export const aStreaming: Shape = membersIn(STREAM);

/** The name of a test, or nothing for all. */
export const aTestId: Shape = (value, path) => {
  if (value !== undefined) aText(value, path);
};
