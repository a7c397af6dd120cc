import type { Modules, SdkSubject, Versions } from "./sdk_subject.ts";

/** The packages of a subject, and the versions that were really loaded. */
export interface LoadedPackages {
  /** The modules by package name. */
  readonly modules: Modules;
  /** The versions by package name. */
  readonly versions: Versions;
}

/**
 * Loads the packages of a subject from npm.
 *
 * @param subject The subject.
 * @param wanted The version of each package; the newest where none is named.
 */
export async function loadPackages(
  subject: SdkSubject,
  wanted: Versions = {},
): Promise<LoadedPackages> {
  const modules: Record<string, Readonly<Record<string, unknown>>> = {};
  const versions: Record<string, string> = {};
  for (const name of subject.packages) {
    const [specifier, subpath] = splitSubpath(name);
    const version = wanted[specifier] ?? "latest";
    modules[name] = await import(`npm:${specifier}@${version}${subpath}`);
    versions[specifier] = await versionOf(`npm:${specifier}@${version}${subpath}`, specifier);
  }
  return { modules, versions };
}

/** A module below a package, such as `@scope/name/part`, and the package. */
function splitSubpath(name: string): readonly [specifier: string, subpath: string] {
  const parts = name.split("/");
  const length = name.startsWith("@") ? 2 : 1;
  const rest = parts.slice(length).join("/");
  return [parts.slice(0, length).join("/"), rest === "" ? "" : `/${rest}`];
}

/** The package that a module belongs to. */
export function packageOf(name: string): string {
  return splitSubpath(name)[0];
}

/** Finds the version that was loaded: it stands in the package's own file, above the module. */
async function versionOf(module: string, specifier: string): Promise<string> {
  let folder = new URL(".", import.meta.resolve(module));
  for (let level = 0; level < 8; level++) {
    const found = await readPackage(new URL("package.json", folder));
    if (found?.name === specifier) return found.version;
    folder = new URL("..", folder);
  }
  throw new Error(`Cannot find the version of ${module}`);
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
}

async function readPackage(url: URL): Promise<PackageFile | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(url));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
