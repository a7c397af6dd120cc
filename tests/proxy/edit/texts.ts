import fc from "fast-check";
import { type Bytes, toBytes } from "../../../src/bytes.ts";
import { JsonDocument } from "../../../src/proxy/edit/json_document.ts";

/** White space, in all its forms. */
const space = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  fc.constantFrom(" ", "\n", "\r\n", "\t", " \n  "),
);

const numbers = fc.constantFrom(
  "0",
  "-0",
  "1",
  "1.0",
  "1e400",
  "-12.50E-3",
  "12345678901234567890",
  "0.1e+2",
);

/** One character of a string, in one of the ways to spell it. */
const character = fc.oneof(
  fc.constantFrom("a", "{", "}", "[", "]", ",", ":", " ", "é", "日", "🙂", "\\ud800", "\\udc00"),
  fc.constantFrom('\\"', "\\\\", "\\/", "\\n", "\\u0000", "\\u0061", "\\u0041", "\\uD83D\\uDE42"),
);

/** The text of a string. */
export const stringText: fc.Arbitrary<string> = fc.array(character, { maxLength: 6 }).map((all) =>
  `"${all.join("")}"`
);

/** A name of few, so that names are met again, by patches too; in one of the ways to spell it. */
export const nameText: fc.Arbitrary<string> = fc.constantFrom(
  '"a"',
  '"\\u0061"',
  '"b"',
  '"__proto__"',
  '"é"',
  '"\\u00e9"',
  '"\\ud800"',
  '""',
);

/** The same names, as they read. */
export const name: fc.Arbitrary<string> = nameText.map((text) => JSON.parse(text));

function listed(parts: string[], open: string, close: string): string {
  return `${open}${parts.join(",")}${close}`;
}

const spaced = (inner: fc.Arbitrary<string>) =>
  fc.tuple(space, inner, space).map((parts) => parts.join(""));

const { value } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    numbers,
    stringText,
    fc.constantFrom("true", "false", "null"),
    tie("object"),
    tie("array"),
  ),
  object: fc.oneof(
    fc.array(
      fc.tuple(spaced(nameText), spaced(tie("value"))).map((pair) => pair.join(":")),
      { maxLength: 5 },
    ).map((parts) => listed(parts, "{", "}")),
    space.map((text) => `{${text}}`),
  ),
  array: fc.array(spaced(tie("value")), { maxLength: 4 }).map((parts) => listed(parts, "[", "]")),
}));

/** A JSON text, spelled in any way. */
export const jsonText: fc.Arbitrary<string> = fc.tuple(fc.constantFrom("", "\ufeff"), spaced(value))
  .map((parts) => parts.join(""));

/** The text of an object, spelled in any way. */
export const objectText: fc.Arbitrary<string> = jsonText.filter((text) =>
  /^\ufeff?\s*\{/.test(text)
);

/** A value that a configuration may have. */
export const plainValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 0, 1, 10, "a", "", "é"),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.array(fc.tuple(name, tie("value")), { maxLength: 4 }).map(Object.fromEntries),
})).value;

/** A patch. */
export const patch: fc.Arbitrary<Record<string, unknown>> = fc.array(
  fc.tuple(name, plainValue),
  { maxLength: 4 },
).map(Object.fromEntries);

/** Reads a text as `JSON.parse` does, but for a byte order mark, which it would refuse. */
export function parsed(bytes: Bytes): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Makes a document of a text. */
export function documentOf(text: string): JsonDocument {
  return JsonDocument.parse(toBytes(text));
}

/** Gives a document as text. */
export function textOf(document: JsonDocument): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(document.bytes);
}
