/**
 * A process that writes to a store until it has done its part, or is killed. Each batch is three events of one number;
 * after each it writes a line with the number and the position of the last entry.
 *
 * Usage: deno run -A writer.ts <engine> <folder> <name> <batches> <expected|blind>
 *
 * @module
 */
import { isTraceStoreError } from "../../../src/store/trace_store_error.ts";
import { lastPosition } from "../../../src/store/last_position.ts";
import { type FileEngine, openFileStore } from "./file_stores.ts";
import { note } from "./notes.ts";

const [engine = "", folder = "", name = "", batches = "", mode = ""] = Deno.args;
const { store, close } = await openFileStore(engine as FileEngine, folder);

async function land(number: number): Promise<number> {
  const batch = [0, 1, 2].map((nth) => note(name, [name, number, nth]));
  for (;;) {
    try {
      const options = mode === "expected" ? { expected: await lastPosition(store, "t") } : {};
      return (await store.append("t", batch, options)).at(-1)!.position;
    } catch (error) {
      if (!isTraceStoreError(error, "STREAM_MOVED")) throw error;
    }
  }
}

console.log("ready");
for (let number = 0; number < Number(batches); number++) {
  console.log(`${number} ${await land(number)}`);
}
await close();
