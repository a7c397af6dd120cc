import type { Bytes } from "../../bytes.ts";

/** A body that is whole in memory, and whether its reader has let go of it. */
export interface BodySource {
  /** The body. */
  readonly stream: ReadableStream<Bytes>;
  /** True once the body was read to its end or cancelled. */
  readonly released: boolean;
  /** True once it was cancelled. */
  readonly cancelled: boolean;
}

/**
 * Makes a body out of bytes.
 *
 * @param bytes The whole body.
 * @param chunkBytes The size of its chunks; the whole at once by default.
 */
export function bodySource(
  bytes: Bytes,
  chunkBytes: number = Math.max(bytes.length, 1),
): BodySource {
  let offset = 0;
  let released = false;
  let cancelled = false;
  const stream = new ReadableStream<Bytes>({
    pull(controller) {
      if (offset < bytes.length) {
        controller.enqueue(bytes.slice(offset, offset + chunkBytes));
        offset += chunkBytes;
        return;
      }
      released = true;
      controller.close();
    },
    cancel() {
      released = cancelled = true;
    },
  }, { highWaterMark: 0 });
  return {
    stream,
    get released() {
      return released;
    },
    get cancelled() {
      return cancelled;
    },
  };
}
