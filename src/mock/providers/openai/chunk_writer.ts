import type { Frame, FramePart } from "../../delivery/frame.ts";
import type { TextPiece } from "../../delivery/piece_cutter.ts";
import type { Answer } from "../../result/answer.ts";
import { dataFrame } from "../data_frame.ts";
import { type Padding, paddingOf } from "./padding.ts";

/** What follows the place in which the chunks of a text differ, for each of them. */
interface Endings {
  /** What they were made for. */
  readonly key: string;
  readonly texts: readonly string[];
}

/** A rule gives the same text again and again, and its pieces with it. */
const KNOWN: WeakMap<readonly TextPiece[], Endings> = new WeakMap();

/** Writes the chunks of a streamed answer, which all begin alike. */
export class ChunkWriter {
  readonly #open: string;
  readonly #close: string;
  readonly #padding: Padding;
  #chunks = 0;

  /**
   * @param answer The answer.
   * @param head What all chunks begin with: a JSON object without its last brace.
   * @param close What follows the choices.
   */
  constructor(answer: Answer, head: string, close: string) {
    this.#open = `${head},"choices":[`;
    this.#close = close;
    this.#padding = paddingOf(answer);
  }

  /** Gives a chunk of one choice. */
  chunk(part: FramePart, choice: string, tokens = 0): Frame {
    return this.#padded(part, `${this.#open}${choice}${this.#close}`, tokens);
  }

  /** Gives the chunk that tells the usage. */
  usage(usage: string): Frame {
    return this.#padded("usage", `${this.#open}],"usage":${usage}`, 0);
  }

  #padded(part: FramePart, payload: string, tokens: number): Frame {
    return dataFrame(part, payload + this.#padding(payload.length, this.#chunks++), tokens);
  }

  /**
   * Gives the chunks of a text, which differ in their piece of it alone.
   *
   * @param pieces The pieces.
   * @param before What of a choice stands before a piece.
   * @param after What stands behind it.
   */
  *pieces(pieces: readonly TextPiece[], before: string, after: string): Generator<Frame> {
    const open = flat(this.#open + before);
    const endings = this.#endings(pieces, open, after + this.#close);
    for (let at = 0; at < pieces.length; at++) {
      yield dataFrame("content", open + endings[at]!, pieces[at]!.tokens);
    }
  }

  #endings(pieces: readonly TextPiece[], open: string, close: string): readonly string[] {
    const padding = this.#padding;
    const key = `${padding(open.length, 0)}${close}`;
    const known = KNOWN.get(pieces);
    if (known?.key === key) return known.texts;
    const texts = pieces.map(({ json }, at) => {
      const text = json + close;
      return flat(text + padding(open.length + text.length, at));
    });
    KNOWN.set(pieces, { key, texts });
    return texts;
  }
}

/** Lets a text that was joined become one of its own, which is then written much faster each time. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
