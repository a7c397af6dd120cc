/**
 * One stage of a stream, synchronous and resumable: the shape of `TextDecoder` with its `stream`
 * option. The same object serves a check, a proxy and a property test.
 *
 * Both methods append to `out` and return it. A stage that fails throws, and `out` then holds what
 * came before the failure, so that no way of cutting the input into chunks can hide an output.
 */
export interface Decoder<I, O> {
  /**
   * Takes the next piece of the input.
   *
   * @param chunk The piece.
   * @param out Where to append what it completes; a new array by default.
   * @returns `out`.
   */
  push(chunk: I, out?: O[]): O[];
  /**
   * Ends the input.
   *
   * @param out Where to append what the end completes; a new array by default.
   * @returns `out`.
   */
  end(out?: O[]): O[];
}

/** Joins two stages: what `first` gives, `second` takes. */
export function chain<I, M, O>(first: Decoder<I, M>, second: Decoder<M, O>): Decoder<I, O> {
  const between: M[] = [];
  function drain(fill: () => void, out: O[]): void {
    try {
      fill();
    } finally {
      // What came before a failure of the first stage still reaches the second.
      for (const item of between.splice(0)) second.push(item, out);
    }
  }
  return {
    push(chunk, out = []) {
      drain(() => first.push(chunk, between), out);
      return out;
    },
    end(out = []) {
      drain(() => first.end(between), out);
      return second.end(out);
    },
  };
}
