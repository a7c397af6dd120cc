import type { Import, ImportGraph } from "./read_imports.ts";

/** From the lowest layer up. The parts of the last may not know one another. */
const LAYERS: readonly (readonly string[])[] = [
  ["base"],
  ["sse", "server"],
  ["turn"],
  ["wire"],
  ["adapter"],
  ["checks", "mock", "testing", "proxy"],
];

/** Folders that are parts of another one's layer. */
const PART_OF: Readonly<Record<string, string>> = { agent: "testing", store: "testing" };

/** The layer that each entry point shows. */
const ENTRY_LAYER: Readonly<Record<string, string>> = {
  "mod.ts": "checks",
  "mock.ts": "mock",
  "testing.ts": "testing",
  "proxy.ts": "proxy",
  "redis.ts": "proxy",
  "postgres.ts": "testing",
};

/** What may be imported besides lower layers. */
const EXTRA: Readonly<Record<string, readonly string[]>> = { testing: ["mock", "checks"] };

/** The few packages, each loaded only when it is needed, and in which folder it may be. */
const LAZY_PACKAGES: Readonly<Record<string, string>> = {
  "fast-check": "src/",
  ajv: "src/proxy/cli/",
  "jsonc-parser": "src/proxy/cli/",
  yaml: "src/proxy/cli/",
  "@redis/client": "src/proxy/state/redis/",
};

/**
 * Programs that show a newcomer something without anything else at hand: the entry point alone, once it runs as a
 * program, loads a part of another layer and hands it to its own. The library behind it knows nothing of that.
 */
const LAZY_PARTS: Readonly<Record<string, readonly string[]>> = {
  "proxy.ts": ["src/mock/mock_gpt.ts"],
};

function packageOf(to: string): string | undefined {
  const name = /^npm:\/?((?:@[^@/]+\/)?[^@/]+)@/.exec(to)?.[1] ?? to;
  return Object.hasOwn(LAZY_PACKAGES, name) ? name : undefined;
}

function layerOf(place: string): string | undefined {
  const entry = ENTRY_LAYER[place];
  if (entry !== undefined) return entry;
  const [top, name, deeper] = place.split("/");
  if (top !== "src" || name === undefined) return undefined;
  return deeper === undefined ? "base" : PART_OF[name] ?? name;
}

function rankOf(layer: string): number {
  return LAYERS.findIndex((names) => names.includes(layer));
}

function faultOf({ from, to, lazy, typesOnly }: Import): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined) return undefined;
  if (to.startsWith("node:")) return undefined;
  const dependency = packageOf(to);
  if (dependency !== undefined && from.startsWith(LAZY_PACKAGES[dependency]!)) {
    return lazy || typesOnly
      ? undefined
      : `${from} loads '${to}' at once: use import() where needed`;
  }
  if (to in ENTRY_LAYER) return `${from} imports the entry point ${to}: import the file behind it`;
  const target = layerOf(to);
  if (target === undefined) return `${from} imports '${to}', which is not shipped`;
  if (rankOf(layer) < 0) return `${from} is in no known layer: name '${layer}' in tools/layers`;
  if (LAZY_PARTS[from]?.includes(to)) {
    return lazy ? undefined : `${from} loads ${to} at once: use import() where needed`;
  }
  if (target === layer || EXTRA[layer]?.includes(target)) return undefined;
  if (rankOf(target) >= 0 && rankOf(target) < rankOf(layer)) return undefined;
  return `${from} (${layer}) may not import ${to} (${target})`;
}

/** The first way around, as a list that begins and ends with the same file. */
function cycleIn(imports: readonly Import[]): string[] | undefined {
  const targets = Map.groupBy(imports, (item) => item.from);
  const done = new Set<string>();
  const path: string[] = [];
  function visit(place: string): string[] | undefined {
    const seenAt = path.indexOf(place);
    if (seenAt >= 0) return [...path.slice(seenAt), place];
    if (done.has(place)) return undefined;
    path.push(place);
    for (const { to } of targets.get(place) ?? []) {
      const cycle = visit(to);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    done.add(place);
    return undefined;
  }
  for (const place of targets.keys()) {
    const cycle = visit(place);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/**
 * Checks the layers.
 *
 * @returns One sentence for each fault.
 */
export function checkLayers({ entries, files, imports }: ImportGraph): string[] {
  const shipped = imports.filter((item) => layerOf(item.from) !== undefined);
  const faults = shipped.map(faultOf).filter((fault) => fault !== undefined);
  const cycle = cycleIn(shipped);
  if (cycle !== undefined) faults.push(`Imports run in a circle: ${cycle.join(" → ")}`);
  const reached = new Set([...entries, ...shipped.map((item) => item.to)]);
  for (const file of files) {
    if (!reached.has(file)) faults.push(`${file} is reached from no entry point`);
  }
  return faults;
}
