import { type Bytes, toBytes } from "../../bytes.ts";
import type { RecordedPiece } from "./cassette.ts";

/** A piece of a body, and when it came. */
export interface Piece {
  /** When, in milliseconds after the request. */
  readonly afterMs: number;
  /** The bytes. */
  readonly bytes: Bytes;
}

/** A mark at the beginning is a part of the text. */
const UTF8 = { fatal: true, ignoreBOM: true } as const;

/** Gives bytes as text; `undefined` if they are no UTF-8. */
export function utf8Text(bytes: Bytes): string | undefined {
  try {
    return new TextDecoder("utf-8", UTF8).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Gives a text with one character for each byte. */
export function byteText(bytes: Bytes): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Gives the bytes of a text that {@linkcode byteText} made. */
export function bytesOfText(text: string): Bytes {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Writes a piece as JSON can say it. */
export function toRecordedPiece({ afterMs, bytes }: Piece): RecordedPiece {
  const text = utf8Text(bytes);
  return text === undefined ? { afterMs, base64: btoa(byteText(bytes)) } : { afterMs, text };
}

/**
 * Reads a piece.
 *
 * @throws If its base64 is none.
 */
export function toPiece(piece: RecordedPiece): Piece {
  const { afterMs } = piece;
  if ("text" in piece) return { afterMs, bytes: toBytes(piece.text) };
  return { afterMs, bytes: bytesOfText(atob(piece.base64)) };
}
