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
  const closeAll = () => opened.splice(0).forEach((one) => one.close());
  return {
    store: await peer(),
    peer,
    reopen: () => {
      closeAll();
      return peer();
    },
    close: async () => {
      closeAll();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

contractTests("SqliteTraceStore on a file", () => open("sqlite"));
contractTests("DenoKvTraceStore on a file", () => open("deno-kv"));
