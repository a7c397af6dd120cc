import { ConnectionBreak } from "../../server/connection_break.ts";
import { shown } from "../../shown.ts";
import type { RecordChange } from "../journal/journal.ts";
import { ProviderProblem } from "../providers/problem.ts";

/** Says to a client, in the provider's form, that a function of a rule threw. */
export class RuleFailure extends ProviderProblem {
  /** @param error What was thrown. */
  constructor(error: unknown) {
    const message = messageOf(error);
    super({ kind: "server", status: 500, message, code: "mock_failed" }, HEADERS);
  }
}

/** Keeps a client from trying again what would fail again, and would hide the message for seconds. */
const HEADERS: Readonly<Record<string, string>> = { "x-should-retry": "false" };

/** What the record of such a call says besides. */
export const FAILURE_RECORD: RecordChange = { status: 500, retryable: false };

/**
 * Tells what a client is to be told of what was thrown on the way to an answer.
 *
 * @param error What was thrown.
 * @param signal Aborts when the client leaves.
 * @returns What to answer; `undefined` if nobody is to be answered: the client left, or gets a broken connection.
 */
export function refusalOf(
  error: unknown,
  signal: AbortSignal | undefined,
): ProviderProblem | undefined {
  if (error instanceof ProviderProblem) return error;
  if (error instanceof ConnectionBreak || signal?.aborted) return undefined;
  return new RuleFailure(error);
}

function messageOf(error: unknown): string {
  const reason = error instanceof Error ? error.message || error.name : shown(error);
  return `A function of a rule of the mock threw: ${reason}`;
}
