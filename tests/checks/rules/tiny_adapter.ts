import type { Bytes } from "../../../src/bytes.ts";
import { modelChecks } from "../../../src/checks/model_checks.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import { runChecks } from "../../../src/checks/run_checks.ts";
import type { CustomWire } from "../../../src/checks/subject.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { BodyDecoder } from "../../../src/wire/body_decoder.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { wireOf } from "../../../src/wire/wires.ts";

type Env = Parameters<NewModel>[0];

/** Reads one turn; the signal is the caller's. */
export type Read = (env: Env, signal: AbortSignal | undefined) => AsyncIterable<TurnEvent>;

/** Makes a `newModel` of a function that reads one turn. */
export function adapter(read: Read): NewModel {
  return (env) => ({ stream: (_request, options) => read(env, options?.signal) });
}

/** Sends a request. */
export function send(env: Env, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method: "POST", body: "{}" };
  return env.fetch(`${env.baseUrl}/v1/chat`, signal ? { ...init, signal } : init);
}

/** A decoder of the wire that the faulty adapters speak. */
export function newDecoder(): BodyDecoder {
  return new BodyDecoder(wireOf("openai-chat"));
}

/** Reads to the marker, and does not let go of the body. */
export async function* decode(
  reader: ReadableStreamDefaultReader<Bytes>,
  decoder: BodyDecoder = newDecoder(),
): AsyncGenerator<TurnEvent> {
  while (!decoder.done) {
    const { done, value } = await reader.read();
    yield* done ? decoder.end() : decoder.push(value);
    if (done) return;
  }
}

/** The right way to read a turn, in a few lines. */
export async function* readRight(env: Env, signal?: AbortSignal): AsyncGenerator<TurnEvent> {
  const reader = (await send(env, signal)).body!.getReader();
  try {
    yield* decode(reader);
  } finally {
    await reader.cancel();
  }
}

/** What the checks of one rule came to: the sentence of each case that did not pass. */
export type Failures = Readonly<Record<string, string>>;

/** How to try an adapter. */
export interface TryOptions {
  /** The wire. @default {"openai-chat"} */
  readonly wire?: WireId | CustomWire;
  /** What carries the requests. @default {"fetch"} */
  readonly transport?: "fetch" | "server";
  /** Whether an explicit incomplete finish is accepted. @default {false} */
  readonly lenient?: boolean;
  /** How long a faulty adapter may hang, in milliseconds. @default {400} */
  readonly deadlineMs?: number;
}

/** Runs the checks of a rule on a faulty adapter, which may hang: it is not waited for long. */
export async function failuresOf(
  rule: string,
  newModel: NewModel,
  options: TryOptions = {},
): Promise<Failures> {
  const { wire = "openai-chat", transport = "fetch", deadlineMs = 400, lenient = false } = options;
  const checks = modelChecks(newModel, wire, {
    only: [rule],
    transport,
    deadlineMs,
    lenient,
  });
  const { results } = await runChecks(checks);
  const failed = results.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
  return Object.fromEntries(failed.map(({ name, error }) => [
    name.slice(rule.length + 2),
    error instanceof Error ? error.message.split("\n")[0]! : String(error),
  ]));
}

/** The names of a rule's cases for a wire, skipped ones left out. */
export function casesOf(rule: string, wire: WireId | CustomWire = "openai-chat"): string[] {
  return modelChecks(adapter(readRight), wire)
    .filter((check) => check.rule === rule && check.skip === undefined)
    .map(({ name }) => name.slice(rule.length + 2));
}
