import type { ConfigPath, Problems } from "./config_problem.ts";
import type { ModelConfig, UpstreamConfig } from "./model_config.ts";
import { didYouMean } from "./nearest_name.ts";
import type { ModelPlan, UpstreamPlan } from "./plan.ts";
import { MODEL, UPSTREAM } from "./provider_schema.ts";
import type { ProxyConfig } from "./proxy_config.ts";
import { PairSettings } from "./pair_settings.ts";
import type { ReadProvider } from "./read_provider.ts";
import type { UpstreamDraft } from "./upstream_draft.ts";
import { readSettings } from "./read_settings.ts";
import { Block } from "./read_values.ts";

/** Stands for every name that is not listed. */
export const ANY_MODEL = "*";

/** What models are read by. */
export interface ModelsContext {
  /** The providers that could be read, by name. */
  readonly providers: ReadonlyMap<string, ReadProvider>;
  /** The names of all providers, also of those that could not be read. */
  readonly providerNames: readonly string[];
  /** The names of all models, also of those that could not be read. */
  readonly modelNames: readonly string[];
  /** Whether models may be named that are not listed. */
  readonly allowsUnlisted: boolean;
  /** Is told of what is wrong. */
  readonly problems: Problems;
}

/** A model that was read as far as its upstreams. */
interface Draft {
  readonly name: string;
  readonly config: ModelConfig;
  readonly path: ConfigPath;
  readonly upstreams: readonly UpstreamDraft[];
  readonly fallback: readonly string[];
}

/**
 * Reads the models.
 *
 * @param models What is said of them.
 * @param context What they are read by.
 * @returns The models by name, that of any name among them.
 */
export function readModels(
  models: NonNullable<ProxyConfig["models"]>,
  context: ModelsContext,
): ReadonlyMap<string, ModelPlan> {
  const drafts = new Map(
    Object.entries(models).map(([name, value]) => [name, draftOf(name, value, context)]),
  );
  const pairs = new PairSettings(context.problems);
  for (const { upstreams } of drafts.values()) upstreams.forEach((draft) => pairs.add(draft));
  return new Map(
    [...drafts].map(([name, draft]) => [name, modelOf(draft, drafts, pairs, context.problems)]),
  );
}

type ModelValue = NonNullable<ProxyConfig["models"]>[string];

function draftOf(name: string, value: ModelValue, context: ModelsContext): Draft {
  const path = ["models", name];
  if (isFull(value)) {
    const refs = value.upstreams ?? [];
    const upstreams = upstreamsOf(name, refs, [...path, "upstreams"], context);
    const fallback = fallbackOf(name, value.fallback ?? [], [...path, "fallback"], context);
    return { name, config: value, path, upstreams, fallback };
  }
  const refs = typeof value === "string" ? [value] : value;
  const upstreams = upstreamsOf(name, refs, path, context, typeof value === "string");
  return { name, config: { upstreams: refs }, path, upstreams, fallback: [] };
}

function isFull(value: ModelValue): value is ModelConfig {
  return typeof value === "object" && !Array.isArray(value);
}

function upstreamsOf(
  name: string,
  refs: readonly (string | UpstreamConfig | undefined)[],
  path: ConfigPath,
  context: ModelsContext,
  isAlone = false,
): readonly UpstreamDraft[] {
  const { problems } = context;
  const firstAt = new Map<string, number>();
  const drafts: UpstreamDraft[] = [];
  for (const [index, ref] of refs.entries()) {
    // The check of the shape has told what is wrong with it.
    if (ref === undefined) continue;
    const at = isAlone ? path : [...path, index];
    const draft = upstreamOf(name, ref, at, context);
    if (draft === undefined) continue;
    const first = firstAt.get(draft.id);
    if (first !== undefined) {
      problems.error(at, `is ${draft.id}, as item ${first} of the list is: leave one out`);
    }
    firstAt.set(draft.id, first ?? index);
    drafts.push(draft);
  }
  return drafts;
}

function upstreamOf(
  name: string,
  ref: string | UpstreamConfig,
  path: ConfigPath,
  { providers, providerNames, problems }: ModelsContext,
): UpstreamDraft | undefined {
  const config = typeof ref === "string" ? splitPair(ref) : ref;
  // The check of the shape has told that it is missing.
  if (config.provider === undefined) return undefined;
  const at = typeof ref === "string" ? path : [...path, "provider"];
  if (!providerNames.includes(config.provider) && !problems.has(["providers"])) {
    const near = didYouMean(config.provider, providerNames);
    const known = providerNames.length === 0 ? "none" : providerNames.join(", ");
    problems.error(
      at,
      `names the provider '${config.provider}', which there is not${near || ";"} ${
        near ? "There are" : "there are"
      }: ${known}`,
    );
  }
  const { model = name } = config;
  if (model === ANY_MODEL && name !== ANY_MODEL) {
    const modelAt = typeof ref === "string" ? path : [...path, "model"];
    problems.error(modelAt, "is of the model *, which only the model named * may have");
  }
  const provider = providers.get(config.provider);
  if (provider === undefined) return undefined;
  return { id: `${config.provider}/${model}`, config, path, provider, model };
}

function splitPair(pair: string): UpstreamConfig {
  const slash = pair.indexOf("/");
  return { provider: pair.slice(0, slash), model: pair.slice(slash + 1) };
}

function fallbackOf(
  name: string,
  value: string | readonly (string | undefined)[],
  path: ConfigPath,
  { modelNames, providerNames, allowsUnlisted, problems }: ModelsContext,
): readonly string[] {
  const names = typeof value === "string" ? [value] : value;
  for (const [index, other] of names.entries()) {
    if (other === undefined) continue;
    const at = typeof value === "string" ? path : [...path, index];
    const isPair = allowsUnlisted && providerNames.includes(splitPair(other).provider);
    if (other === name) problems.error(at, "names the model itself");
    else if (other === ANY_MODEL || (!modelNames.includes(other) && !isPair)) {
      const near = didYouMean(other, modelNames.filter((one) => one !== ANY_MODEL));
      problems.error(at, `names the model '${other}', which there is not${near}`);
    }
  }
  return names.filter((other) => other !== undefined);
}

/** What the weight of an upstream counts for. */
const WEIGHING: ReadonlySet<ModelPlan["strategy"]> = new Set(["weighted", "least_busy"]);

function modelOf(
  { name, config, path, upstreams, fallback }: Draft,
  drafts: ReadonlyMap<string, Draft>,
  pairs: PairSettings,
  problems: Problems,
): ModelPlan {
  const block = new Block(MODEL, [{ value: config, path }], problems);
  const strategy = block.get<ModelPlan["strategy"]>("strategy");
  for (const draft of upstreams) {
    if (draft.config.weight === undefined || WEIGHING.has(strategy)) continue;
    if (problems.has([...path, "strategy"])) continue;
    problems.advice([...draft.path, "weight"], `does nothing with the strategy ${strategy}`);
  }
  return {
    name,
    upstreams: upstreams.map((draft) => upstreamPlan(draft, pairs, problems)),
    strategy,
    fallback,
    maxAttempts: config.max_attempts ?? countUpstreams(name, drafts),
    maxWaitMs: block.ms("max_wait"),
  };
}

function upstreamPlan(
  { id, config, path, provider, model }: UpstreamDraft,
  pairs: PairSettings,
  problems: Problems,
): UpstreamPlan {
  const block = new Block(UPSTREAM, [{ value: config, path }], problems);
  const layers = [provider.layer, { config, path, scopeId: `upstream:${id}` }];
  const shared = pairs.of(id);
  const settings = readSettings(layers, problems);
  return {
    ...settings,
    id,
    provider: provider.plan,
    model,
    backoff: shared.backoff === undefined ? settings.backoff : shared.backoff.plan,
    weight: block.get("weight"),
    slots: shared.slots?.plan,
  };
}

/** Each upstream of a model and of those it falls back to, once; 1 at least. */
function countUpstreams(name: string, drafts: ReadonlyMap<string, Draft>): number {
  const seen = new Set([name]);
  let count = 0;
  for (const next of seen) {
    const draft = drafts.get(next);
    // One that is not listed has one upstream.
    count += draft?.upstreams.length ?? 1;
    draft?.fallback.forEach((other) => seen.add(other));
  }
  return Math.max(count, 1);
}
