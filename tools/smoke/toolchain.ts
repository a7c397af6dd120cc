import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun } from "../run.ts";

/** The exact versions that the package is tried in. */
const VERSIONS = { node20: "20.20.2", node22: "22.23.5", node24: "24.22.3", bun: "1.4.5" };
const TYPESCRIPT = { oldest: "5.7.3", newest: "7.0.2" };
const NODE_TYPES = "22.20.7";

/** A program that runs test files. */
export interface Runtime {
  /** Its name for people. */
  readonly name: string;
  /** The command that runs the test files it is given. */
  readonly test: readonly string[];
}

/** A version of TypeScript. */
export interface TypeChecker {
  /** Its name for people. */
  readonly name: string;
  /** The command. */
  readonly tsc: readonly string[];
}

/** What the package is tried in. */
export interface Toolchain {
  /** The runtimes. */
  readonly runtimes: readonly Runtime[];
  /** The type checkers. */
  readonly typeCheckers: readonly TypeChecker[];
  /** The folder that holds `@types`. */
  readonly typeRoots: string;
}

/** npm's own name on this system. */
export const NPM: string = Deno.build.os === "windows" ? "npm.cmd" : "npm";

const ARCH = Deno.build.arch === "aarch64" ? "arm64" : "x64";
const INSTALL = [NPM, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];

function packages(): Record<string, string> {
  const bunOs = Deno.build.os === "darwin" ? "darwin" : Deno.build.os;
  const bunArch = Deno.build.arch === "aarch64" ? "aarch64" : "x64";
  const wanted: Record<string, string> = {
    bun: `npm:@oven/bun-${bunOs}-${bunArch}@${VERSIONS.bun}`,
    "typescript-oldest": `npm:typescript@${TYPESCRIPT.oldest}`,
    "typescript-newest": `npm:typescript@${TYPESCRIPT.newest}`,
    "@types/node": NODE_TYPES,
  };
  for (const name of ["node20", "node22", "node24"] as const) {
    // Only Linux has every version of Node as a package; elsewhere the caller names a program.
    if (Deno.build.os === "linux" && givenNode(name) === undefined) {
      wanted[name] = `npm:node-linux-${ARCH}@${VERSIONS[name]}`;
    }
  }
  return wanted;
}

function givenNode(name: string): string | undefined {
  return Deno.env.get(name.toUpperCase());
}

/** Installs packages, again if the network fails. */
export async function npmInstall(folder: string, ...what: readonly string[]): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await mustRun([...INSTALL, ...what], { cwd: folder });
      return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Installs into a folder named by its content, so that runs share it and never see half of one. */
async function installOnce(dependencies: Record<string, string>): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(manifest));
  const folder = join(tmpdir(), `wholeturn-smoke-${new Uint8Array(digest).toHex().slice(0, 16)}`);
  if (await Deno.stat(folder).then(() => true, () => false)) return folder;
  const staging = await Deno.makeTempDir({ prefix: "wholeturn-smoke-" });
  await Deno.writeTextFile(join(staging, "package.json"), manifest);
  await npmInstall(staging);
  try {
    await Deno.rename(staging, folder);
  } catch {
    // Another run was faster.
    await Deno.remove(staging, { recursive: true });
  }
  return folder;
}

/** Installs everything the package is tried in, once for this machine. */
export async function installToolchain(): Promise<Toolchain> {
  const modules = join(await installOnce(packages()), "node_modules");
  function node(name: "node20" | "node22" | "node24"): Runtime {
    const program = givenNode(name) ?? join(modules, name, "bin", "node");
    return { name: `Node ${name.slice(4)}`, test: [program, "--test"] };
  }
  function typeScript(which: "oldest" | "newest"): TypeChecker {
    const tsc = join(modules, `typescript-${which}`, "bin", "tsc");
    return {
      name: `TypeScript ${TYPESCRIPT[which]}`,
      tsc: [...node("node22").test.slice(0, 1), tsc],
    };
  }
  const bun = join(modules, "bun", "bin", Deno.build.os === "windows" ? "bun.exe" : "bun");
  return {
    runtimes: [
      node("node20"),
      node("node22"),
      node("node24"),
      { name: `Bun ${VERSIONS.bun}`, test: [bun, "test"] },
    ],
    typeCheckers: [typeScript("oldest"), typeScript("newest")],
    typeRoots: join(modules, "@types"),
  };
}
