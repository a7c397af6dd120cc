import { assertEquals, assertMatch } from "@std/assert";

const STORES = new URL("./stores/", import.meta.url);
const PROGRAM = new URL("../../../../testing.ts", import.meta.url);

const { state } = await Deno.permissions.query({ name: "run", command: Deno.execPath() });

/** Runs the program as its users do. */
async function run(store: string, ...args: readonly string[]) {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-read", PROGRAM.href, new URL(store, STORES).pathname, ...args],
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

Deno.test({
  name: "the program checks a store whose module imports it, and ends though the store does not",
  ignore: state !== "granted",
  async fn() {
    const { code, out } = await run("imports_program.ts", "--filter", "lease: test_an");
    assertEquals(code, 0);
    assertMatch(out, /^TAP version 14\n1\.\.2\nok 1 - lease: test_an_expired_lease_is_free\n/);
  },
});

Deno.test({
  name: "the program says of errors that reach nobody, reports every case, and ends with 1",
  ignore: state !== "granted",
  async fn() {
    const { code, out, err } = await run("strays.ts", "--filter", "test_append");
    assertEquals(code, 1);
    assertMatch(out, /^TAP version 14\n1\.\.(\d+)\n[^]*\nok \1 - /);
    assertMatch(err, /A promise was rejected that nobody waited for, .*: Error: connection lost\n/);
    assertMatch(err, /Something threw that nobody called, .*: Error: socket closed\n/);
  },
});

Deno.test({
  name: "the program ends with 2 when there is no module",
  ignore: state !== "granted",
  async fn() {
    const { code, err } = await run("no_such.ts");
    assertEquals(code, 2);
    assertMatch(err, /Cannot load the module of the store/);
  },
});
