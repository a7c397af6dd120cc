import { assertEquals } from "@std/assert";
import { checkLayers } from "../../tools/layers/check_layers.ts";
import type { Import } from "../../tools/layers/read_imports.ts";

function faults(...imports: readonly (Partial<Import> & Pick<Import, "from" | "to">)[]): string[] {
  const full = imports.map((item) => ({ lazy: false, typesOnly: false, ...item }));
  return checkLayers({ entries: ["mod.ts"], files: [], imports: full });
}

const ALLOWED = [
  ["src/decoder.ts", "src/bytes.ts"],
  ["src/sse/lines.ts", "src/decoder.ts"],
  ["src/sse/lines.ts", "src/sse/limit.ts"],
  ["src/wire/openai_chat/decoder.ts", "src/turn/turn.ts"],
  ["src/adapter/fetch_model.ts", "src/wire/wires.ts"],
  ["src/checks/rules/cut.ts", "src/adapter/fetch_model.ts"],
  ["src/testing/thread.ts", "src/mock/mock_gpt.ts"],
  ["src/store/memory.ts", "src/checks/check.ts"],
  ["src/agent/run.ts", "src/store/memory.ts"],
  ["mod.ts", "src/checks/check.ts"],
  ["testing.ts", "src/mock/mock_gpt.ts"],
  ["src/store/sqlite.ts", "node:sqlite"],
] as const;

Deno.test("checkLayers() lets imports point down, within a layer, and from testing to mock", () => {
  for (const [from, to] of ALLOWED) assertEquals(faults({ from, to }), []);
});

const REFUSED = [
  ["src/bytes.ts", "src/sse/lines.ts"],
  ["src/sse/lines.ts", "src/turn/turn.ts"],
  ["src/wire/wires.ts", "src/adapter/fetch_model.ts"],
  ["src/mock/mock_gpt.ts", "src/checks/check.ts"],
  ["src/mock/mock_gpt.ts", "src/store/memory.ts"],
  ["src/checks/check.ts", "src/mock/mock_gpt.ts"],
  ["src/proxy/pick.ts", "src/mock/mock_gpt.ts"],
  ["src/checks/check.ts", "mod.ts"],
  ["src/checks/check.ts", "tests/support/turns.ts"],
  ["src/checks/check.ts", "npm:/eventsource-parser@3.0.0"],
  ["src/checks/check.ts", "jsr:@std/assert@^1"],
  ["src/other/thing.ts", "src/bytes.ts"],
  ["mock.ts", "src/checks/check.ts"],
  ["mod.ts", "mock.ts"],
] as const;

Deno.test("checkLayers() refuses imports that point up, across or out of the package", () => {
  for (const [from, to] of REFUSED) {
    assertEquals(faults({ from, to }).length, 1, `${from} may import ${to}`);
    assertEquals(faults({ from, to, typesOnly: true }).length, 1, "A type import counts");
  }
});

Deno.test("checkLayers() lets fast-check be loaded only when needed", () => {
  const fuzz = { from: "src/checks/fuzz.ts", to: "npm:/fast-check@4.11.0" };
  assertEquals(faults({ ...fuzz, lazy: true }), []);
  assertEquals(faults({ ...fuzz, typesOnly: true }), []);
  assertEquals(faults(fuzz).length, 1);
});

Deno.test("checkLayers() lets the proxy's entry alone load a mock for its demonstration, and only when needed", () => {
  const demo = { from: "proxy.ts", to: "src/mock/mock_gpt.ts" };
  assertEquals(faults({ ...demo, lazy: true }), []);
  assertEquals(faults(demo).length, 1);
  assertEquals(faults({ ...demo, to: "src/mock/engine.ts", lazy: true }).length, 1);
  assertEquals(faults({ ...demo, from: "src/proxy/demo.ts", lazy: true }).length, 1);
});

Deno.test("checkLayers() lets parsers be loaded by the program of the proxy alone, and only when needed", () => {
  for (const name of ["ajv@8.20.0", "jsonc-parser@3.3.1", "yaml@2.9.1"]) {
    const found = { from: "src/proxy/cli/parse.ts", to: `npm:/${name}` };
    assertEquals(faults({ ...found, lazy: true }), []);
    assertEquals(faults(found).length, 1, name);
    assertEquals(
      faults({ ...found, from: "src/proxy/attempt/forward.ts", lazy: true }).length,
      1,
      name,
    );
  }
  const client = "npm:/@redis/client@6.3.1";
  const redis = { from: "src/proxy/state/redis/redis_client.ts", to: client, lazy: true };
  assertEquals(faults(redis), []);
  assertEquals(faults({ ...redis, lazy: false }).length, 1);
  assertEquals(faults({ ...redis, from: "src/proxy/cli/main.ts" }).length, 1);
});

Deno.test("checkLayers() finds a circle and says how it runs", () => {
  const found = faults(
    { from: "src/sse/a.ts", to: "src/sse/b.ts" },
    { from: "src/sse/b.ts", to: "src/sse/c.ts", typesOnly: true },
    { from: "src/sse/c.ts", to: "src/sse/b.ts" },
  );
  assertEquals(found, ["Imports run in a circle: src/sse/b.ts → src/sse/c.ts → src/sse/b.ts"]);
});

Deno.test("checkLayers() finds a file that no entry point reaches", () => {
  const imports = [{ from: "mod.ts", to: "src/a.ts", lazy: false, typesOnly: false }];
  const graph = { entries: ["mod.ts"], files: ["mod.ts", "src/a.ts", "src/b.ts"], imports };
  assertEquals(checkLayers(graph), ["src/b.ts is reached from no entry point"]);
});
