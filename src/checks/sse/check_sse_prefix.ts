import type { Bytes } from "../../bytes.ts";
import type { Turn } from "../../turn/turn.ts";
import { excerptAt } from "../excerpt.ts";
import type { OtherRuleId } from "../other_rules.ts";
import { describeTurn } from "../outcome.ts";
import { canonical } from "../same_turn.ts";
import { ContractViolation } from "../violation.ts";
import { bytesOf, readSse } from "./read_sse.ts";
import type { ReadSseOptions } from "./read_sse.ts";
import type { SseReader } from "./emit.ts";

/**
 * Checks, besides the properties of `readSse()` for a body and for its beginning, that a response
 * cut short is never a success that differs from the whole response's success.
 *
 * Only text, reasoning and tool calls are compared: a cut after the finish reason may rightly lose
 * the usage. A failure of either is no violation. Meant as the body of a fuzz test, with arbitrary
 * bytes and an arbitrary cut.
 *
 * @example
 * ```ts
 * import { checkSsePrefix, wireReader } from "@wholeturn/wholeturn";
 *
 * const body = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n';
 * for (let cut = 0; cut <= body.length; cut++) {
 *   await checkSsePrefix(wireReader("openai-chat"), body, cut);
 * }
 * ```
 *
 * @param reader The reader.
 * @param body The whole body.
 * @param cut Where it is cut, in bytes from the start.
 * @param options How to judge.
 * @throws {ContractViolation} If a property is broken.
 * @throws {RangeError} If the cut is outside the body.
 */
export async function checkSsePrefix(
  reader: SseReader,
  body: Bytes | string,
  cut: number,
  options: ReadSseOptions = {},
): Promise<void> {
  const bytes = bytesOf(reader, body);
  if (!Number.isInteger(cut) || cut < 0 || cut > bytes.length) {
    throw new RangeError(
      `Cannot cut the body as 'cut' must be an integer from 0 to its ${bytes.length} bytes: ` +
        `current value is ${cut}`,
    );
  }
  const whole = await readSse(reader, bytes, options);
  const prefix = await readSse(reader, bytes.slice(0, cut), options);
  if (!whole.turn || !prefix.turn || message(whole.turn) === message(prefix.turn)) return;
  throw new ContractViolation({
    rule: "sse-prefix" satisfies OtherRuleId,
    expected: `an error or the whole turn (${describeTurn(whole.turn)}) from a body cut short`,
    actual: `it gave a whole turn: ${describeTurn(prefix.turn)}`,
    excerpt: excerptAt(bytes, cut),
  });
}

function message({ text, reasoning, toolCalls }: Turn): string {
  return JSON.stringify(canonical({ text, reasoning, toolCalls }));
}
