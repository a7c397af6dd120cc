import type { Bytes } from "../../../src/bytes.ts";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import type { Outcome } from "../../support/reading.ts";
import type { Fixture, Frame } from "./fixture.ts";
import { bytesOf } from "./fixture.ts";

/** One kind of bug, on every wire where it can occur. */
export interface Row {
  /** What the body is, in a few words. */
  readonly name: string;
  /** Where the public met it: `research/wires.md` 4. */
  readonly ref: string;
  /** The body on a wire: frames, or bytes. Not asked for a wire on which it cannot occur. */
  body(fixture: Fixture): readonly Frame[] | Bytes;
  /** What comes of it, as `summary()` says it. */
  readonly expected: string;
  /** What comes of it where that differs. */
  readonly except?: Partial<Record<WireId, string>>;
  /** Why it cannot occur, where it cannot. */
  readonly cannot?: Partial<Record<WireId, string>>;
}

/** The bytes of a row's body. */
export function rowBytes(row: Row, fixture: Fixture): Bytes {
  const body = row.body(fixture);
  return body instanceof Uint8Array ? body : bytesOf(fixture.wire, body);
}

/** Sums up an outcome: the text and each call, or the code of the error. */
export function summary({ turn, code }: Outcome): string {
  if (!turn) return code ?? "";
  const calls = turn.toolCalls.map((call) => `${call.name}(${call.arguments})`);
  return [turn.text, ...calls].filter((part) => part !== "").join("|");
}

/** Joins frames and mere text into a body. */
export function mixed(fixture: Fixture, ...parts: readonly (readonly Frame[] | string)[]): Bytes {
  return concatBytes(
    parts.map((part) => typeof part === "string" ? toBytes(part) : bytesOf(fixture.wire, part)),
  );
}

/** Copies a frame with one value of its payload set. */
export function withValue(
  frame: Frame,
  path: readonly (string | number)[],
  value: unknown,
): Frame {
  return { ...frame, payload: setAt(frame.payload, path, value) };
}

function setAt(target: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === "number") {
    const list = target as readonly unknown[];
    return list.with(key, setAt(list[key], rest, value));
  }
  const members = target as { readonly [key: string]: unknown };
  return { ...members, [key]: setAt(members[key], rest, value) };
}
