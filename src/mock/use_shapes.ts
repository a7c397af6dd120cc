import type { ServeOptions } from "../serve.ts";
import type { StreamOptions } from "../turn/request.ts";
import { aFunction, aSignal, aText, aWhole, membersIn, type Shape, someText } from "./shape.ts";

const MAX_PORT = 65_535;

const SERVE: Readonly<Record<keyof ServeOptions, Shape>> = {
  hostname: someText,
  port: aWhole(0, MAX_PORT),
  onError: aFunction,
};

const STREAM: Readonly<Record<keyof StreamOptions, Shape>> = { signal: aSignal };

/** The options of `MockGPT.serve()`. */
export const aServing: Shape = membersIn(SERVE);

/** The options of `MockGPT.stream()`. */
export const aStreaming: Shape = membersIn(STREAM);

/** The name of a test, or nothing for all. */
export const aTestId: Shape = (value, path) => {
  if (value !== undefined) aText(value, path);
};
