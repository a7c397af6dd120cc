import { withDeadline } from "../../clock.ts";
import type { Exchange } from "../lab/exchange.ts";
import { letArrive } from "../lab/run_tasks.ts";
import type { Trial } from "../rule.ts";

/**
 * Of several responses the first that is held: the last one may well be released. How far it was read
 * says nothing, as that goes on until the deadline.
 */
function excerptOfHeld(exchanges: readonly Exchange[], held: Exchange): string {
  const open = "the body is still open";
  if (exchanges.length === 1) return open;
  return `response ${exchanges.indexOf(held) + 1} of ${exchanges.length}: ${open}`;
}

/**
 * Waits until every response is released. An adapter that has sent nothing holds none.
 *
 * @param trial The trial.
 * @param occasion Why they must be, to stand after "released".
 * @throws {ContractViolation} If one is still held at the deadline.
 */
export async function expectReleased(trial: Trial, occasion: string): Promise<void> {
  const { lab, settings: { deadlineMs } } = trial;
  await letArrive();
  await withDeadline(deadlineMs, Promise.all(lab.exchanges.map(({ closed }) => closed)));
  const held = lab.exchanges.filter(({ end }) => end === undefined);
  if (held.length === 0) return;
  const which = lab.exchanges.length === 1
    ? "it was"
    : `${held.length} of ${lab.exchanges.length} were`;
  const responses = lab.exchanges.length === 1 ? "the response" : "every response";
  trial.fail({
    expected: `${responses} to be released ${occasion}`,
    actual: `${which} still held after ${deadlineMs} ms`,
    excerpt: excerptOfHeld(lab.exchanges, held[0]!),
  });
}
