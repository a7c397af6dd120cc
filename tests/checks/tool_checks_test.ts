import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import type { Check } from "../../src/checks/check.ts";
import type { AdapterEnv } from "../../src/checks/lab/lab.ts";
import type { NewModel } from "../../src/checks/model_checks.ts";
import { runChecks } from "../../src/checks/run_checks.ts";
import { toolConfigChecks } from "../../src/checks/tool_config_checks.ts";
import { toolNameChecks } from "../../src/checks/tool_name_checks.ts";
import type { ToolNames } from "../../src/checks/tool_name_checks.ts";
import { ContractViolation } from "../../src/checks/violation.ts";
import { ConfigError } from "../../src/errors.ts";
import type { Model, TurnRequest } from "../../src/turn/request.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { WIRES } from "../../src/wire/wires.ts";

const reference = (wire: WireId): NewModel => ({ baseUrl, fetch }) =>
  fetchModel({ wire, baseUrl, fetch, apiKey: "none", model: "m" });

/** An adapter that sends everything, unless the function throws. */
function adapter(
  refuse: (request: TurnRequest, env: AdapterEnv) => void | Promise<void>,
): NewModel {
  return (env): Model => ({
    async *stream(request, { signal } = {}) {
      await refuse(request, env);
      const init = signal ? { method: "POST", signal } : { method: "POST" };
      const response = await env.fetch(env.baseUrl, init);
      await response.body?.cancel();
      yield { type: "text", text: String(response.status) };
    },
  });
}

async function failed(checks: readonly Check[]): Promise<readonly string[]> {
  const { results } = await runChecks(checks);
  return results.filter(({ verdict }) => verdict !== "passed").map(({ name }) => name);
}

for (const wire of Object.keys(WIRES) as WireId[]) {
  Deno.test(`toolConfigChecks() passes the reference adapter of ${wire}`, async () => {
    assertEquals(await failed(toolConfigChecks(reference(wire))), []);
  });
}

Deno.test("toolConfigChecks() finds every bad setup that an adapter sends", async () => {
  const names = await failed(toolConfigChecks(adapter(() => {})));
  assertEquals(names, [
    "tool-config: refuses space in name",
    "tool-config: refuses empty name",
    "tool-config: refuses slash in name",
    "tool-config: refuses non-ASCII name",
    "tool-config: refuses 65-char name",
    "tool-config: refuses duplicate names",
    "tool-config: refuses unknown mode",
    "tool-config: refuses required, none",
    "tool-config: refuses tool, none",
    "tool-config: refuses tool, no name",
    "tool-config: refuses tool, undeclared",
  ]);
});

Deno.test("toolConfigChecks() finds every good setup that an adapter refuses", async () => {
  const names = await failed(toolConfigChecks(adapter(() => {
    throw new ConfigError("No tools here");
  })));
  assertEquals(names, [
    "tool-config: accepts get_weather",
    "tool-config: accepts a-1",
    "tool-config: accepts 64-char name",
    "tool-config: accepts auto with no tools",
    "tool-config: accepts none with no tools",
    "tool-config: accepts tool, declared",
  ]);
});

Deno.test("toolConfigChecks() takes no other error for a refusal, and no refusal after sending", async () => {
  const other = adapter(() => {
    throw new TypeError("bad name");
  });
  assertEquals((await failed(toolConfigChecks(other))).length, 17);
  const late = adapter(async (_, { baseUrl, fetch }) => {
    await (await fetch(baseUrl)).body?.cancel();
    throw new ConfigError("Too late");
  });
  const names = await failed(toolConfigChecks(late));
  assertEquals(names.filter((name) => name.includes("refuses")).length, 11);
});

Deno.test("toolConfigChecks() takes a refusal of stream() itself, before any event is asked for", async () => {
  const newModel: NewModel = (env) => {
    const model = reference("openai-chat")(env) as Model;
    return {
      stream(request, options) {
        const names = (request.tools ?? []).map(({ name }) => name);
        if (names.some((name) => !/^[\w-]{1,64}$/.test(name))) throw new ConfigError("Bad name");
        return model.stream(request, options);
      },
    };
  };
  assertEquals(await failed(toolConfigChecks(newModel)), []);
});

Deno.test("toolConfigChecks() judges an adapter with errors of its own by the function it is given", async () => {
  class OwnError extends Error {}
  const newModel: NewModel = (env) => {
    const model = reference("openai-chat")(env) as Model;
    return {
      async *stream(request, options) {
        try {
          yield* model.stream(request, options);
        } catch (error) {
          throw error instanceof ConfigError ? new OwnError(error.message) : error;
        }
      },
    };
  };
  assertEquals((await failed(toolConfigChecks(newModel))).length, 11);
  const isConfigError = (error: unknown) => error instanceof OwnError;
  assertEquals(await failed(toolConfigChecks(newModel, { isConfigError })), []);
});

Deno.test("toolConfigChecks() ends in time with an adapter that does nothing", async () => {
  const newModel: NewModel = () => ({
    stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
  });
  const [check] = toolConfigChecks(newModel, { deadlineMs: 20 });
  const error = await assertRejects(check!.run, ContractViolation);
  assertStringIncludes(error.message, 'Expected the tools ["get weather"] to be refused');
});

const GEMINI_NAMES: ToolNames = {
  refused: ["1tool", "-tool", ".tool", "a".repeat(65), "a".repeat(128), "a\nb"],
  accepted: ["admin.tools.list", "ns:tool", "_x", "a".repeat(64)],
};

Deno.test("toolNameChecks() passes the Gemini adapter with Gemini's own rule", async () => {
  assertEquals(await failed(toolNameChecks(reference("gemini"), GEMINI_NAMES)), []);
});

Deno.test("toolNameChecks() finds a rule of another provider", async () => {
  const names = await failed(toolNameChecks(reference("openai-chat"), GEMINI_NAMES));
  assertEquals(names, [
    'tool-names: refuses "1tool"',
    'tool-names: refuses "-tool"',
    'tool-names: accepts "admin.tools.list"',
    'tool-names: accepts "ns:tool"',
  ]);
});

Deno.test("toolNameChecks() finds an adapter that looks at the first tool only", async () => {
  const newModel = adapter(({ tools = [] }) => {
    if (tools[0]?.name !== "ok") {
      throw new ConfigError(`Bad name ${JSON.stringify(tools[0]?.name)}`);
    }
  });
  assertEquals(await failed(toolNameChecks(newModel, { refused: ["a.b"], accepted: ["ok"] })), [
    'tool-names: refuses "a.b"',
  ]);
});

Deno.test("toolNameChecks() wants the refusal to quote the name", async () => {
  const newModel = adapter(() => {
    throw new ConfigError("Bad tool name");
  });
  const [check] = toolNameChecks(newModel, { refused: ["a\nb"], accepted: [] });
  const error = await assertRejects(check!.run, ContractViolation);
  assertStringIncludes(error.message, 'the refusal to quote the name as "a\\nb"');
});

Deno.test("tool checks say what they want when their arguments are wrong", () => {
  const bad = undefined as unknown as NewModel;
  assertThrows(() => toolConfigChecks(bad), TypeError, "'newModel' must be a function");
  for (const deadlineMs of [0, -1, NaN]) {
    const check = () => toolConfigChecks(reference("gemini"), { deadlineMs });
    assertThrows(check, RangeError, "'deadlineMs'");
  }
  for (
    const names of [undefined, {}, { refused: "a", accepted: [] }, { refused: [1], accepted: [] }]
  ) {
    assertThrows(
      () => toolNameChecks(reference("gemini"), names as unknown as ToolNames),
      TypeError,
      "'refused' must be an array of texts",
    );
  }
});

Deno.test("tool checks say so when newModel gives no model", async () => {
  const [check] = toolConfigChecks(() => ({}) as unknown as Model);
  await assertRejects(check!.run, TypeError, "stream(request, options)");
});

Deno.test("tool checks can be run alone by name, as a violation says", async () => {
  const [first] = toolConfigChecks(adapter(() => {}));
  const { replay } = await assertRejects(first!.run, ContractViolation);
  assertEquals(replay, `pass { only: [${JSON.stringify(first!.name)}] }`);
  const alone = toolConfigChecks(adapter(() => {}), { only: [first!.name] });
  assertEquals(alone.map(({ name }) => name), [first!.name]);
  assertThrows(
    () => toolConfigChecks(adapter(() => {}), { only: ["x"] }),
    RangeError,
    "tool-config",
  );
});

Deno.test("toolNameChecks() takes a refusal that another library has wrapped", async () => {
  const wraps: readonly ((cause: unknown) => unknown)[] = [
    (cause) => new Error("The agent failed", { cause }),
    (error) => new AggregateError([error], "All attempts failed"),
  ];
  for (const wrap of wraps) {
    const wrapping = adapter(({ tools = [] }) => {
      const bad = tools.find(({ name }) => !/^[a-z]+$/.test(name));
      if (bad) throw wrap(new ConfigError(`Cannot send the tool ${JSON.stringify(bad.name)}`));
    });
    const names = { refused: ["a.b"], accepted: ["ab"] };
    assertEquals(await failed(toolNameChecks(wrapping, names)), []);
  }
});
