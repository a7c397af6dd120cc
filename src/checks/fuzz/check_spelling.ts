import type { Bytes } from "../../bytes.ts";
import { excerptOf } from "../excerpt.ts";
import type { OtherRuleId } from "../other_rules.ts";
import type { SseReader } from "../sse/emit.ts";
import { readSse } from "../sse/read_sse.ts";
import type { ReadSseOptions } from "../sse/read_sse.ts";
import { showEmits } from "../sse/show_emits.ts";
import { ContractViolation } from "../violation.ts";

/**
 * Checks that a reader makes the same of a body in two spellings.
 *
 * @param reader The reader.
 * @param plain The body in the usual spelling.
 * @param spelled The same events in another legal spelling.
 * @param options How to judge.
 * @throws {ContractViolation} If it does not, or a property of `readSse()` is broken.
 */
export async function checkSpelling(
  reader: SseReader,
  plain: Bytes,
  spelled: Bytes,
  options: ReadSseOptions,
): Promise<void> {
  const expected = showEmits((await readSse(reader, plain, options)).emits);
  const actual = showEmits((await readSse(reader, spelled, options)).emits);
  if (expected === actual) return;
  throw new ContractViolation({
    rule: "sse-spelling" satisfies OtherRuleId,
    expected: `the same from the body in another legal spelling as from the usual one: ${expected}`,
    actual: `it gave ${actual}`,
    excerpt: excerptOf(spelled),
  });
}
