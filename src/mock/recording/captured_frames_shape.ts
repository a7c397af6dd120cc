import { aText, either, listOf, membersIn, type Shape } from "../options/shape.ts";

/** A name with line breaks would be no name of one event. */
const anEventName: Shape = (value, path) => {
  aText(value, path);
  if (!/[\r\n\0]/.test(value as string)) return;
  throw new TypeError(`Cannot use '${path}' as it must be one line: it has a line break or a NUL`);
};

/** A list of {@linkcode CapturedFrame}. */
export const someCapturedFrames: Shape = listOf(
  either(
    (value) => typeof value === "object",
    membersIn({ event: anEventName, data: aText }, ["data"]),
    aText,
  ),
  1,
);
