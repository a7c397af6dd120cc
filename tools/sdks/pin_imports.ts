import type { Versions } from "./sdk_subject.ts";

const ROOT = new URL("../../", import.meta.url);
/** The folders whose files import SDKs. */
const FOLDERS = ["bench/", "examples/", "tests/", "tools/sdks/"];

/** Writes the pinned version into each import of a pinned package. */
export function withPins(source: string, versions: Versions): string {
  const imported = /"npm:((?:@[^/"@]+\/)?[^@/"]+)@\d[^/"]*/g;
  return source.replaceAll(
    imported,
    (all, name: string) => Object.hasOwn(versions, name) ? `"npm:${name}@${versions[name]}` : all,
  );
}

/** Writes the pinned versions into every file that imports SDKs, since an import must be literal. */
export async function pinImports(versions: Versions): Promise<void> {
  for (const folder of FOLDERS) await pinFolder(new URL(folder, ROOT), versions);
}

async function pinFolder(folder: URL, versions: Versions): Promise<void> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) await pinFolder(new URL(`${name}/`, folder), versions);
    if (!isFile || !name.endsWith(".ts")) continue;
    const file = new URL(name, folder);
    const source = await Deno.readTextFile(file);
    const pinned = withPins(source, versions);
    if (pinned !== source) await Deno.writeTextFile(file, pinned);
  }
}
