import { assertEquals, assertThrows } from "@std/assert";
import { HELP, parseFlags, UsageError } from "../../../src/proxy/cli/flags.ts";

Deno.test("parseFlags() reads every flag", () => {
  const args = ["--config", "p.jsonc", "--host=::1", "--port", "0", "--watch", "--log", "json"];
  assertEquals(parseFlags(args), {
    action: "serve",
    source: { type: "file", file: "p.jsonc" },
    host: "::1",
    port: 0,
    watch: true,
    log: "json",
  });
  const one = parseFlags(["--upstream", "http://a/v1", "--key-env", "KEY", "--print-config"]);
  assertEquals(one.source, { type: "upstream", url: "http://a/v1", keyEnv: "KEY" });
  assertEquals([one.action, one.host, one.port, one.log], ["print", undefined, undefined, "text"]);
  const demo = parseFlags(["--demo", "--check"]);
  assertEquals([demo.action, demo.source], ["check", { type: "demo" }]);
  assertEquals(parseFlags(["--help"]).action, "help");
  assertEquals(parseFlags(["--print-schema"]).action, "schema");
});

Deno.test("HELP tells of every flag", () => {
  const flags = ["config", "upstream", "key-env", "demo", "host", "port", "check", "print-config"];
  for (const flag of [...flags, "print-schema", "watch", "log", "help"]) {
    assertEquals(HELP.includes(`--${flag} `), true, flag);
  }
});

Deno.test.each([
  { args: [], message: "Give --config with a file, --upstream with a URL, or --demo" },
  { args: ["--confg", "x"], message: "Unknown option '--confg', did you mean '--config'?" },
  { args: ["--demo", "--xyzzyxyzzy=1"], message: "Unknown option '--xyzzyxyzzy'" },
  { args: ["-p", "1"], message: "Unknown option '-p'" },
  { args: ["stray"], message: "stray" },
  { args: ["--config"], message: "--config" },
  { args: ["--config", ""], message: "Option '--config' must not be empty" },
  { args: ["--demo", "--port", "x"], message: "whole number from 0 to 65535: it is 'x'" },
  { args: ["--demo", "--port", "65536"], message: "whole number from 0 to 65535: it is '65536'" },
  { args: ["--demo", "--log", "xml"], message: "'--log' must be text, json or none: it is 'xml'" },
  { args: ["--demo", "--config", "x"], message: "Give one of --config, --upstream and --demo" },
  { args: ["--demo", "--check", "--print-config"], message: "Give one of --check and" },
  { args: ["--print-schema", "--check"], message: "Give one of --check and --print-schema" },
  { args: ["--demo", "--port=1", "--port=1"], message: "Option '--port' is given twice" },
  { args: ["--demo", "--watch"], message: "'--watch' needs '--config'" },
  { args: ["--demo", "--key-env", "K"], message: "'--key-env' needs '--upstream'" },
  { args: ["--upstream", "u", "--key-env", "sk-1"], message: "name of a variable, not the key" },
  { args: ["--watch=1", "--demo"], message: "--watch" },
])("parseFlags() refuses $args", ({ args, message }) => {
  const error = assertThrows(() => parseFlags(args), UsageError, message);
  assertEquals(error.message.includes("sk-1"), false);
});
