import { concatBytes } from "../../../src/bytes.ts";
import type { Bytes } from "../../../src/bytes.ts";
import { encodeFrame } from "../../../src/wire/encode_turn.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import type { Wire } from "../../../src/wire/wire.ts";

/** What a frame of a sample turn is for. */
export type Role = "open" | "text" | "call" | "close" | "finish" | "marker";

/** A frame of a sample turn. */
export interface Frame {
  /** What it is for. Where one frame gives the reason and ends the turn, it is the marker. */
  readonly role: Role;
  /** The event's name, where the provider gives one. */
  readonly event?: string;
  /** The payload: an object, or a text as it is. */
  readonly payload: unknown;
}

/** A tool call of a sample turn. */
export interface SampleCall {
  /** Its id; `undefined` for none. */
  readonly id?: string | undefined;
  /** Its name; `undefined` for none. */
  readonly name?: string | undefined;
  /** The pieces of its arguments. */
  readonly pieces: readonly string[];
  /** Where the wire says the call stands; by default its place among the calls. */
  readonly index?: number | undefined;
}

/** What a sample turn says. */
export interface SampleTurn {
  /** The pieces of its text. */
  readonly text?: readonly string[];
  /** Its calls. */
  readonly calls?: readonly SampleCall[];
  /** The provider's word for its end; by default the one for a plain end or for tool use. */
  readonly reason?: unknown;
}

/** How a provider writes, by hand and not by our encoder. */
export interface Fixture {
  /** The wire. */
  readonly wire: Wire;
  /** The frames of a turn. */
  turn(turn: SampleTurn): Frame[];
  /** The provider's words; `undefined` where it has none. */
  readonly words: {
    readonly stop: string;
    readonly toolUse: string | undefined;
    readonly length: string;
    readonly filtered: string | undefined;
  };
  /** The provider's own error, as it stands within a stream. */
  error(message: string): Frame;
  /** Frames that say nothing: keep-alives, null and empty members, kinds that nobody knows. */
  readonly silent: readonly Frame[];
}

/** A turn of text. */
export const TEXT: SampleTurn = { text: ["Hel", "lo"] };

/** A turn with a call whose arguments come in pieces. */
export const CALL: SampleTurn = {
  text: ["Hi"],
  calls: [{ id: "call_a", name: "f", pieces: ['{"q":', "1}"] }],
};

/** Makes a frame of a payload whose `type` is its event's name as well. */
export function typed(role: Role, payload: object): Frame {
  return { role, event: (payload as { readonly type: string }).type, payload };
}

/** Writes frames as a body. */
export function bytesOf(wire: Wire, frames: readonly Frame[]): Bytes {
  return concatBytes(frames.map((frame) => frameBytes(wire, frame)));
}

/** Writes one frame. */
export function frameBytes(wire: Wire, { event, payload }: Frame): Bytes {
  return encodeFrame(wire, frameOf(payload, event));
}

/** Writes a frame as a text, for a body that is spelt in another way. */
export function textOf(wire: Wire, frames: readonly Frame[]): string {
  return new TextDecoder().decode(bytesOf(wire, frames));
}

/** The frames before the first of a role; all of them if there is none. */
export function before(frames: readonly Frame[], ...roles: readonly Role[]): Frame[] {
  const at = frames.findIndex(({ role }) => roles.includes(role));
  return frames.slice(0, at === -1 ? frames.length : at);
}

/** The frames up to the last of a role, and with it. */
export function through(frames: readonly Frame[], role: Role): Frame[] {
  return frames.slice(0, frames.findLastIndex((frame) => frame.role === role) + 1);
}

/** The frames with others put in before the first of some roles. */
export function insert(
  frames: readonly Frame[],
  added: readonly Frame[],
  ...roles: readonly Role[]
): Frame[] {
  const head = before(frames, ...roles);
  return [...head, ...added, ...frames.slice(head.length)];
}
