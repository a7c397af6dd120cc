import { toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { requireKnownOptions } from "../../known_options.ts";
import { TurnAssembler } from "../../turn/assemble.ts";
import type { Turn, TurnEvent } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import { excerptOf } from "../excerpt.ts";
import type { OtherRuleId } from "../other_rules.ts";
import { describeError } from "../outcome.ts";
import { ContractViolation, isViolation } from "../violation.ts";
import { bodySource } from "./body_source.ts";
import { checkEmits, isModelFailure } from "./emit_rules.ts";
import type { Emit, SseReader } from "./emit.ts";
import { pushEndOf } from "./push_reader.ts";
import type { PushEnd } from "./push_reader.ts";
import { iterate, readEmits, takeNext } from "./read_emits.ts";
import { showEmits } from "./show_emits.ts";

/** What a reader made of one body. */
export interface SseResult {
  /** Everything it gave, in order. */
  readonly emits: readonly Emit[];
  /** The turn that a consumer of the events gets; `undefined` if it gets an error. */
  readonly turn: Turn | undefined;
  /** The usage that a consumer gets, also of a turn that failed: it was billed. */
  readonly usage: Usage;
  /** The error that a consumer gets; `undefined` if it gets a turn. */
  readonly error: unknown;
}

/** How to judge a reader. */
export interface ReadSseOptions {
  /**
   * Tells the errors that a failed response may fail with, for a reader with error classes of its
   * own. By default those of this package's taxonomy that a provider's failure can have.
   */
  readonly isModelFailure?: ((error: unknown) => boolean) | undefined;
}

/** How long a reader may take to let go of a body, in milliseconds. */
const RELEASE_MS = 2000;

/**
 * Runs a reader over a body and checks what every response must keep, whatever its bytes:
 *
 * - at most one finish, and nothing after it;
 * - every finish passes `checkFinish()`;
 * - an error is the last thing given;
 * - a failed response fails with a `ModelError` or a `TruncatedToolArgumentsError`;
 * - the same bytes in other chunks give the same;
 * - the body is released, at the end and when the consumer leaves early;
 * - a reader that sends its events stops when it is told that nobody listens.
 *
 * The first four are those of `ReadSSE` of bide's `modeltest`; the others are ours.
 *
 * @example The reader of a wire known here
 * ```ts
 * import { readSse, wireReader } from "@wholeturn/wholeturn";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const result = await readSse(wireReader("openai-chat"), "data: [DONE]\n\n");
 * assertEquals(result.turn?.text, "");
 * assert(result.error === undefined);
 * ```
 *
 * @param reader The reader; wrap one that sends its events in `pushReader()`.
 * @param body The whole body.
 * @param options How to judge.
 * @returns What the reader made of it.
 * @throws {ContractViolation} If a property is broken.
 * @throws {TypeError} If an argument is not what it should be.
 */
export async function readSse(
  reader: SseReader,
  body: Bytes | string,
  options: ReadSseOptions = {},
): Promise<SseResult> {
  const bytes = bytesOf(reader, body);
  requireReadOptions(options);
  try {
    const emits = await readReleased(reader, bytes, bytes.length);
    checkEmits(emits, options.isModelFailure ?? isModelFailure);
    compare(emits, await readReleased(reader, bytes, 1));
    await leaveEarly(reader, bytes);
    return { emits, ...consume(emits) };
  } catch (error) {
    throw isViolation(error) ? error.with({ excerpt: excerptOf(bytes) }) : error;
  }
}

/** Checks the options of a check of a reader. */
export function requireReadOptions(options: ReadSseOptions): void {
  requireKnownOptions("check the reader", options, { isModelFailure: true });
  const { isModelFailure } = options;
  if (isModelFailure === undefined || typeof isModelFailure === "function") return;
  throw new TypeError(
    "Cannot check the reader as 'isModelFailure' must be a function of an error: " +
      `current value is ${typeof isModelFailure}`,
  );
}

/** Checks the arguments of a check of a reader. */
export function bytesOf(reader: SseReader, body: Bytes | string): Bytes {
  if (typeof reader !== "function") {
    throw new TypeError(
      "Cannot check the reader as it must be a function of a body that gives an async iterable: " +
        `current value is ${typeof reader}`,
    );
  }
  if (typeof body === "string") return toBytes(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError(
    `Cannot check the reader as 'body' must be a text or a Uint8Array: current value is ${typeof body}`,
  );
}

async function readReleased(reader: SseReader, bytes: Bytes, chunkBytes: number): Promise<Emit[]> {
  const source = bodySource(bytes, Math.max(chunkBytes, 1));
  const emits = await readEmits(reader, source, bytes.length);
  await settle(() => source.released);
  if (source.released) return emits;
  throw new ContractViolation({
    rule: "sse-release" satisfies OtherRuleId,
    expected: "the body to be read to its end or cancelled once the reader is done",
    actual: "the reader still held it",
  });
}

/** A consumer that takes one event and goes. */
async function leaveEarly(reader: SseReader, bytes: Bytes): Promise<void> {
  // In small chunks, so that the first event does not come with the last.
  const source = bodySource(bytes, 1);
  const iterator = iterate(reader, source);
  const first = await takeNext(iterator);
  if (first.done || first.emit.type === "error") return;
  const wasReleased = source.released;
  const fault = await leave(iterator);
  const push = pushEndOf(iterator);
  await settle(() => source.released && push?.isOver !== false);
  if (push && fault === undefined) {
    expectStopped(push, !wasReleased && source.released && !source.cancelled);
  }
  if (fault === undefined && source.released) return;
  throw new ContractViolation({
    rule: "sse-release" satisfies OtherRuleId,
    expected: "the body to be released when the consumer leaves after one event",
    actual: fault ?? "the reader still held it",
  });
}

/** A reader that sends has heard that the consumer has gone. */
function expectStopped({ vainSends }: PushEnd, isReadOn: boolean): void {
  if (vainSends === 0 && !isReadOn) return;
  const times = vainSends === 1 ? "again" : `${vainSends} times more`;
  throw new ContractViolation({
    rule: "sse-stop" satisfies OtherRuleId,
    expected: "nothing to be sent once send has given false, and the body to be cancelled",
    actual: vainSends > 0
      ? `send was called ${times} after it had given false`
      : "it read the body to its end once send had given false",
  });
}

/** Leaves a stream; says what went wrong, if anything did. */
async function leave(iterator: AsyncIterator<TurnEvent>): Promise<string | undefined> {
  try {
    const left = await withDeadline(RELEASE_MS, Promise.resolve(iterator.return?.()));
    return left === TIMED_OUT ? `return() did not settle in ${RELEASE_MS} ms` : undefined;
  } catch (error) {
    return `return() threw ${describeError(error)}`;
  }
}

/** Lets pending work run until a condition holds, for a bounded number of turns of the event loop. */
async function settle(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10 && !condition(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function compare(whole: readonly Emit[], bytewise: readonly Emit[]): void {
  const [expected, actual] = [showEmits(whole), showEmits(bytewise)];
  if (expected === actual) return;
  throw new ContractViolation({
    rule: "sse-chunking" satisfies OtherRuleId,
    expected: `the same from the body in chunks of one byte as from the whole: ${expected}`,
    actual: `it gave ${actual}`,
  });
}

/** What a consumer makes of the events: the turn and its usage, or the error. */
function consume(emits: readonly Emit[]): Omit<SseResult, "emits"> {
  const finish = emits.find((emit) => emit.type === "finish")?.finish;
  const usage = finish?.usage ?? ZERO_USAGE;
  const failure = emits.find((emit) => emit.type === "error");
  if (failure) return { turn: undefined, usage, error: failure.error };
  const assembler = new TurnAssembler();
  try {
    for (const event of emits as readonly TurnEvent[]) assembler.push(event);
    return { turn: assembler.end(), usage, error: undefined };
  } catch (error) {
    return { turn: undefined, usage: (error as { usage?: Usage }).usage ?? usage, error };
  }
}
