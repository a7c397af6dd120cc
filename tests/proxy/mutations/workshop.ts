import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Finished, run } from "../../../tools/run.ts";
import { mutated, type Mutation } from "./mutation.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What the tests of the proxy need; nothing is built or fetched anew. */
const COPIED = ["deno.json", "src", "tests/proxy", "tests/support", "tools/std"] as const;

/** A copy of the project, of which one file at a time is broken. */
export class Workshop {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies the project into a temporary folder. */
  static async open(): Promise<Workshop> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "mutations_" }));
    for (const place of COPIED) await copy(join(ROOT, place), join(folder, place));
    return new Workshop(folder);
  }

  /** Runs test files, from `tests/proxy` on. */
  async test(files: readonly string[]): Promise<Finished> {
    const paths = files.map((file) => `tests/proxy/${file}`);
    const command = [Deno.execPath(), "test", "-A", "--no-check", "--no-lock", "--fail-fast"];
    return await run([...command, ...paths], { cwd: this.#folder, timeoutMs: 60_000 });
  }

  /** Runs the tests of a mutation on the code that it breaks, and mends that again. */
  async testBroken(mutation: Mutation): Promise<Finished> {
    const path = join(this.#folder, "src/proxy", mutation.file);
    const source = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, mutated(source, mutation));
    try {
      return await this.test(mutation.tests);
    } finally {
      await Deno.writeTextFile(path, source);
    }
  }

  /** Removes the copy. */
  async close(): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  if (!(await Deno.stat(from)).isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) await copy(join(from, name), join(to, name));
}
