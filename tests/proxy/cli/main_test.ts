import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../../src/proxy/cli/main.ts";
import { configSchemaText } from "../../../src/proxy/config/config_schema_text.ts";
import { FakeIo } from "./support/fake_io.ts";

const CONFIG = `{
  // of a test
  "client_keys": ["\${CLIENT}"],
  "providers": { "a": { "url": "https://a.example/v1", "key": "\${KEY}", "backoff": "15m" } },
  "models": { "m": ["a/x"] },
}`;

function ioWith(text: string): FakeIo {
  const io = new FakeIo();
  io.files.set("proxy.jsonc", text);
  io.variables.set("KEY", "sk-provider");
  io.variables.set("CLIENT", "sk-client");
  return io;
}

/** Serves until the program has told its address, lets it be used, and stops it. */
async function serve(io: FakeIo, args: readonly string[], use?: () => Promise<void>) {
  const code = main(args, io);
  await io.listened();
  await use?.();
  io.stop();
  return await code;
}

Deno.test("main() serves what a file says, tells its address first, and stops the proxy at the end", async () => {
  const io = ioWith(CONFIG);
  assertEquals(await serve(io, ["--config", "proxy.jsonc", "--log", "json"]), 0);
  const [first, ...rest] = io.records;
  assertEquals(first, {
    time: new Date(io.clock.now()).toISOString(),
    event: "listening",
    url: "http://127.0.0.1:4000",
    models: 1,
  });
  assertEquals([rest, io.stdout, io.started?.log], [[], "", "json"]);
  const [plan] = io.plans;
  assertEquals(plan?.clientKeys, ["sk-client"]);
  assertEquals(plan?.models.get("m")?.upstreams[0]?.provider.keys, ["sk-provider"]);
  assertEquals([io.steps, io.reloadListeners], [["proxy stopped"], 0]);
});

Deno.test.each([
  { args: ["--port", "0"], listen: undefined, expected: { hostname: "127.0.0.1", port: 0 } },
  { args: ["--port", "0"], listen: "[::1]:80", expected: { hostname: "::1", port: 0 } },
  { args: ["--host", "::1"], listen: 80, expected: { hostname: "::1", port: 80 } },
  {
    args: ["--host", "0.0.0.0", "--port", "9"],
    listen: "x",
    expected: { hostname: "0.0.0.0", port: 9 },
  },
])("main() listens where $args says before $listen", async ({ args, listen, expected }) => {
  const config = {
    listen,
    client_keys: ["k"],
    providers: { a: { url: "http://a/v1" } },
    models: { m: "a/x" },
  };
  const io = ioWith(JSON.stringify(config));
  await serve(io, ["--config", "proxy.jsonc", ...args]);
  assertEquals(io.plans[0]?.listen, expected);
});

Deno.test("main() serves every model by one upstream without a file", async () => {
  const io = ioWith("");
  const args = ["--upstream", "https://api.deepseek.com/v1", "--key-env", "KEY"];
  assertEquals(await serve(io, args), 0);
  const upstream = io.plans[0]?.unlisted?.("deepseek-chat")?.upstreams[0];
  assertEquals([upstream?.model, upstream?.provider.url], ["deepseek-chat", args[1]]);
  assertEquals([upstream?.provider.keys, upstream?.backoff], [["sk-provider"], undefined]);
});

Deno.test("main() serves the demonstration, and stops its upstreams last", async () => {
  const io = new FakeIo();
  assertEquals(await serve(io, ["--demo"]), 0);
  assertEquals(io.plans[0]?.models.get("demo")?.upstreams.length, 2);
  assertEquals(io.steps, ["proxy stopped", "demo stopped"]);
});

Deno.test("main() tells warnings after the address", async () => {
  const io = ioWith(CONFIG.replace('"15m"', '"soon"'));
  await serve(io, ["--config", "proxy.jsonc"]);
  const [first, second, end] = io.stderr.split("\n");
  assertEquals(JSON.parse(first!), { event: "listening", url: "http://127.0.0.1:4000", models: 1 });
  assertMatch(
    second!,
    /^\d\d:\d\d:\d\d\.\d{3} warning: providers\.a\.backoff must be a duration.*: it is ignored$/,
  );
  assertEquals(end, "");
});

Deno.test("main() tells warnings in the format of the log", async () => {
  for (const log of ["json", "none"]) {
    const io = ioWith(CONFIG.replace('"15m"', '"soon"'));
    await serve(io, ["--config", "proxy.jsonc", "--log", log]);
    assertEquals(io.records.map(({ event }) => event), ["listening", "warning"]);
    assertEquals(io.records.map(({ time }) => time !== undefined), [
      log === "json",
      log === "json",
    ]);
  }
});

Deno.test("main() tells that names beside those of its models are served as well", async () => {
  const told: unknown[] = [];
  for (const more of ['"allow_unlisted": true,', ""]) {
    const io = ioWith(CONFIG.replace('"client_keys"', `${more} "client_keys"`));
    await serve(io, ["--config", "proxy.jsonc"]);
    told.push(io.records[0]);
  }
  const io = new FakeIo();
  await serve(io, ["--upstream", "https://a.example/v1"]);
  told.push(io.records[0]);
  const listening = { event: "listening", url: "http://127.0.0.1:4000" };
  assertEquals(told, [
    { ...listening, models: 1, unlisted: true },
    { ...listening, models: 1 },
    { ...listening, models: 0, unlisted: true },
  ]);
});

Deno.test("main() tells its address before what the proxy logs on its way there", async () => {
  const io = ioWith(CONFIG);
  io.earlyLog = '{"event":"warning","message":"early"}\n';
  await serve(io, ["--config", "proxy.jsonc"], () => {
    io.started?.write('{"event":"attempt"}\n');
    return Promise.resolve();
  });
  assertEquals(io.records.map(({ event }) => event), ["listening", "warning", "attempt"]);
  const failing = ioWith(CONFIG);
  failing.earlyLog = "early\n";
  failing.startError = new Error("The port is taken");
  await main(["--config", "proxy.jsonc"], failing);
  assertEquals(failing.stderr, "early\nCannot listen at 127.0.0.1:4000: The port is taken\n");
});

Deno.test("main() warns of what is wrong with a state file, without failing the check", async () => {
  const io = ioWith(CONFIG.replace("{", '{ "state_file": "/gone/state.json",'));
  io.stateWarnings.set("/gone/state.json", "Cannot write the state file");
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 0);
  assertEquals(
    io.stdout,
    "warning: Cannot write the state file\nThe configuration is right\n",
  );
  io.stateWarnings.clear();
  io.stdout = "";
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 0);
  assertEquals(io.stdout, "The configuration is right\n");
});

Deno.test("main() warns of a provider whose URL has no path, in a check and at the start", async () => {
  const io = new FakeIo();
  const message =
    "providers.upstream.url has no path: most servers have this API under /v1, so it " +
    "may have to be https://a.example/v1; if it is right, write https://a.example/";
  assertEquals(await main(["--upstream", "https://a.example", "--check"], io), 0);
  assertEquals(io.stdout, `warning: ${message}\nThe configuration is right\n`);
  await serve(io, ["--upstream", "https://a.example", "--log", "none"]);
  assertEquals(io.records[1], { event: "warning", message });
});

Deno.test("main() prints the schema that an editor checks a file by", async () => {
  const io = new FakeIo();
  assertEquals(await main(["--print-schema"], io), 0);
  assertEquals(io.stdout, configSchemaText());
});

Deno.test("main() checks a file and says that it is right", async () => {
  const io = ioWith(CONFIG);
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 0);
  assertEquals([io.stdout, io.stderr], ["The configuration is right\n", ""]);
  assertEquals(io.plans, []);
});

Deno.test("main() checks a file and tells all that is wrong with it, a cap that is passed over too", async () => {
  const text = CONFIG.replace('"15m"', '"soon", "urll": 1').replace(
    '"models": {',
    '"models": { "n": "b/x",',
  );
  const io = ioWith(text.replace('"client_keys"', '"listen": "0.0.0.0", "client_key"'));
  io.variables.delete("KEY");
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 1);
  const lines = io.stdout.trimEnd().split("\n").map((line) =>
    line.split(" ").slice(0, 4).join(" ")
  );
  assertEquals(lines, [
    "error: providers.a.key needs the",
    "error: client_key is not",
    "error: providers.a.backoff must be",
    "error: providers.a.urll is not",
    "error: models.n names the",
    "warning: listen is 0.0.0.0,",
  ]);
});

Deno.test("main() fails a check because of a cap alone, with which it would serve", async () => {
  const io = ioWith(CONFIG.replace('"15m"', '"soon"'));
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 1);
  assertMatch(io.stdout, /^error: providers\.a\.backoff must be a duration.*: it is "soon"\n$/);
});

Deno.test("main() does not fail a check because of advice", async () => {
  const config = {
    listen: "0.0.0.0",
    providers: { a: { url: "http://a/v1" } },
    models: { m: "a/x" },
  };
  const io = ioWith(JSON.stringify(config));
  assertEquals(await main(["--config", "proxy.jsonc", "--check"], io), 0);
  assertMatch(io.stdout, /^warning: listen is .*\nThe configuration is right\n$/);
});

Deno.test("main() prints the configuration with its defaults and without its secrets", async () => {
  const io = ioWith(CONFIG);
  assertEquals(await main(["--config", "proxy.jsonc", "--print-config", "--port", "1"], io), 0);
  const printed = JSON.parse(io.stdout);
  assertEquals([printed.listen, printed.max_retry_after], ["127.0.0.1:1", "60s"]);
  assertEquals([printed.client_keys, printed.providers.a.key], [["***"], "***"]);
  assertEquals(/sk-/.test(io.stdout + io.stderr), false);
});

Deno.test.each([
  {
    name: "a file that is not there",
    text: undefined,
    message: "Cannot read 'proxy.jsonc': There is no file",
  },
  { name: "a file that is no JSON", text: "{", message: "proxy.jsonc:1:2 " },
  { name: "a file with mistakes", text: "{}", message: "providers is missing" },
])("main() ends with 1 on $name", async ({ text, message }) => {
  const io = new FakeIo();
  if (text !== undefined) io.files.set("proxy.jsonc", text);
  for (const action of [[], ["--check"], ["--print-config"]]) {
    assertEquals(await main(["--config", "proxy.jsonc", ...action], io), 1, action[0]);
    assertStringIncludes(io.stderr + io.stdout, message);
  }
  assertEquals(io.plans, []);
});

Deno.test("main() ends with 1 where it cannot listen", async () => {
  const io = ioWith(CONFIG);
  io.startError = new Error("The port is taken");
  assertEquals(await main(["--config", "proxy.jsonc"], io), 1);
  assertEquals(io.stderr, "Cannot listen at 127.0.0.1:4000: The port is taken\n");
  io.stderr = "";
  assertEquals(await main(["--config", "proxy.jsonc", "--host", "::1", "--port", "0"], io), 1);
  assertEquals(io.stderr, "Cannot listen at [::1]:0: The port is taken\n");
});

Deno.test("main() ends with 1 without the variable of the key", async () => {
  const io = new FakeIo();
  assertEquals(await main(["--upstream", "https://a.example/v1", "--key-env", "NO_KEY"], io), 1);
  assertStringIncludes(io.stderr, "needs the variable NO_KEY of the environment");
});

Deno.test("main() ends with 2 on wrong usage, and with 0 on a call for help", async () => {
  const wrong = new FakeIo();
  assertEquals(await main(["--confg", "x"], wrong), 2);
  assertStringIncludes(wrong.stderr, "did you mean '--config'?");
  assertStringIncludes(wrong.stderr, "Run it with --help");
  const help = new FakeIo();
  assertEquals(await main(["--help"], help), 0);
  assertMatch(help.stdout, /Usage: deno run .* proxy\.ts/);
});
