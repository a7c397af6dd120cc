import { assert } from "@std/assert";
import { isWholeturnError } from "../../src/find_wholeturn_error.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { frameOf } from "../../src/wire/frame.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { wireOf } from "../../src/wire/wires.ts";
import { countSteps } from "../support/count_steps.ts";
import * as anthropic from "./anthropic_messages/frames.ts";
import * as cohere from "./cohere/events.ts";
import * as gemini from "./gemini/chunks.ts";
import * as chat from "./openai_chat/chunks.ts";
import * as responses from "./openai_responses/frames.ts";

/** A body that makes a decoder keep much, and look for something in it again and again. */
interface Hostile {
  readonly name: string;
  readonly wire: WireId;
  readonly frames: (count: number) => readonly unknown[];
}

function times(count: number, make: (at: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, at) => make(at)).flat();
}

const HOSTILE: readonly Hostile[] = [
  {
    name: "texts beside blocks that never close",
    wire: "anthropic-messages",
    frames: (count) => [
      anthropic.starts(),
      ...times(count, (at) => anthropic.opens(at, { type: "server_tool_use" })),
      ...times(count, (at) => anthropic.said("x", count + at)),
    ],
  },
  {
    name: "calls that are all open at once",
    wire: "anthropic-messages",
    frames: (count) => [
      anthropic.starts(),
      ...times(count, (at) => anthropic.calls(at, `id_${at}`, "f")),
      ...times(count, (at) => anthropic.closes(at)),
      anthropic.ends("tool_use"),
      anthropic.STOP,
    ],
  },
  {
    name: "calls with ids that never end",
    wire: "gemini",
    frames: (count) =>
      times(count, (at) => gemini.calls({ id: `id_${at}`, name: "f", willContinue: true })),
  },
  {
    name: "calls with ids that begin before any ends",
    wire: "gemini",
    frames: (count) => [
      ...times(count, (at) => gemini.calls({ id: `id_${at}`, name: "f", willContinue: true })),
      ...times(count, (at) => gemini.calls({ id: `id_${at}` })),
      gemini.ends(),
    ],
  },
  {
    name: "calls without ids that begin before any ends",
    wire: "gemini",
    frames: (count) => [
      ...times(count, () => gemini.calls({ name: "f", willContinue: true })),
      ...times(count, () => gemini.calls({})),
      gemini.ends(),
    ],
  },
  {
    name: "calls in turns",
    wire: "openai-chat",
    frames: (count) => [
      ...times(count, (at) => chat.tools(chat.entry(at, `id_${at}`, "f", "{"))),
      ...times(count, (at) => chat.tools(chat.entry(at, undefined, undefined, "}"))),
      chat.ends("tool_calls"),
      chat.DONE,
    ],
  },
  {
    name: "calls that are stated again at the end",
    wire: "openai-responses",
    frames: (count) => [
      responses.CREATED,
      ...times(count, (at) => responses.added(at, responses.call(at, `id_${at}`, "f"))),
      ...times(count, (at) => responses.args("{}", at)),
      responses.completes(times(count, (at) => responses.call(at, `id_${at}`, "f", "{}"))),
    ],
  },
  {
    name: "messages and their parts",
    wire: "openai-responses",
    frames: (count) => [
      responses.CREATED,
      ...times(count, (at) => responses.said("x", at)),
      ...times(count, (at) => responses.says("y", count, at)),
      responses.states("y", count),
    ],
  },
  {
    name: "reasoning that is proven again and again",
    wire: "openai-responses",
    frames: (count) => [
      responses.CREATED,
      ...times(count, (at) => ({
        type: "response.reasoning_text.delta",
        ...responses.place("rs_0", 0, at),
        delta: "x",
      })),
      ...times(
        count,
        () => responses.done(0, { id: "rs_0", type: "reasoning", encrypted_content: "proof" }),
      ),
    ],
  },
  {
    name: "calls in turns",
    wire: "cohere",
    frames: (count) => [
      cohere.START,
      ...times(count, (at) => cohere.begins(at, `id_${at}`, "f")),
      ...times(count, (at) => cohere.adds(at, "{}")),
      cohere.ends("TOOL_CALL"),
    ],
  },
  {
    name: "calls",
    wire: "ollama",
    frames: (count) => [
      ...times(count, (at) => ({
        message: { tool_calls: [{ id: `id_${at}`, function: { name: "f", arguments: {} } }] },
      })),
      { done: true, done_reason: "stop" },
    ],
  },
];

function stepsOf({ wire, frames }: Hostile, count: number): number {
  const list: SseEvent[] = frames(count).map((payload) => frameOf(payload));
  return countSteps(() => {
    const decoder = wireOf(wire).decoder();
    const out: TurnEvent[] = [];
    for (let at = 0; at < list.length; at++) decoder.push(list[at]!, out);
    // Not every such body is a whole turn; what it costs counts all the same.
    try {
      decoder.end(out);
    } catch (error) {
      assert(isWholeturnError(error), String(error));
    }
  });
}

for (const hostile of HOSTILE) {
  Deno.test(`${hostile.wire} decoder takes twice the work for twice as many: ${hostile.name}`, () => {
    const [once, twice] = [stepsOf(hostile, 500), stepsOf(hostile, 1000)];
    assert(twice <= 2.2 * once + 100, `${once} steps for 500, ${twice} for 1000`);
  });
}
