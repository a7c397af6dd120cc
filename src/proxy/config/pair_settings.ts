import type { ConfigPath, Problems } from "./config_problem.ts";
import { pathText } from "./config_problem.ts";
import type { BackoffScopePlan, SlotsPlan } from "./plan.ts";
import { readSettings, readSlots } from "./read_settings.ts";
import type { UpstreamDraft } from "./upstream_draft.ts";

/** A setting, and where it stands. `plan` is `undefined` where `null` takes it back. */
interface Placed<Plan> {
  readonly plan: Plan | undefined;
  readonly path: ConfigPath;
}

interface Shared {
  backoff?: Placed<BackoffScopePlan>;
  slots?: Placed<SlotsPlan>;
}

/**
 * What belongs to a pair of provider and model, wherever it stands: its rest and its slots. Said at one of the models
 * that name the pair, it holds for all of them; said twice, it must be the same.
 */
export class PairSettings {
  readonly #shared = new Map<string, Shared>();
  readonly #problems: Problems;

  /** @param problems Is told of what contradicts. */
  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Adds what is said of a pair at one place. */
  add({ id, config, path }: UpstreamDraft): void {
    const shared = this.of(id);
    this.#shared.set(id, shared);
    const layer = { config, path, scopeId: `upstream:${id}` };
    if (config.backoff !== undefined) {
      const plan = readSettings([layer], this.#problems).backoff;
      const found = { plan, path: [...path, "backoff"] };
      this.#compare(id, shared.backoff, found);
      shared.backoff ??= found;
    }
    const plan = readSlots(layer, this.#problems);
    if (config.max_concurrent !== undefined) {
      const found = { plan, path: [...path, "max_concurrent"] };
      this.#compare(id, shared.slots, found);
      shared.slots ??= found;
    }
  }

  /** Gives what is said of a pair. */
  of(id: string): Shared {
    return this.#shared.get(id) ?? {};
  }

  #compare<Plan>(id: string, before: Placed<Plan> | undefined, found: Placed<Plan>): void {
    if (before === undefined || JSON.stringify(before.plan) === JSON.stringify(found.plan)) return;
    const text = `must be what ${pathText(before.path)} is: ${id} is the same upstream`;
    this.#problems.error(found.path, text);
  }
}
