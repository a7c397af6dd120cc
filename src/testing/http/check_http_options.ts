import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { isObject } from "../../wire/json.ts";
import { requireKnownCases, requireReasons, requireTimes } from "../contract/contract_options.ts";
import type {
  HttpCapability,
  HttpConformanceOptions,
  HttpPrompts,
} from "./http_conformance_options.ts";
import { HttpLab } from "./http_lab.ts";
import { SERVER_WIRES } from "./wires/server_wires.ts";

const ACTION = "check the server";

const OPTIONS: OptionNames<HttpConformanceOptions> = {
  baseUrl: true,
  wire: true,
  model: true,
  apiKey: true,
  headers: true,
  fetch: true,
  prompts: true,
  tool: true,
  inFlight: true,
  without: true,
  except: true,
  timeoutMs: true,
};

const PROMPTS: OptionNames<HttpPrompts> = {
  text: true,
  long: true,
  unicode: true,
  tool: true,
  tools: true,
};

const CAPABILITIES: OptionNames<Record<HttpCapability, string>> = {
  whole: true,
  usage: true,
  ids: true,
  tools: true,
  parallelTools: true,
  n: true,
  stop: true,
  maxTokens: true,
  sameAnswer: true,
  inFlight: true,
};

/**
 * Makes sure that the options of a conformance check are what they should be.
 *
 * @throws {TypeError} If one is of the wrong kind, or there is no such option.
 * @throws {RangeError} If a time is not positive, or `except` names a case that there is not.
 */
export function requireHttpOptions(
  options: HttpConformanceOptions,
  cases: readonly { readonly name: string }[],
): void {
  requireKnownOptions(ACTION, options, OPTIONS);
  const { baseUrl, wire, model, fetch, prompts, tool, inFlight, without, except } = options;
  requireAddress(baseUrl);
  if (typeof wire !== "string" || !Object.hasOwn(SERVER_WIRES, wire)) {
    refuse("wire", `be one of ${Object.keys(SERVER_WIRES).join(", ")}`, wire);
  }
  requireText("model", model);
  if (fetch !== undefined && typeof fetch !== "function") refuse("fetch", "be a function", fetch);
  if (inFlight !== undefined && typeof inFlight !== "function") {
    refuse("inFlight", "be a function that gives a number", inFlight);
  }
  if (prompts !== undefined) requirePrompts(prompts);
  if (without !== undefined) requireReasons(ACTION, "without", without);
  if (without !== undefined) requireKnownOptions(ACTION, without, CAPABILITIES);
  if (except !== undefined) requireReasons(ACTION, "except", except);
  requireTimes(ACTION, { timeoutMs: options.timeoutMs });
  requireKnownCases(ACTION, Object.keys(except ?? {}), cases.map(({ name }) => name));
  if (tool !== undefined && !isObject(tool)) refuse("tool", "be { name, parameters }", tool);
  requireCalls(options);
}

function requirePrompts(prompts: Partial<HttpPrompts>): void {
  requireKnownOptions(ACTION, prompts, PROMPTS);
  for (const [name, text] of Object.entries(prompts)) requireText(`prompts.${name}`, text);
}

/** The address, the key, the headers and the tool are looked at where a request is made of them. */
function requireCalls(options: HttpConformanceOptions): void {
  try {
    new HttpLab(options).call({ prompt: "tool" });
  } catch (cause) {
    const { message } = cause as Error;
    throw new TypeError(`Cannot ${ACTION} as no request can be made: ${message}`, { cause });
  }
}

function requireAddress(baseUrl: unknown): void {
  const isAddress = baseUrl instanceof URL || typeof baseUrl === "string" && URL.canParse(baseUrl);
  if (!isAddress) refuse("baseUrl", "be an address, such as http://127.0.0.1:4010/v1", baseUrl);
}

function requireText(name: string, value: unknown): void {
  if (value === undefined || (typeof value === "string" && value !== "")) return;
  refuse(name, "be a text that is not empty", value);
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new TypeError(
    `Cannot ${ACTION} as '${name}' must ${expected}: current value is ${shown(value)}`,
  );
}
