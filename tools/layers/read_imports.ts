/** One import of one file. */
export interface Import {
  /** The importing file, by its path in the project. */
  readonly from: string;
  /** The imported file by its path in the project, or the specifier of what lies outside. */
  readonly to: string;
  /** Whether it is loaded only when needed, by `import()`. */
  readonly lazy: boolean;
  /** Whether only types are imported, so that nothing is loaded at all. */
  readonly typesOnly: boolean;
}

/** The shipped files and their imports. */
export interface ImportGraph {
  /** The entry points by their paths. */
  readonly entries: readonly string[];
  /** All files of `src` and all entry points. */
  readonly files: readonly string[];
  /** Every import of a shipped file that an entry point reaches. */
  readonly imports: readonly Import[];
}

interface InfoDependency {
  specifier: string;
  code?: { specifier?: string; error?: string };
  type?: { specifier?: string; error?: string };
  isDynamic?: boolean;
}

interface Info {
  modules: { specifier: string; dependencies?: InfoDependency[]; error?: string }[];
}

async function moduleGraph(entry: URL): Promise<Info> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry.href],
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout)) as Info;
}

async function sourceFiles(folder: URL, prefix: string): Promise<string[]> {
  const files: string[] = [];
  for await (const item of Deno.readDir(folder)) {
    const place = `${prefix}${item.name}`;
    if (item.isDirectory) {
      files.push(...await sourceFiles(new URL(`${item.name}/`, folder), `${place}/`));
    } else if (place.endsWith(".ts")) {
      files.push(place);
    }
  }
  return files.sort();
}

/**
 * Reads what Deno itself resolves of the entry points that `deno.json` exports.
 *
 * @param root The project's folder.
 * @throws {Error} If a module does not load.
 */
export async function readImports(root: URL): Promise<ImportGraph> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const entries = Object.values(config.exports as Record<string, string>)
    .map((path) => path.replace(/^\.\//, ""));
  const imports = new Map<string, Import>();
  function placeOf(specifier: string): string {
    return specifier.startsWith(root.href) ? specifier.slice(root.href.length) : specifier;
  }
  for (const entry of entries) {
    for (const module of (await moduleGraph(new URL(entry, root))).modules) {
      if (module.error !== undefined) {
        throw new Error(`${placeOf(module.specifier)}: ${module.error}`);
      }
      const from = placeOf(module.specifier);
      for (const dependency of module.dependencies ?? []) {
        const { code, type, isDynamic = false } = dependency;
        const target = (code ?? type)?.specifier ?? dependency.specifier;
        const found = { from, to: placeOf(target), lazy: isDynamic, typesOnly: code === undefined };
        imports.set(JSON.stringify(found), found);
      }
    }
  }
  const files = [...entries, ...await sourceFiles(new URL("src/", root), "src/")];
  return { entries, files, imports: [...imports.values()] };
}
