/** The types of `@std/streams`, by hand: the npm package has none. Only what the project uses. */

/** Bytes that every Web stream accepts. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Options of the delimiter streams. */
export interface DelimiterStreamOptions {
  /** What becomes of the delimiter: kept after, kept before, or dropped. */
  disposition?: "suffix" | "prefix" | "discard";
}

/** Options of {@linkcode TextLineStream}. */
export interface TextLineStreamOptions {
  /** Whether a lone `\r` ends a line too. */
  allowCR?: boolean;
}

/** Options of {@linkcode LimitedBytesTransformStream} and {@linkcode LimitedTransformStream}. */
export interface LimitedTransformStreamOptions {
  /** Whether the stream errors at the limit in place of ending there. */
  error?: boolean;
}

/** Reads one stream after the other. */
export function concatReadableStreams<T>(...streams: ReadableStream<T>[]): ReadableStream<T>;
/** Reads all streams at once; the order between them is not defined. */
export function mergeReadableStreams<T>(...streams: ReadableStream<T>[]): ReadableStream<T>;
/** Reads one chunk of each stream in turn, until all have ended. */
export function zipReadableStreams<T>(...streams: ReadableStream<T>[]): ReadableStream<T>;
/** Reads one chunk of each stream in turn, until one has ended. */
export function earlyZipReadableStreams<T>(...streams: ReadableStream<T>[]): ReadableStream<T>;
/** Reads the whole stream as an array buffer. */
export function toArrayBuffer(stream: ReadableStream<Uint8Array>): Promise<ArrayBuffer>;
/** Reads the whole stream as a blob. */
export function toBlob(stream: ReadableStream<Uint8Array>): Promise<Blob>;
/** Reads the whole stream as bytes. */
export function toBytes(stream: ReadableStream<Uint8Array>): Promise<Bytes>;
/** Reads the whole stream and parses it as JSON. */
export function toJson(
  stream: ReadableStream<string> | ReadableStream<Uint8Array>,
): Promise<unknown>;
/** Reads the whole stream as text. */
export function toText(
  stream: ReadableStream<string> | ReadableStream<Uint8Array>,
): Promise<string>;
/** Makes a transform stream of a function from an iterable to an iterable. */
export function toTransformStream<I, O>(
  transformer: (source: ReadableStream<I>) => Iterable<O> | AsyncIterable<O>,
  writableStrategy?: QueuingStrategy<I>,
  readableStrategy?: QueuingStrategy<O>,
): TransformStream<I, O>;

/** Passes on the bytes from `start` to the one before `end`. */
export class ByteSliceStream extends TransformStream<Bytes, Bytes> {
  /**
   * @param start The first byte.
   * @param end The byte after the last.
   */
  constructor(start?: number, end?: number);
}

/** Cuts bytes at a delimiter. */
export class DelimiterStream extends TransformStream<Bytes, Bytes> {
  /**
   * @param delimiter Where to cut.
   * @param options What becomes of the delimiter.
   */
  constructor(delimiter: Uint8Array, options?: DelimiterStreamOptions);
}

/** Ends, or errors, after so many bytes. */
export class LimitedBytesTransformStream extends TransformStream<Bytes, Bytes> {
  /**
   * @param size The limit in bytes.
   * @param options Whether to error at the limit.
   */
  constructor(size: number, options?: LimitedTransformStreamOptions);
}

/** Ends, or errors, after so many chunks. */
export class LimitedTransformStream<T> extends TransformStream<T, T> {
  /**
   * @param size The limit in chunks.
   * @param options Whether to error at the limit.
   */
  constructor(size: number, options?: LimitedTransformStreamOptions);
}

/** Cuts text at a delimiter. */
export class TextDelimiterStream extends TransformStream<string, string> {
  /**
   * @param delimiter Where to cut.
   * @param options What becomes of the delimiter.
   */
  constructor(delimiter: string, options?: DelimiterStreamOptions);
}

/** Cuts text into lines ended by `\n` or `\r\n`. */
export class TextLineStream extends TransformStream<string, string> {
  /**
   * @param options Whether a lone `\r` ends a line too.
   */
  constructor(options?: TextLineStreamOptions);
}
