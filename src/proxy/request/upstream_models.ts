import { isObject, type JsonObject } from "../../wire/json.ts";
import { decodedBody } from "../answer/decoded_body.ts";
import { readWhole } from "../answer/read_whole.ts";
import { AttemptJudge } from "../attempt/attempt_judge.ts";
import { upstreamUrl } from "../attempt/upstream_url.ts";
import type { ProviderPlan, UpstreamPlan } from "../config/plan.ts";
import type { Core } from "../core.ts";
import { clientHeaders } from "../edit/client_headers.ts";
import { upstreamHeaders } from "../edit/upstream_headers.ts";
import { ProxyStopped } from "../proxy_stopped.ts";
import { parseData } from "../stream/parse_data.ts";
import { LateError, type Phase } from "../time/late_error.ts";
import { Watchdog } from "../time/watchdog.ts";

/** How long a list is waited for, in milliseconds. */
const ASK_MS = 5000;

/** How large it may be, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** How long it is taken for right, in milliseconds. */
const FRESH_MS = 60_000;

/** How long nobody asks again after a failure, in milliseconds. */
const FAILED_MS = 10_000;

const decoder = new TextDecoder();

/** A model that an upstream says it has. */
export interface UpstreamModel extends JsonObject {
  /** Its name. */
  readonly id: string;
}

/** Another configuration has other providers, so that what is known goes with the one that it is known of. */
const known = new WeakMap<ProviderPlan, ModelList>();

/**
 * Gives the models that an upstream says it has: what it said within the last minute, or says now. If it does not
 * answer in time or not well, what it said before, or nothing. Nothing rests because of that.
 *
 * @param upstream The upstream.
 * @param core What every request is served with.
 */
export function upstreamModels(
  upstream: UpstreamPlan,
  core: Core,
): Promise<readonly UpstreamModel[]> {
  const { provider } = upstream;
  const list = known.get(provider) ?? new ModelList();
  known.set(provider, list);
  return list.get(upstream, core);
}

/** The list of one provider. */
class ModelList {
  #models: readonly UpstreamModel[] = [];
  #untilMs = -Infinity;
  #isFailing = false;
  #coming: Promise<void> | undefined;

  async get(upstream: UpstreamPlan, core: Core): Promise<readonly UpstreamModel[]> {
    if (core.clock.now() >= this.#untilMs) await (this.#coming ??= this.#refresh(upstream, core));
    return this.#models;
  }

  /** All who ask meanwhile wait for the same answer. */
  async #refresh(upstream: UpstreamPlan, core: Core): Promise<void> {
    let lastsMs = FRESH_MS;
    try {
      this.#models = await ask(upstream, core);
      this.#isFailing = false;
    } catch (error) {
      lastsMs = FAILED_MS;
      if (!this.#isFailing) tell(error, upstream, core);
      this.#isFailing = true;
    }
    this.#untilMs = core.clock.now() + lastsMs;
    this.#coming = undefined;
  }
}

function tell(error: unknown, upstream: UpstreamPlan, { clock, observe }: Core): void {
  if (error instanceof ProxyStopped) return;
  const { message } = new AttemptJudge(upstream, clock).ofError(error);
  const { name } = upstream.provider;
  observe({ event: "warning", message: `${name} gives no list of its models: ${message}` });
}

async function ask(upstream: UpstreamPlan, core: Core): Promise<readonly UpstreamModel[]> {
  const abort = new AbortController();
  const asking = { place: 0, stop: (reason: Error) => abort.abort(reason) };
  const dog = new Watchdog<Phase>(core.alarms, (phase) => abort.abort(new LateError(phase)));
  dog.set("total", ASK_MS);
  core.running.add(asking);
  try {
    return await read(upstream, core, abort.signal);
  } finally {
    core.running.delete(asking);
    dog.stop();
  }
}

async function read(
  upstream: UpstreamPlan,
  { transport }: Core,
  signal: AbortSignal,
): Promise<readonly UpstreamModel[]> {
  const { provider, timeouts } = upstream;
  const headers = new Map(upstreamHeaders(new Map(), upstream, provider.keys[0]));
  // There is no body.
  headers.delete("content-type");
  const url = upstreamUrl(provider.url, "/models");
  const request = { method: "GET", url, headers, body: null, connectMs: timeouts.connectMs };
  const answer = await transport.send(request, signal);
  const { encoding } = clientHeaders(answer.headers);
  const body = encoding === undefined ? answer.body : decodedBody(answer.body, encoding);
  if (answer.status !== 200 || body === undefined) {
    answer.body.cancel();
    const isRefusal = answer.status !== 200;
    throw new Error(isRefusal ? `The status is ${answer.status}` : `It is encoded by ${encoding}`);
  }
  const bytes = await readWhole(body, MAX_BYTES);
  if (bytes === undefined) throw new RangeError(`It has more than ${MAX_BYTES} bytes`);
  const list = parseData(decoder.decode(bytes))?.data;
  if (!Array.isArray(list)) throw new Error("The answer is no list of models");
  return list.filter(isModel).map((model) => modelOf(model, provider));
}

function isModel(value: unknown): value is UpstreamModel {
  return isObject(value) && typeof value.id === "string";
}

/** What clients of OpenAI rely on is always there; the rest stays as it came. */
function modelOf(model: UpstreamModel, { name }: ProviderPlan): UpstreamModel {
  const { created, owned_by: owner } = model;
  return {
    ...model,
    object: "model",
    created: typeof created === "number" ? created : 0,
    owned_by: typeof owner === "string" ? owner : name,
  };
}
