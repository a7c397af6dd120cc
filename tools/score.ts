/**
 * Reckons what JSR's score sees of this package. Slow types and the package's settings on JSR
 * (description, runtimes) are not seen here: the dry run refuses the first, a person sets the rest.
 * Beside that, no key of `deno.json` may stand twice.
 *
 * Usage: deno run -A tools/score.ts
 *
 * @module
 */
import { repeatedKeys } from "./repeated_keys.ts";

interface DocSymbol {
  name: string;
  declarations: { jsDoc?: { doc?: string; tags?: unknown[] } }[];
}

interface Docs {
  nodes: Record<string, { module_doc?: { doc?: string }; symbols: DocSymbol[] }>;
}

interface Entry {
  readonly path: string;
  readonly hasModuleDoc: boolean;
  readonly symbols: number;
  readonly undocumented: readonly string[];
}

function isDocumented(symbol: DocSymbol): boolean {
  return symbol.declarations.some(({ jsDoc }) => jsDoc?.doc !== undefined && jsDoc.doc !== "");
}

async function readEntry(path: string): Promise<Entry> {
  const command = new Deno.Command(Deno.execPath(), { args: ["doc", "--json", path] });
  const { code, stdout, stderr } = await command.output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  const docs = JSON.parse(new TextDecoder().decode(stdout)) as Docs;
  const modules = Object.values(docs.nodes);
  const symbols = modules.flatMap((module) => module.symbols);
  return {
    path,
    hasModuleDoc: modules.some((module) => module.module_doc?.doc),
    symbols: symbols.length,
    undocumented: symbols.filter((symbol) => !isDocumented(symbol)).map((symbol) => symbol.name),
  };
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function faultsOf(entries: readonly Entry[], readme: string, license: string): string[] {
  const faults: string[] = [];
  if (readme === "") faults.push("README.md is missing");
  else if (!/^```\w+/m.test(readme)) faults.push("README.md has no block of code");
  if (license === "") faults.push("LICENSE is missing");
  for (const entry of entries) {
    if (!entry.hasModuleDoc) faults.push(`${entry.path} has no comment with @module`);
    if (entry.symbols === 0) faults.push(`${entry.path} exports nothing`);
    // JSR is content with 80 %; here a name without a doc is an oversight.
    if (entry.undocumented.length > 0) {
      faults.push(`${entry.path} has names without a doc: ${entry.undocumented.join(", ")}`);
    }
  }
  return faults;
}

const configText = await Deno.readTextFile("deno.json");
const config = JSON.parse(configText);
const paths = Object.values(config.exports as Record<string, string>);
const entries = await Promise.all(paths.map(readEntry));
const faults = faultsOf(entries, await readIfThere("README.md"), await readIfThere("LICENSE"));
for (const key of repeatedKeys(configText)) faults.push(`deno.json has the key ${key} twice`);
for (const fault of faults) console.error(`score: ${fault}`);
if (faults.length > 0) Deno.exit(1);
const symbols = entries.reduce((sum, entry) => sum + entry.symbols, 0);
console.log(`score: ${paths.length} entry points and ${symbols} names, all documented`);
