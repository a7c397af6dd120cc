/**
 * Checks that imports of shipped code point one way, type imports included, that no file imports
 * itself through others, that nothing from outside is imported, and that every file is reached.
 *
 * Usage: deno run -A tools/layers.ts
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { checkLayers } from "./layers/check_layers.ts";
import { readImports } from "./layers/read_imports.ts";

const faults = checkLayers(await readImports(pathToFileURL(`${Deno.cwd()}/`)));
for (const fault of faults) console.error(`layers: ${fault}`);
if (faults.length > 0) Deno.exit(1);
console.log("layers: imports point one way");
