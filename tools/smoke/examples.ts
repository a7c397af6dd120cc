import { join } from "node:path";
import { npmInstall } from "./toolchain.ts";
import type { Runtime, Toolchain } from "./toolchain.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);
const VERSIONS = new URL("../sdks/versions.json", import.meta.url);
const VITEST = "5.1.2";
/** The SDKs that the examples for npm import. */
const SDKS = ["openai", "@anthropic-ai/sdk", "ai", "@ai-sdk/openai"] as const;

/** An example, ready to run. */
export interface Example {
  /** Its name for people. */
  readonly name: string;
  /** The command that runs it. */
  readonly command: readonly string[];
  /** Where to run it. */
  readonly cwd: string;
}

/** What the examples need of what was made for the other trials. */
export interface ExamplesInput {
  /** A folder for their project. */
  readonly parent: string;
  /** The packed package. */
  readonly tarball: string;
  /** A project in which Deno finds the package by its JSR name. */
  readonly denoFolder: string;
  /** The programs. */
  readonly toolchain: Toolchain;
}

/** Installs the packed package and the SDKs, and gives the examples of every test runner. */
export async function examples(input: ExamplesInput): Promise<readonly Example[]> {
  const { parent, tarball, denoFolder, toolchain } = input;
  const folder = join(parent, "examples");
  await Deno.mkdir(folder);
  await Deno.writeTextFile(join(folder, "package.json"), '{"private":true,"type":"module"}');
  const pinned = JSON.parse(await Deno.readTextFile(VERSIONS));
  const sdks = SDKS.map((name) => `${name}@${pinned[name]}`);
  await npmInstall(folder, tarball, `vitest@${VITEST}`, ...sdks);
  async function copy(path: string, to: string): Promise<string> {
    await Deno.copyFile(new URL(path, EXAMPLES), to);
    return to;
  }
  const find = (name: string): Runtime =>
    toolchain.runtimes.find((one) => one.name.includes(name))!;
  const [node, bun] = [find("24"), find("Bun")];
  const inNode = await copy("node_test/suite.mjs", join(folder, "node_suite.mjs"));
  const inBun = await copy("bun_test/suite.mjs", join(folder, "bun_suite.mjs"));
  const inDeno = await copy("deno_test/suite.ts", join(denoFolder, "suite.ts"));
  await copy("vitest/suite.mjs", join(folder, "suite.test.mjs"));
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  return [
    { name: "node:test", command: [...node.test, inNode], cwd: folder },
    { name: "bun:test", command: [...bun.test, inBun], cwd: folder },
    { name: "vitest", command: [node.test[0]!, vitest, "run"], cwd: folder },
    {
      name: "Deno.test",
      command: [Deno.execPath(), "test", "--no-lock", "-A", inDeno],
      cwd: denoFolder,
    },
  ].map((example) => ({ ...example, name: `Example for ${example.name}` }));
}
