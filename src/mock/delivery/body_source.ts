import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";
import type { FaultKind } from "./delivery_plan.ts";
import type { Frame } from "./frame.ts";
import type { Speller } from "./speller.ts";
import type { Step, StepEnd } from "./step.ts";

/** What a body gives at a time. */
export interface Taken {
  /** The bytes that are due, if any are. */
  readonly bytes: Bytes | undefined;
  /** How many frames are whole with them. */
  readonly frames: number;
  /** When the next are due if none are, in milliseconds since the request. */
  readonly dueMs: number;
  /** How the body is over after these bytes, if it is. */
  readonly end: StepEnd | undefined;
  /** Which faults happen with these bytes. @default {none} */
  readonly faults?: readonly FaultKind[] | undefined;
  /** Which faults happen with the end. @default {none} */
  readonly endFaults?: readonly FaultKind[] | undefined;
  /** Whether all content was given and what ends it was not. @default {false} */
  readonly lacksEnd?: boolean | undefined;
}

/** Where the bytes of a body come from. */
export interface BodySource {
  /** Takes what is due by a time, in milliseconds since the request. */
  take(nowMs: number): Taken;
  /** Gives up what was not taken. */
  close(): void;
}

/** How much is handed over at once where nothing separates the frames: characters, or bytes. */
export const WRITE_SIZE: number = 64 * 1024;

/** Gives frames that are all due at once, as much as possible together. */
export function instantSource(frames: Iterable<Frame>, speller: Speller): BodySource {
  const source = frames[Symbol.iterator]();
  let count = 0;
  function take(): Taken {
    const before = count;
    let text = "";
    let isOver = false;
    while (text.length < WRITE_SIZE) {
      const next = source.next();
      if (next.done === true) {
        isOver = true;
        text += speller.tail(count);
        break;
      }
      text += speller.frame(next.value, count++);
    }
    return {
      bytes: text === "" ? undefined : encoded(text),
      frames: count - before,
      dueMs: 0,
      end: isOver ? "whole" : undefined,
    };
  }
  return { take, close: () => void source.return?.() };
}

const encoder = new TextEncoder();

/** Encodes a long text, which is mostly ASCII: then its size is known. */
function encoded(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  const { read, written } = encoder.encodeInto(text, bytes);
  return read === text.length && written === text.length ? bytes : toBytes(text);
}

/** Gives steps each when it is due; those that are due together go together. */
export function steppedSource(steps: Iterable<Step>): BodySource {
  const source = steps[Symbol.iterator]();
  let next = source.next();
  function take(nowMs: number): Taken {
    const parts: Bytes[] = [];
    const faults: FaultKind[] = [];
    let size = 0;
    let frames = 0;
    while (next.done !== true && next.value.dueMs <= nowMs && size < WRITE_SIZE) {
      const step = next.value;
      if (step.type === "end") return taken(parts, { frames, faults, end: step });
      parts.push(step.bytes);
      faults.push(...step.faults ?? []);
      size += step.bytes.length;
      if (step.endsFrame) frames++;
      next = source.next();
    }
    return taken(parts, { frames, faults, dueMs: next.value?.dueMs });
  }
  return { take, close: () => void source.return?.() };
}

/** What was taken besides bytes. */
interface TakenFacts {
  readonly frames: number;
  readonly faults: readonly FaultKind[];
  readonly dueMs?: number | undefined;
  readonly end?: Extract<Step, { readonly type: "end" }>;
}

const NO_END = { how: undefined, faults: undefined, lacksEnd: undefined };

function taken(parts: readonly Bytes[], { frames, faults, dueMs = 0, end }: TakenFacts): Taken {
  const bytes = parts.length > 1 ? concatBytes(parts) : parts[0];
  const { how, faults: endFaults, lacksEnd } = end ?? NO_END;
  return { bytes, frames, dueMs, end: how, faults, endFaults, lacksEnd };
}

/**
 * Gives the bytes of steps in packets of one size, whatever the frames are; only what is not followed by
 * anything yet is shorter.
 *
 * @param steps The steps.
 * @param packetBytes The size of a packet.
 */
export function packetSource(steps: Iterable<Step>, packetBytes: number): BodySource {
  const source = steps[Symbol.iterator]();
  let next = source.next();
  let offset = 0;
  function take(nowMs: number): Taken {
    const parts: Bytes[] = [];
    const faults: FaultKind[] = [];
    let room = packetBytes;
    let frames = 0;
    while (next.done !== true && next.value.dueMs <= nowMs) {
      const step = next.value;
      if (step.type === "end") return taken(parts, { frames, faults, end: step });
      if (room === 0) break;
      if (offset === 0) faults.push(...step.faults ?? []);
      const part = step.bytes.slice(offset, offset + room);
      parts.push(part);
      room -= part.length;
      offset += part.length;
      if (offset < step.bytes.length) continue;
      if (step.endsFrame) frames++;
      offset = 0;
      next = source.next();
    }
    return taken(parts, { frames, faults, dueMs: next.value?.dueMs });
  }
  return { take, close: () => void source.return?.() };
}
