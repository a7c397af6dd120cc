import { TurnAssembler } from "../../turn/assemble.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { turnCase } from "../judge/sample_case.ts";
import type { Rule, RuleCase } from "../rule.ts";
import type { ExpectedTurn } from "../samples/samples.ts";
import {
  BLANKS_TURN,
  EMPTY_TURN,
  framesOf,
  NO_ARGUMENTS_TURN,
  PARALLEL_TURN,
  REASONING_TURN,
  TEXT_TURN,
  TOOL_TURN,
} from "../samples/turns.ts";

const TURNS: readonly (readonly [name: string, events: readonly TurnEvent[]])[] = [
  ["text", TEXT_TURN],
  ["text in pieces of blanks alone", BLANKS_TURN],
  ["no text at all", EMPTY_TURN],
  ["text and a tool call", TOOL_TURN],
  ["a tool call without arguments", NO_ARGUMENTS_TURN],
  ["two tool calls", PARALLEL_TURN],
  ["reasoning and text", REASONING_TURN],
];

/**
 * What is sent whole is read whole. Without this every other rule could be met by an adapter that
 * only ever fails.
 *
 * Public reports: ltmoerdani/opencode-copilot-chat#194, zavora-ai/adk-rust#444,
 * JohnnyZ93/oai-compatible-copilot#151, openai/openai-agents-js#664.
 */
export const wholeTurn: Rule = {
  id: "whole-turn",
  sentence: "A whole turn is read as it was sent: text, tool calls, reasoning.",
  cases: ({ samples }) => samples ? TURNS.map((turn) => toCase(samples.wire, ...turn)) : [],
};

function toCase(wire: Wire, name: string, events: readonly TurnEvent[]): RuleCase {
  return turnCase(wire, { name, frames: framesOf(wire, events), expected: expectedOf(events) });
}

/**
 * What the events of a turn say. The reason is left to the rule of reasons: not every wire has a word
 * for tool use.
 */
function expectedOf(events: readonly TurnEvent[]): ExpectedTurn {
  const assembler = new TurnAssembler();
  for (const event of events) assembler.push(event);
  const { text, toolCalls, reasoning } = assembler.end();
  const thought = reasoning.map((block) => block.text).join("");
  return {
    text,
    toolCalls: toolCalls.map((call) => ({
      name: call.name,
      arguments: JSON.parse(call.arguments) as unknown,
    })),
    ...(thought === "" ? {} : { reasoning: thought }),
  };
}
