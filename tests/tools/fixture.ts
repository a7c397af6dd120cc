import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A small package that passes every gate, file by file. */
const FILES: Readonly<Record<string, string>> = {
  "LICENSE": "MIT\n",
  "CHANGELOG.md": "# Changes\n",
  "README.md": `# Fixture

\`\`\`ts
import { twice } from "@wholeturn/wholeturn";
import { assertEquals } from "@std/assert";

assertEquals(twice({ count: 2 }), 4);
\`\`\`
`,
  "mod.ts": `/**
 * Doubles counts.
 *
 * @module
 */
export { type Count, twice } from "./src/checks/twice.ts";
`,
  "mock.ts": `/**
 * Counts that are made up.
 *
 * @module
 */
export { madeUp } from "./src/mock/made_up.ts";
`,
  "testing.ts": `/**
 * Counts to test with.
 *
 * @module
 */
export { testCounts } from "./src/testing/test_counts.ts";
`,
  "proxy.ts": `/**
 * Counts from elsewhere.
 *
 * @module
 */
export { elsewhere } from "./src/proxy/elsewhere.ts";
`,
  "redis.ts": `/**
 * Counts that are shared.
 *
 * @module
 */
export { elsewhere } from "./src/proxy/elsewhere.ts";
`,
  "postgres.ts": `/**
 * Counts to keep.
 *
 * @module
 */
export { testCounts } from "./src/testing/test_counts.ts";
`,
  "src/turn/count.ts": `/** A count of things. */
export interface Count {
  /** How many. */
  readonly count: number;
}

/** Makes a count. */
export function toCount(count: number): Count {
  if (count < 0) throw new RangeError(\`Cannot count below zero: current value is \${count}\`);
  return { count };
}
`,
  "src/checks/twice.ts": `import type { Count } from "../turn/count.ts";

export type { Count };

/**
 * Doubles a count.
 *
 * @example Four
 * \`\`\`ts
 * import { twice } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(twice({ count: 2 }), 4);
 * \`\`\`
 */
export function twice(value: Count): number {
  return value.count * 2;
}
`,
  "src/mock/made_up.ts": `import { toCount } from "../turn/count.ts";

/** Makes up a count. */
export function madeUp(): number {
  return toCount(7).count;
}
`,
  "src/testing/test_counts.ts": `import { madeUp } from "../mock/made_up.ts";

/** Counts that tests like. */
export function testCounts(): number[] {
  return [0, madeUp()];
}
`,
  "src/proxy/elsewhere.ts": `import { toCount } from "../turn/count.ts";

/** A count from elsewhere. */
export function elsewhere(count: number): number {
  return toCount(count).count;
}
`,
  "tests/counts_test.ts": `import { assertEquals, assertThrows } from "@std/assert";
import { elsewhere } from "../proxy.ts";
import { testCounts } from "../testing.ts";

Deno.test("elsewhere() counts", () => {
  assertEquals(elsewhere(3), 3);
  assertThrows(() => elsewhere(-1), RangeError, "below zero");
});

Deno.test("testCounts() counts", () => {
  assertEquals(testCounts(), [0, 7]);
});
`,
  "tools/smoke/use/counts.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { twice } from "@wholeturn/wholeturn";
import { madeUp } from "@wholeturn/wholeturn/mock";

test("the package counts", () => {
  assert.equal(twice({ count: madeUp() }), 14);
});
`,
  "tools/smoke/use/types.ts": `import { type Count, twice } from "@wholeturn/wholeturn";

const count: Count = { count: 2 };
export const four: number = twice(count);
`,
};

/** A file and what to do to it: put text in place of text, or write it anew. */
export interface Fault {
  /** The file by its path in the project. */
  readonly path: string;
  /** The text to replace; without it the file is written anew. */
  readonly replace?: string;
  /** The new text. */
  readonly by: string;
}

async function copyFolder(from: string, to: string, skip: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === skip) continue;
    if (isDirectory) await copyFolder(join(from, name), join(to, name), skip);
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

async function plant(folder: string, { path, replace, by }: Fault): Promise<void> {
  const file = join(folder, path);
  await Deno.mkdir(dirname(file), { recursive: true });
  if (replace === undefined) return await Deno.writeTextFile(file, by);
  const before = await Deno.readTextFile(file);
  const after = before.replace(replace, () => by);
  if (after === before) throw new Error(`Cannot plant a fault: '${replace}' is not in '${path}'`);
  await Deno.writeTextFile(file, after);
}

/**
 * Makes a project of the fixture's files with the real tools and the real settings, in a new folder.
 *
 * @param faults What to break in it.
 * @returns The folder; the caller removes it.
 */
export async function makeFixture(...faults: readonly Fault[]): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-gate-" });
  await copyFolder(join(ROOT, "tools"), join(folder, "tools"), "use");
  for (const name of ["deno.json", "deno.lock", "portable.json"]) {
    await Deno.copyFile(join(ROOT, name), join(folder, name));
  }
  // The tools themselves are checked where they belong.
  await plant(folder, { path: "deno.json", replace: '"exclude": [', by: '"exclude": ["tools/", ' });
  for (const [path, by] of Object.entries(FILES)) await plant(folder, { path, by });
  for (const fault of faults) await plant(folder, fault);
  return folder;
}
