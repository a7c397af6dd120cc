import type { CallFacts } from "./criteria.ts";
import type { Reply } from "./reply.ts";
import type { Rule } from "./rule.ts";

/** What a reply is an answer to: a call for a vector, one for a turn, or either. */
type AnswerKind = "a vector" | "a turn" | "either";

function kindOf({ embedding, response }: Reply): AnswerKind {
  if (embedding !== undefined) return "a vector";
  return response === undefined ? "a turn" : "either";
}

/** What of a rule, or of what else answers calls, tells which calls it is for. */
type Answering = Pick<Rule, "sequence" | "embedding" | "response" | "surface">;

function kindOfRule(rule: Answering): AnswerKind {
  for (const reply of rule.sequence ?? [rule]) {
    const kind = kindOf(reply);
    if (kind !== "either") return kind;
  }
  return "either";
}

function kindAt(surface: CallFacts["surface"]): AnswerKind {
  return surface === "embeddings" ? "a vector" : "a turn";
}

/**
 * Whether what a rule answers with fits what a call asks for: a vector or a turn. A rule of responses alone is for
 * vectors only if its `surface` says so.
 *
 * @param rule The rule, or what stands in place of one.
 * @param facts What is known about the call.
 */
export function isOfKind(rule: Answering, { surface }: Pick<CallFacts, "surface">): boolean {
  const kind = kindOfRule(rule);
  if (kind === "either") return surface !== "embeddings" || rule.surface !== undefined;
  return kind === kindAt(surface);
}

/**
 * Tells what a rule answers with if none of its replies is a turn, and so none is delivered frame by frame.
 *
 * @param rule The rule.
 */
export function otherThanTurns(rule: Answering): "a vector" | "responses" | undefined {
  const kind = kindOfRule(rule);
  if (kind === "a turn") return undefined;
  return kind === "either" ? "responses" : kind;
}

/** Why no call could ever get a reply of a rule. */
export interface Contradiction {
  /** Where the reply stands in the rule; empty for the rule itself. */
  readonly place: string;
  /** What speaks against it. */
  readonly reason: string;
}

/**
 * Finds a reply of a rule that no call could ever get: a vector where the rule is for other endpoints alone, a turn
 * where it is for vectors alone.
 *
 * @param rule The rule.
 * @param member What its surface is called where it comes from.
 */
export function contradictionIn(rule: Rule, member = "surface"): Contradiction | undefined {
  const first = kindOfRule(rule);
  const asked = rule.surface === undefined ? undefined : [rule.surface].flat().map(kindAt);
  for (const [index, reply] of (rule.sequence ?? [rule]).entries()) {
    const kind = kindOf(reply);
    if (kind === "either") continue;
    const place = rule.sequence === undefined ? "" : `.sequence[${index}]`;
    if (kind !== first) {
      return { place, reason: `it answers with ${kind}, and a reply before it with ${first}` };
    }
    if (asked === undefined || asked.includes(kind)) continue;
    return { place, reason: `it answers with ${kind}, which no call at its '${member}' asks for` };
  }
  return undefined;
}
