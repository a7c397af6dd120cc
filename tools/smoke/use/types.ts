/** A user's program, for its types only. */
import {
  type CheckReport,
  ContractViolation,
  fetchModel,
  findWholeturnError,
  isViolation,
  isWholeturnError,
  type Model,
  modelChecks,
  type ModelChecksOptions,
  type NewModel,
  registerChecks,
  runChecks,
  type StreamOptions,
  type TurnEvent,
  type TurnRequest,
} from "@wholeturn/wholeturn";
import * as mock from "@wholeturn/wholeturn/mock";
import * as postgres from "@wholeturn/wholeturn/postgres";
import * as proxy from "@wholeturn/wholeturn/proxy";
import * as testing from "@wholeturn/wholeturn/testing";

/** The other entry points; naming them has their types checked. */
export const entries: readonly object[] = [mock, postgres, proxy, testing];

const newModel: NewModel = ({ baseUrl, fetch }) =>
  fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" });

/** An adapter of the user's own. */
export class OwnModel implements Model {
  readonly #inner: Model;

  /** @param inner The adapter behind it. */
  constructor(inner: Model) {
    this.#inner = inner;
  }

  /** Passes everything on. */
  async *stream(request: TurnRequest, options: StreamOptions = {}): AsyncGenerator<TurnEvent> {
    yield* this.#inner.stream(request, options);
  }
}

/** Puts a turn into words; the switch is exhaustive. */
export function describe(event: TurnEvent): string {
  switch (event.type) {
    case "text":
    case "reasoning":
      return event.text;
    case "tool_call":
      return `${event.name ?? ""}(${event.arguments})`;
    case "finish":
      return event.finish.reason;
    default:
      return event satisfies never;
  }
}

/** Runs the checks and reads the report. */
export async function failures(options: ModelChecksOptions): Promise<string[]> {
  const checks = modelChecks(
    async (env) => new OwnModel(await newModel(env)),
    "openai-chat",
    options,
  );
  registerChecks(checks, (name: string, run: () => Promise<void>) => [name, run]);
  const report: CheckReport = await runChecks(checks);
  return report.results
    .map(({ error }) => error)
    .filter((error) => error instanceof ContractViolation || isWholeturnError(error, "CONFIG"))
    .map((error) => isViolation(error) ? error.message : findWholeturnError(error)?.code ?? "");
}
