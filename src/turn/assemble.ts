import { ModelError } from "../errors.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { shown } from "../shown.ts";
import { eventFault } from "./event_fault.ts";
import { excerpt } from "./excerpt.ts";
import type { Finish } from "./finish.ts";
import type { Message } from "./request.ts";
import { ToolCallPieces } from "./tool_call_pieces.ts";
import type { ReasoningBlock, ReasoningEvent, Turn, TurnEvent } from "./turn.ts";
import type { Usage } from "./usage.ts";
import { isValidUsage } from "./usage.ts";
import { withUsage } from "./with_usage.ts";

/** How to assemble a turn. */
export interface AssembleOptions {
  /**
   * The conversation that the turn answers. A tool call with the id of an earlier one is then a
   * failure, since a result could not be told from that of the other, and the ids that are made up
   * for calls without one are new to the conversation.
   */
  readonly messages?: readonly Message[] | undefined;
}

const OPTIONS: OptionNames<AssembleOptions> = { messages: true };

/**
 * Builds a turn from its events, or finds out that it is none. Synchronous and incremental; for a
 * stream use `assemble()`.
 */
export class TurnAssembler {
  #text = "";
  #reasoning: ReasoningBlock[] = [];
  #open: string | undefined;
  readonly #calls: ToolCallPieces;
  #finish: Finish | undefined;

  /** @param messages The conversation that the turn answers. */
  constructor(messages: readonly Message[] = []) {
    this.#calls = new ToolCallPieces(callIds(messages));
  }

  /**
   * Takes the next event.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if the turn has already ended, or if this is no event.
   */
  push(event: TurnEvent): void {
    const fault = eventFault(event);
    if (fault !== undefined) throw new ModelError("STREAM_PROTOCOL", fault);
    if (this.#finish) {
      throw withUsage(
        new ModelError(
          "STREAM_PROTOCOL",
          `Nothing may follow the finish of a turn: a "${event.type}" event did`,
        ),
        this.#finish.usage,
      );
    }
    switch (event.type) {
      case "text":
        this.#text += event.text;
        break;
      case "reasoning":
        this.#pushReasoning(event);
        break;
      case "tool_call":
        this.#calls.push(event);
        break;
      case "finish":
        this.#finish = event.finish;
        break;
      default:
        event satisfies never;
    }
  }

  /**
   * Ends the turn. The order of the checks is part of the contract: no finish, a fault in the
   * framing of the calls, truncated arguments, the finish reason, the sign of the usage. So a turn
   * cut by its length limit inside a tool call fails for the arguments, which no retry mends.
   *
   * @throws {ModelError} `INCOMPLETE`, `STREAM_PROTOCOL`, `LENGTH` or `FILTERED`.
   * @throws {TruncatedToolArgumentsError} If the arguments of a call are not complete JSON.
   */
  end(): Turn {
    const finish = this.#finish;
    if (!finish) {
      throw new ModelError("INCOMPLETE", "The stream ended before the turn did: no finish arrived");
    }
    const fault = this.#calls.fault ?? this.#calls.truncated ??
      reasonFault(finish, this.#calls.size) ??
      usageFault(finish.usage);
    if (fault) throw withUsage(fault, finish.usage);
    this.#closeReasoning();
    return { reasoning: this.#reasoning, text: this.#text, toolCalls: this.#calls.calls(), finish };
  }

  #pushReasoning(event: ReasoningEvent): void {
    // Providers open a block with an empty signature; that is none.
    if (event.redacted !== undefined && event.redacted !== "") {
      this.#closeReasoning();
      this.#reasoning.push({ text: event.text, redacted: event.redacted });
      return;
    }
    this.#open = (this.#open ?? "") + event.text;
    if (event.signature !== undefined && event.signature !== "") {
      this.#closeReasoning(event.signature);
    }
  }

  #closeReasoning(signature?: string): void {
    if (this.#open === undefined || (this.#open === "" && signature === undefined)) return;
    this.#reasoning.push({ text: this.#open, ...(signature === undefined ? {} : { signature }) });
    this.#open = undefined;
  }
}

function callIds(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? message.toolCalls ?? [] : []
  );
  return new Set(calls.map(({ id }) => id));
}

function reasonFault(finish: Finish, calls: number): ModelError | undefined {
  switch (finish.reason) {
    case "":
    case "stop":
      return undefined;
    case "tool_use":
      return calls > 0 ? undefined : new ModelError(
        "STREAM_PROTOCOL",
        `The turn ended for tool use (${excerpt(finish.raw)}), but no tool call arrived`,
      );
    case "length":
      return new ModelError(
        "LENGTH",
        `The turn was cut at its length limit (${excerpt(finish.raw)})`,
      );
    case "filtered":
      return new ModelError("FILTERED", `The provider withheld the turn (${excerpt(finish.raw)})`);
    default:
      return new ModelError(
        "STREAM_PROTOCOL",
        `The turn ended for a reason that does not make it whole: ${excerpt(finish.reason)}`,
      );
  }
}

function usageFault(usage: Usage): ModelError | undefined {
  if (isValidUsage(usage)) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  return new ModelError(
    "STREAM_PROTOCOL",
    "The counts of a usage must be finite and not negative: " +
      `input ${input}, output ${output}, cacheRead ${cacheRead}, cacheWrite ${cacheWrite}`,
  );
}

/**
 * Reads a stream of events to its end and gives the whole turn.
 *
 * @example A whole turn
 * ```ts
 * import { assemble, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const usage = { ...ZERO_USAGE, input: 3, output: 2 };
 * const turn = await assemble([
 *   { type: "text", text: "Hello, " },
 *   { type: "text", text: "world" },
 *   { type: "finish", finish: { reason: "stop", raw: "end_turn", usage, discarded: ZERO_USAGE } },
 * ]);
 * assertEquals(turn.text, "Hello, world");
 * ```
 *
 * @example The next turn of a conversation
 * ```ts
 * import { assemble, isWholeturnError, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import type { Message, TurnEvent } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const call = { id: "call_1", name: "get_time", arguments: "{}" };
 * const messages: Message[] = [
 *   { role: "user", content: "What time is it, and what day?" },
 *   { role: "assistant", toolCalls: [call] },
 *   { role: "tool", toolCallId: "call_1", content: "12:00" },
 * ];
 * const finish = { reason: "tool_use", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
 * const events: TurnEvent[] = [
 *   { type: "tool_call", index: 0, ...call, name: "get_day" },
 *   { type: "finish", finish },
 * ];
 * // Its result could not be told from the other's.
 * const error = await assemble(events, { messages }).catch((error) => error);
 * assert(isWholeturnError(error, "STREAM_PROTOCOL"));
 * ```
 *
 * @param events The events of one turn.
 * @param options What is known of the conversation.
 * @returns The turn.
 * @throws {ModelError} `INCOMPLETE` if no finish came, `STREAM_PROTOCOL` if the events break the
 * contract, `LENGTH` or `FILTERED` if the turn ended for such a reason.
 * @throws {TruncatedToolArgumentsError} If the arguments of a call are not complete JSON.
 * @throws {TypeError} If the events cannot be iterated, or an option is not what it should be.
 */
export async function assemble(
  events: AsyncIterable<TurnEvent> | Iterable<TurnEvent>,
  options: AssembleOptions = {},
): Promise<Turn> {
  requireEvents(events);
  requireKnownOptions("assemble a turn", options, OPTIONS);
  const { messages } = options;
  requireMessages(messages);
  const assembler = new TurnAssembler(messages);
  for await (const event of events) assembler.push(event);
  return assembler.end();
}

function requireEvents(events: unknown): void {
  const given = events as Partial<AsyncIterable<unknown> & Iterable<unknown>> | null | undefined;
  const isIterable = typeof given?.[Symbol.asyncIterator] === "function" ||
    typeof given?.[Symbol.iterator] === "function";
  if (isIterable) return;
  throw new TypeError(
    "Cannot assemble a turn as its events must be an iterable of events, as model.stream(request) " +
      `gives them: got ${shown(events)}`,
  );
}

function requireMessages(messages: unknown): void {
  const isConversation = messages === undefined ||
    (Array.isArray(messages) && messages.every(isMessage));
  if (isConversation) return;
  throw new TypeError(
    "Cannot assemble a turn as 'messages' must be the messages of its request: got " +
      shown(messages),
  );
}

function isMessage(message: Message | null | undefined): boolean {
  if (message?.role !== "assistant") return typeof message?.role === "string";
  const { toolCalls = [] } = message;
  return Array.isArray(toolCalls) && toolCalls.every((call) => typeof call?.id === "string");
}
