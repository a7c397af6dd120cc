import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun } from "../run.ts";
import { npmInstall } from "./toolchain.ts";

/** The files that use the package, next to this one in `use`. */
const USE = new URL("./use/", import.meta.url);

/** Copies them; programs become tests, which they are not here lest the main suite runs them. */
async function copyUse(folder: string, ending: ".mjs" | ".ts"): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(USE)) {
    if (!name.endsWith(ending)) continue;
    const copy = name.replace(".mjs", "_test.mjs");
    await Deno.copyFile(new URL(name, USE), join(folder, copy));
    names.push(copy);
  }
  if (names.length === 0) throw new Error(`Nothing ends with '${ending}' in ${USE.pathname}`);
  return names.sort();
}

/** A project that uses the package as its own users would. */
export interface Consumer {
  /** Its folder. */
  readonly folder: string;
  /** Its test files. */
  readonly tests: readonly string[];
}

/** Packs the package and installs the tarball into a new project, as npm would. */
export async function npmConsumer(parent: string): Promise<Consumer> {
  const folder = join(parent, "npm");
  await Deno.mkdir(folder);
  const tarball = join(parent, "package.tgz");
  const pack = ["pack", "--allow-dirty", "--no-source-maps", "--output", tarball];
  await mustRun([Deno.execPath(), ...pack]);
  await Deno.writeTextFile(join(folder, "package.json"), '{"private":true,"type":"module"}');
  await npmInstall(folder, tarball);
  await copyUse(folder, ".ts");
  return { folder, tests: await copyUse(folder, ".mjs") };
}

/** A project that imports the package by its JSR specifier, linked to this folder. */
export async function jsrConsumer(parent: string): Promise<Consumer> {
  const folder = join(parent, "jsr");
  await Deno.mkdir(folder);
  const { name, version } = JSON.parse(await Deno.readTextFile("deno.json"));
  const config = {
    links: [pathToFileURL(Deno.cwd()).href],
    imports: { [name]: `jsr:${name}@^${version}` },
  };
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(config));
  return { folder, tests: await copyUse(folder, ".mjs") };
}

/** The settings of two users: one in a browser, one on Node without the browser's types. */
const PROJECTS = {
  browser: {
    lib: ["es2022", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
  },
  node: { lib: ["es2022", "esnext.disposable"], types: ["node"] },
};

/** Writes a TypeScript project for each kind of user. Returns the files. */
export async function typeScriptProjects(folder: string, typeRoots: string): Promise<string[]> {
  const shared = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2022",
    skipLibCheck: false,
    noEmit: true,
    typeRoots: [typeRoots],
  };
  const files: string[] = [];
  for (const [name, own] of Object.entries(PROJECTS)) {
    const file = join(folder, `tsconfig.${name}.json`);
    const config = { compilerOptions: { ...shared, ...own }, include: ["*.ts"] };
    await Deno.writeTextFile(file, JSON.stringify(config));
    files.push(file);
  }
  return files;
}
