import type { ModelPlan, UpstreamPlan } from "./plan.ts";
import { ANY_MODEL } from "./read_models.ts";
import type { ReadProvider } from "./read_provider.ts";
import { readSettings } from "./read_settings.ts";
import { Problems } from "./config_problem.ts";

/** Longer names are no models: they would only fill logs. */
const MAX_NAME_CHARS = 256;

/**
 * Makes models of names that are not listed: of `provider/model` if that is allowed, else by the model `*`.
 *
 * What they rest, run and are counted by is called `provider/*`, whatever they are asked for as, so that the names that
 * clients think of fill no memory.
 *
 * @param providers The providers that may be named; `undefined` if none may.
 * @param any The model of any name, if there is one.
 * @returns What makes a model of a name; `undefined` if no name is taken.
 */
export function unlistedModel(
  providers: ReadonlyMap<string, ReadProvider> | undefined,
  catchAll: ModelPlan | undefined,
): ((name: string) => ModelPlan | undefined) | undefined {
  if (providers === undefined && catchAll === undefined) return undefined;
  return (name) => {
    // deno-lint-ignore no-control-regex -- they are what is looked for
    if (name === "" || name.length > MAX_NAME_CHARS || /[\x00-\x1f\x7f]/.test(name)) {
      return undefined;
    }
    const slash = name.indexOf("/");
    const provider = slash < 0 ? undefined : providers?.get(name.slice(0, slash));
    const model = name.slice(slash + 1);
    if (provider !== undefined && model !== "") return modelOf(provider, model);
    if (catchAll === undefined) return undefined;
    const upstreams = catchAll.upstreams.map((upstream) => namedAs(name, upstream));
    return { ...catchAll, upstreams };
  };
}

function modelOf({ plan, layer }: ReadProvider, model: string): ModelPlan {
  const upstream = {
    // What is wrong in them was told when the provider was read.
    ...readSettings([layer], new Problems()),
    id: `${plan.name}/${ANY_MODEL}`,
    provider: plan,
    model,
    weight: 1,
    slots: undefined,
  };
  return {
    name: upstream.id,
    upstreams: [upstream],
    strategy: "ordered",
    fallback: [],
    maxAttempts: 1,
    maxWaitMs: 0,
  };
}

function namedAs(name: string, upstream: UpstreamPlan): UpstreamPlan {
  return upstream.model === ANY_MODEL ? { ...upstream, model: name } : upstream;
}
