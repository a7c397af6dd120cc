import { withDeadline } from "../../clock.ts";
import { runTasks } from "../lab/run_tasks.ts";
import type { Trial } from "../rule.ts";
import { NotAnAdapterError } from "./open_stream.ts";

/** How many turns a request that is on its way gets to arrive. */
const ARRIVAL_TURNS = 20;

/**
 * Waits until every response is released. An adapter that has sent nothing holds none.
 *
 * @param trial The trial.
 * @param occasion Why they must be, to stand after "released".
 * @throws {ContractViolation} If one is still held at the deadline.
 */
export async function expectReleased(trial: Trial, occasion: string): Promise<void> {
  const { lab, settings: { deadlineMs } } = trial;
  await runTasks(ARRIVAL_TURNS);
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
  });
}

/**
 * Makes sure that the adapter, which has given an event, asked the lab for it.
 *
 * @throws {NotAnAdapterError} If it did not: then nothing said about it would mean anything.
 */
export function expectAsked({ lab }: Trial): void {
  if (lab.exchanges.length > 0) return;
  throw new NotAnAdapterError(
    "Cannot check the adapter as it must send its requests with the 'fetch' or to the 'baseUrl' " +
      "that newModel() is given: it gave an event, but no request arrived",
  );
}
