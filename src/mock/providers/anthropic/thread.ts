import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import { invalid, ProviderProblem } from "../problem.ts";
import type { StoredTurn, TurnMemory } from "../turn_memory.ts";
import { anObject, aString, refused, required, tagged } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";

/** What a thread is created with and keeps; a request that goes on with it has none of it. */
const KEPT = ["system", "tools"] as const;

/** Requires what `thread` may be. */
export const aThread: FieldCheck = tagged({
  create: anObject({ type: required(aString) }),
  continue: anObject({ type: required(aString), previous_message_id: required(aString) }),
});

/** A message that a thread can go on from. */
class ThreadTurn implements StoredTurn {
  readonly events = undefined;
  /** Whether the thread has gone on from it. */
  isContinued = false;

  constructor(
    readonly body: JsonObject,
    readonly input: readonly JsonObject[],
    readonly previous: ThreadTurn | undefined,
    /** What the thread was created with. */
    readonly kept: JsonObject,
  ) {}

  mayHave(): boolean {
    return false;
  }
}

/**
 * Tells whether a request goes on with what the server holds, and brings only what is new.
 *
 * @param body The request.
 */
export function isContinuing({ thread }: JsonObject): boolean {
  return isObject(thread) && thread.type === "continue";
}

/**
 * Requires that the mock holds what a request goes on with.
 *
 * @param body The request, its members checked.
 * @param turns What the mock remembers.
 * @throws {ProviderProblem} If Anthropic would refuse it.
 */
export function requireThread(body: JsonObject, turns: TurnMemory): void {
  if (!isContinuing(body)) return;
  const previous = previousOf(body, turns);
  if (previous === undefined) {
    throw new ProviderProblem({
      kind: "not_found",
      code: "thread_not_found",
      message:
        'No usable Thread state was found for `previous_message_id`. Replay the full conversation with `thread: {"type": "create"}` to start a new Thread.',
    });
  }
  if (previous.isContinued) {
    throw invalid(
      "The response that `previous_message_id` names has already been continued, and each response can be continued only once. Continue from the Thread's most recent response `id`.",
      undefined,
      { code: "thread_already_continued" },
    );
  }
  for (const name of KEPT) {
    if (body[name] === undefined || body[name] === null) continue;
    throw refused(name, "Extra inputs are not permitted when continuing a Thread");
  }
}

/**
 * Gives a request with all that its thread held before.
 *
 * @param body The request, its members checked.
 * @param turns What the mock remembers.
 */
export function wholeRequest(body: JsonObject, turns: TurnMemory): JsonObject {
  const previous = previousOf(body, turns);
  if (previous === undefined) return body;
  const messages = [...messagesUpTo(previous), ...messagesOf(body)];
  return { ...body, ...previous.kept, messages };
}

/**
 * Remembers a message if its request wants the thread to go on from it.
 *
 * @param answer The answer.
 * @param toMessage Gives the whole message that was made of it.
 */
export function keepThread({ ask: { body }, turns }: Answer, toMessage: () => JsonObject): void {
  if (!isObject(body.thread)) return;
  const message = toMessage();
  const previous = previousOf(body, turns);
  if (previous !== undefined) previous.isContinued = true;
  const kept = previous?.kept ??
    Object.fromEntries(KEPT.filter((name) => name in body).map((name) => [name, body[name]]));
  turns.keep(keyOf(message.id), new ThreadTurn(message, messagesOf(body), previous, kept));
}

function previousOf(body: JsonObject, turns: TurnMemory): ThreadTurn | undefined {
  if (!isContinuing(body)) return undefined;
  const { previous_message_id: id } = body.thread as JsonObject;
  const turn = turns.find(keyOf(id));
  return turn instanceof ThreadTurn ? turn : undefined;
}

/** Other providers remember responses by their ids alone. */
function keyOf(id: unknown): string {
  return `thread:${stringOf(id)}`;
}

function messagesOf({ messages }: JsonObject): readonly JsonObject[] {
  return arrayOf(messages).filter(isObject);
}

/** A thread may be long, so that it is walked and not descended into. */
function messagesUpTo(last: ThreadTurn): readonly JsonObject[] {
  const turns: ThreadTurn[] = [];
  for (let at: ThreadTurn | undefined = last; at !== undefined; at = at.previous) turns.push(at);
  return turns.reverse().flatMap(({ input, body: { role, content } }) =>
    // A model that says nothing adds nothing.
    arrayOf(content).length === 0 ? input : [...input, { role, content }]
  );
}
