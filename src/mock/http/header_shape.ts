import { aText, recordOf, type Shape, textThat } from "../options/shape.ts";

/** Headers by their names, which every runtime can send. */
export const someHeaders: Shape = (value, path) => {
  recordOf(aText)(value, path);
  for (const [name, text] of Object.entries(value as Record<string, string | undefined>)) {
    if (text !== undefined) requireHeader(name, text, `${path}.${name}`);
  }
};

/**
 * Something for each of some headers, by their names.
 *
 * @param item What there is for each.
 */
export function headersWith(item: Shape): Shape {
  return (value, path) => {
    recordOf(item)(value, path);
    for (const name of Object.keys(value as object)) requireHeader(name, "", `${path}.${name}`);
  };
}

function requireHeader(name: string, value: string, path: string): void {
  const isHeader = (text: string) => void new Headers([[name, text]]);
  textThat("a header with a name and a value that HTTP allows", isHeader)(value, path);
}

/** What a response says its body is. */
export const aContentType: Shape = textThat(
  "a content type that HTTP allows",
  (text) => text !== "" && void new Headers([["content-type", text]]),
);
