import { type ConfigPath, pathText, type Problems } from "./config_problem.ts";
import { nearestName } from "./nearest_name.ts";
import type { BackoffScopePlan, SlotsPlan, ThinkPlan, UpstreamSettingsPlan } from "./plan.ts";
import type { UpstreamSettingsConfig } from "./provider_config.ts";
import { checkHeaders, readHeaders } from "./read_headers.ts";
import { Block, readDuration } from "./read_values.ts";
import { UPSTREAM_SETTINGS } from "./upstream_schema.ts";

/** What one place of a configuration says of an upstream. */
export interface SettingsLayer {
  /** What it says. */
  readonly config: UpstreamSettingsConfig;
  /** Where it stands. */
  readonly path: ConfigPath;
  /** What shares its rest and its slots: `upstream:<id>` or `provider:<name>`. */
  readonly scopeId: string;
}

/**
 * Reads the settings of an upstream: what the last place says, else what the one before it says, else the default.
 *
 * @param layers The provider, then the upstream.
 * @param problems Is told of what is wrong in the last of them.
 */
export function readSettings(
  layers: readonly SettingsLayer[],
  problems: Problems,
): UpstreamSettingsPlan {
  const { config, path } = layers.at(-1)!;
  checkHeaders(config.headers ?? {}, [...path, "headers"], problems);
  const own = new Block(
    { properties: UPSTREAM_SETTINGS },
    layers.map((layer) => ({ value: layer.config, path: layer.path })),
    problems,
  );
  const times = new Block(
    UPSTREAM_SETTINGS.timeouts,
    layers.map((layer) => ({ value: layer.config.timeouts, path: [...layer.path, "timeouts"] })),
    problems,
  );
  return {
    backoff: backoffOf(layers, problems),
    timeouts: {
      connectMs: times.ms("connect"),
      ttftMs: times.ms("ttft"),
      idleMs: times.ms("idle"),
      totalMs: times.ms("total"),
      graceMs: times.ms("grace"),
    },
    think: thinkOf(layers, problems),
    request: {
      patches: layers.map((layer) => layer.config.patch ?? {})
        .filter((patch) => Object.keys(patch).length > 0),
      dropFields: own.get<readonly (string | undefined)[]>("drop_fields")
        .filter((name) => name !== undefined),
      reasoningField: own.get<string | null>("reasoning_field") ?? undefined,
      reasoningEmptyOk: own.get("reasoning_empty_ok"),
      headers: readHeaders(layers.map((layer) => layer.config.headers)),
    },
    allowEmpty: own.get("allow_empty"),
    failoverOn400: own.get("on_400") === "failover",
    keepaliveMs: own.get("keepalive") === null ? undefined : own.ms("keepalive"),
  };
}

/** The scope of the last place that says something of backoff; none if it says `null`. */
function backoffOf(
  layers: readonly SettingsLayer[],
  problems: Problems,
): BackoffScopePlan | undefined {
  const layer = layers.findLast(({ config }) => config.backoff !== undefined);
  const { backoff } = layer?.config ?? {};
  if (layer === undefined || backoff === undefined || backoff === null) return undefined;
  return { id: layer.scopeId, capMs: readDuration(backoff, [...layer.path, "backoff"], problems) };
}

function thinkOf(layers: readonly SettingsLayer[], problems: Problems): ThinkPlan {
  const blocks = layers.map(({ config, path }) => {
    const { think_tags: tags } = config;
    const value = typeof tags === "string" ? { mode: tags } : tags;
    return { value, path: [...path, "think_tags"] };
  });
  const node = UPSTREAM_SETTINGS.think_tags.anyOf!.find(({ type }) => type === "object")!;
  const block = new Block(node, blocks, problems);
  // A place that says something of tags, but no mode, wants them to be looked for.
  const asked = blocks.map(({ value }) => value).filter((value) => value !== undefined);
  const said = block.get<ThinkPlan["mode"]>("mode");
  const isBlank = asked.length > 0 && asked.at(-1)!.mode === undefined;
  const mode = isBlank && said === "off" ? "split" : said;
  return {
    mode: asked.length === 0 ? "off" : mode,
    tags: block.get<readonly (string | undefined)[]>("names").filter((name) => name !== undefined),
    startsInside: block.get("starts_inside"),
    onlyAtStart: block.get("only_at_start"),
    loose: block.get("loose"),
    trimAfter: block.get("trim_after"),
    field: block.get("field"),
  };
}

/** Whether a `max_concurrent` is there, but wrong or misspelt. */
function isTold(path: ConfigPath, problems: Problems): boolean {
  return problems.all.some(({ path: at }) =>
    pathText(at.slice(0, -1)) === pathText(path) &&
    nearestName(String(at.at(-1)), ["max_concurrent"]) !== undefined
  );
}

/**
 * Reads how many requests may run at once at one place.
 *
 * @param layer The place.
 * @param problems Is told of what is wrong.
 * @returns The limit; `undefined` for none.
 */
export function readSlots(
  { config, path, scopeId }: SettingsLayer,
  problems: Problems,
): SlotsPlan | undefined {
  const { max_concurrent: max, queue } = config;
  if (max === undefined || max === null) {
    if (queue !== undefined && !isTold(path, problems)) {
      problems.error([...path, "queue"], "needs 'max_concurrent' beside it: nobody waits without");
    }
    return undefined;
  }
  const at = [...path, "queue"];
  const block = new Block(UPSTREAM_SETTINGS.queue, [{ value: queue, path: at }], problems);
  return { id: scopeId, max, maxQueued: block.get("max"), queueMs: block.ms("timeout") };
}
