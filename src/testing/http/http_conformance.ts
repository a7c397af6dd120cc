import { isViolation } from "../../checks/violation.ts";
import type { ContractViolation } from "../../checks/violation.ts";
import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { ContractCase } from "../contract/contract_case.ts";
import { reasonFor, runExcluded } from "../contract/excluded.ts";
import { broken, thrownText } from "../contract/expectations.ts";
import { ALL_HTTP_CASES } from "./all_http_cases.ts";
import { requireHttpOptions } from "./check_http_options.ts";
import type { HttpCaseSpec } from "./http_case_spec.ts";
import { DEFAULT_TIMEOUT_MS } from "./http_conformance_options.ts";
import type { HttpConformanceOptions } from "./http_conformance_options.ts";
import { HttpLab } from "./http_lab.ts";
import { SERVER_WIRES } from "./wires/server_wires.ts";

/**
 * Gives what a server that speaks a provider's wire must do, as a list of cases, for any test runner and for none:
 * mocks, gateways and servers of models. The cases ask the server for texts, calls of tools and failures, and look at
 * what it sends, byte by byte. `docs/server_conformance.md` tells what each wants.
 *
 * @example A server on a port
 * ```ts
 * import { HTTP_PROMPTS, httpConformance, runContract } from "@wholeturn/wholeturn/testing";
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const call = (city: string) => ({ name: "weather", arguments: { city } });
 * const mock = new MockGPT({
 *   rules: [
 *     { prompt: HTTP_PROMPTS.text, result: "All is well here." },
 *     { prompt: HTTP_PROMPTS.long, result: "All is well here. ".repeat(200) },
 *     { prompt: HTTP_PROMPTS.unicode, result: "Grüße, 世界 🌍!" },
 *     { prompt: HTTP_PROMPTS.tool, result: { toolCalls: [call("Paris")] } },
 *     { prompt: HTTP_PROMPTS.tools, result: { toolCalls: [call("Paris"), call("Rome")] } },
 *   ],
 * });
 * await using server = await mock.serve();
 * const cases = httpConformance({
 *   baseUrl: server.url,
 *   wire: "anthropic-messages",
 *   without: { inFlight: "not counted here" },
 * });
 * const report = await runContract(cases);
 * assertEquals([report.ok, report.counts.failed], [true, 0]);
 * ```
 *
 * @param options Which server to check, and what it must be told.
 * @throws {TypeError} If an option is not of the kind it should be.
 * @throws {RangeError} If a time is not positive, or `except` names a case that there is not.
 */
export function httpConformance(options: HttpConformanceOptions): readonly ContractCase[] {
  requireHttpOptions(options, ALL_HTTP_CASES);
  return ALL_HTTP_CASES.map((spec) => caseOf(spec, options));
}

function caseOf(spec: HttpCaseSpec, options: HttpConformanceOptions): ContractCase {
  const { name, area } = spec;
  const { timeoutMs = DEFAULT_TIMEOUT_MS, except } = options;
  const excluded = reasonFor(name, except);
  const skip = skipOf(spec, options);
  const run = () => runCase(spec, options, timeoutMs);
  return {
    name,
    area,
    level: "strict",
    timeoutMs,
    ...(skip !== undefined && { skip }),
    ...(excluded !== undefined && { excluded }),
    run: excluded === undefined ? run : () => runExcluded(name, run),
  };
}

/** Why a case does not apply: for the wire's sake, or because the server lacks what it needs. */
function skipOf(
  { needs = [], lacks }: HttpCaseSpec,
  { wire, without = {}, inFlight }: HttpConformanceOptions,
): string | undefined {
  const ofWire = lacks?.(SERVER_WIRES[wire]);
  if (ofWire !== undefined) return ofWire;
  const missing = needs.find((name) => without[name] !== undefined);
  if (missing !== undefined) return `no ${missing}: ${without[missing]}`;
  const cannotCount = needs.includes("inFlight") && inFlight === undefined;
  return cannotCount ? "no inFlight(): nobody can tell what the server is answering" : undefined;
}

async function runCase(
  spec: HttpCaseSpec,
  options: HttpConformanceOptions,
  timeoutMs: number,
): Promise<void> {
  const lab = new HttpLab(options);
  let failure: ContractViolation | undefined;
  try {
    if (await withDeadline(timeoutMs, spec.test(lab)) === TIMED_OUT) {
      failure = broken(
        `an answer within ${timeoutMs} ms`,
        `there was none from ${lab.waitsFor}`,
      );
    }
  } catch (error) {
    failure = isViolation(error) ? error : broken(
      "answers that the case can judge",
      `after ${lab.waitsFor} it failed with ${thrownText(error)}`,
      error,
    );
  }
  await lab.close();
  if (failure !== undefined) throw failure.with({ rule: spec.name });
}
