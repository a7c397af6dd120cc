import type { Rule } from "../rules/rule.ts";

/**
 * Whether rules answer requests to an endpoint that gives no turns: they have vectors alone.
 *
 * @param rules The rules.
 * @param path The path of the request.
 */
export function isRuled(rules: readonly { readonly rule: Rule }[], path: string): boolean {
  if (!/embed/i.test(path)) return false;
  return rules.some(({ rule }) =>
    [rule, ...rule.sequence ?? []].some(({ embedding }) => embedding !== undefined) ||
    [rule.surface].flat().includes("embeddings")
  );
}
