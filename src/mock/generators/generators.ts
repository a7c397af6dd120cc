import { callAllTools } from "./call_all_tools.ts";
import { echo } from "./echo.ts";
import { fromSchema } from "./from_schema.ts";
import { summary } from "./summary.ts";
import type { SummaryOptions } from "./summary.ts";
import type { Generator } from "../rules/reply.ts";
import { template } from "./template.ts";

/** What {@linkcode generators} holds. */
export interface Generators {
  /** Answers with the first sentences of the prompt. */
  summary(options?: SummaryOptions): Generator;
  /** Answers with the prompt. */
  echo(): Generator;
  /** Answers with a text in which parts of the request, such as `{{prompt}}`, are filled in. */
  template(text: string): Generator;
  /** Answers with the smallest value that satisfies a JSON Schema, by default the request's. */
  fromSchema(schema?: { readonly [key: string]: unknown }): Generator;
  /** Calls every tool once, then answers with what they gave. */
  callAllTools(): Generator;
}

/**
 * Generators of answers that depend on the request, for rules of a {@linkcode MockGPT}.
 *
 * @example
 * ```ts
 * import { generators, MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const mock = new MockGPT({ rules: [{ generator: generators.summary({ maxChars: 120, count: 2 }) }] });
 * const content = "服务刚完成维护。健康检查通过。用户可以查询状态。";
 * const answer = await mock.generate({ model: "demo", messages: [{ role: "user", content }] });
 * assertEquals(answer.content, "服务刚完成维护。健康检查通过。");
 * ```
 */
export const generators: Generators = { summary, echo, template, fromSchema, callAllTools };
