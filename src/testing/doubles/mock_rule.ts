import type { ModelOutput, OutputToolCall } from "../../agent/chat_model.ts";
import { shown } from "../../shown.ts";
import { aRule } from "../../mock/rules/rule_shape.ts";
import type { Reply } from "../../mock/rules/reply.ts";
import type { Rule } from "../../mock/rules/rule.ts";
import type {
  ModelResult,
  ResultReasoning,
  ResultToolCall,
  ResultUsage,
} from "../../mock/result/model_result.ts";
import type { ReasoningBlock } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";

/** A rule of a MockGPT that plays a script: one output a call, and none after the last. */
export interface ScriptRule {
  /** The replies. */
  readonly sequence: readonly {
    /** The output; its members have the same names in a result of the mock. */
    readonly result: ModelOutput;
  }[];
  /** What follows the last: a call of more fails. */
  readonly then: "throw";
}

/** What {@linkcode outputsFromRule} reads of a rule of a MockGPT. */
export interface ReadRule {
  /** The result, if it is always the same. */
  readonly result?: unknown;
  /** The replies, if there are several. */
  readonly sequence?: readonly { readonly result?: unknown }[] | undefined;
}

/**
 * Makes a rule of a MockGPT that plays the script of a double: what talks to a model over HTTP, an SDK for instance,
 * then gets the same answers.
 *
 * @example
 * ```ts
 * import { outputsFromRule, ruleFromOutputs } from "@wholeturn/wholeturn/testing";
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const script = [{ content: "Paris." }, { content: "Rome." }];
 * const mock = new MockGPT({ rules: [ruleFromOutputs(script)] });
 * const answer = await mock.generate({ model: "m", messages: [{ role: "user", content: "Hi" }] });
 * assertEquals(answer.content, "Paris.");
 * assertEquals(outputsFromRule(ruleFromOutputs(script)), script);
 * ```
 *
 * @param outputs The script.
 * @throws {TypeError} If it is no list that is not empty.
 */
export function ruleFromOutputs(outputs: readonly ModelOutput[]): ScriptRule {
  if (!Array.isArray(outputs) || outputs.length === 0) {
    throw new TypeError(
      `Cannot make a rule as the outputs must be a list that is not empty: got ${shown(outputs)}`,
    );
  }
  const odd = outputs.findIndex((output: unknown) =>
    typeof output !== "object" || output === null || Array.isArray(output)
  );
  if (odd >= 0) {
    throw new TypeError(
      `Cannot make a rule as output ${odd} must be an output, such as { content }: got ${
        shown(outputs[odd])
      }`,
    );
  }
  return { sequence: outputs.map((result) => ({ result })), then: "throw" } satisfies Rule;
}

/**
 * Makes the script of a double of a rule of a MockGPT.
 *
 * @param rule The rule; it answers with results, which are always the same.
 * @throws {TypeError} If it is none, or one of its replies is made by a generator, is a failure, or has blocks.
 */
export function outputsFromRule(rule: ReadRule): ModelOutput[] {
  aRule(rule, "rule");
  const replies: readonly Reply[] = (rule as Rule).sequence ?? [rule as Rule];
  return replies.map((reply, index) => outputOf(reply, index));
}

function outputOf({ result }: Reply, index: number): ModelOutput {
  if (typeof result === "string") return { content: result };
  if (result === undefined || result.blocks !== undefined || result.refusal !== undefined) {
    throw new TypeError(
      `Cannot make an output of reply ${index} as it must be a text or a result of content, ` +
        `reasoning and tool calls: it is ${whatOf(result)}`,
    );
  }
  const { content, reasoning, toolCalls, model, finishReason, usage } = result;
  return {
    ...(content === undefined ? {} : { content: textOf(content) }),
    ...(reasoning === undefined ? {} : { reasoning: blocksOf(reasoning) }),
    ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map(outputCall) }),
    ...(model === undefined ? {} : { model }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined ? {} : { usage: usageOf(usage) }),
  };
}

function usageOf({ input, output, cacheRead, cacheWrite }: ResultUsage): Usage {
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
  };
}

function whatOf(result: ModelResult | undefined): string {
  if (result === undefined) return "no result";
  return result.blocks === undefined ? "a refusal" : "a list of blocks";
}

function outputCall({ id, name, arguments: args, input }: ResultToolCall): OutputToolCall {
  const text = input ?? (args === undefined ? "{}" : textOf(args));
  return { name, arguments: text, ...(id === undefined ? {} : { id }) };
}

function blocksOf(reasoning: string | readonly ResultReasoning[]): ReasoningBlock[] {
  if (typeof reasoning === "string") return [{ text: reasoning }];
  return reasoning.map(({ text = "", signature, redacted }) => ({
    text,
    ...(signature === undefined ? {} : { signature }),
    ...(redacted === undefined ? {} : { redacted }),
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
