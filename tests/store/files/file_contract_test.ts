import { contractTests } from "../support/contract_tests.ts";
import { type FileEngine, type FileStore, openFileStore } from "../support/file_stores.ts";

async function open(engine: FileEngine) {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-store-" });
  const opened: FileStore[] = [];
  const peer = async () => {
    const one = await openFileStore(engine, folder);
    opened.push(one);
    return one.store;
  };
  const closeAll = async () => {
    for (const one of opened.splice(0)) await one.close();
  };
  return {
    store: await peer(),
    peer,
    reopen: async () => {
      await closeAll();
      return await peer();
    },
    close: async () => {
      await closeAll();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

contractTests("SqliteTraceStore on a file", () => open("sqlite"));
contractTests("DenoKvTraceStore on a file", () => open("deno-kv"));
