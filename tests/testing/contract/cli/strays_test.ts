import { assertEquals } from "@std/assert";
import process from "node:process";
import { Strays } from "../../../../src/testing/contract/cli/strays.ts";

Deno.test("Strays tells what reaches nobody, as long as it watches", () => {
  let told = "";
  const strays = new Strays((text) => void (told += text));
  const before = process.listenerCount("unhandledRejection");
  const end = strays.watch();
  const settled = Promise.resolve();
  process.emit("unhandledRejection", new Error("connection\x1b[2J lost"), settled);
  process.emit("uncaughtException", new Error("socket closed"));
  end();
  assertEquals(process.listenerCount("unhandledRejection"), before);
  assertEquals(strays.count, 2);
  assertEquals(
    told,
    "A promise was rejected that nobody waited for, while the store was checked: " +
      "Error: connection\\u001b[2J lost\n" +
      "Something threw that nobody called, while the store was checked: Error: socket closed\n",
  );
});
