import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fetchModel } from "../../../src/adapter/fetch_model.ts";
import { modelChecks } from "../../../src/checks/model_checks.ts";
import type { ModelChecksOptions, NewModel } from "../../../src/checks/model_checks.ts";
import { runChecks } from "../../../src/checks/run_checks.ts";
import { finish, text } from "../../support/events.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { adapter, casesOf, failuresOf, send } from "./tiny_adapter.ts";

const RULE = "truncation";
const ALL = casesOf(RULE);
const CUSTOM = { event: (index: number) => `data: {"word":${index}}\n\n` };

/** Takes the end of the body for the end of the turn, whatever came before. */
const eofIsStop = faulty((loop) => ({
  *end() {
    yield loop.finish();
  },
}));

/** Says nothing where the stream ends early. */
const eofIsSilent = faulty((loop) => ({
  *end() {
    if (loop.state.done || loop.state.reason !== "") yield loop.finish();
  },
}));

/** Ends by a reason of its own where the stream ends early. */
function eofIs(reason: string): NewModel {
  return faulty((loop) => ({
    *end() {
      yield loop.state.done ? loop.finish() : finish(reason);
    },
  }));
}

async function firstFailure(
  newModel: NewModel,
  name: string,
  options: ModelChecksOptions = {},
): Promise<string> {
  const only = [`${RULE}: ${name}`];
  const checks = modelChecks(newModel, "openai-chat", { deadlineMs: 250, ...options, only });
  const [result] = (await runChecks(checks)).results;
  return result?.error instanceof Error ? result.error.message : "";
}

Deno.test("truncation fails an adapter that takes the end of the body for the end of the turn", async () => {
  const failures = await failuresOf(RULE, eofIsStop);
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures["clean end after two events"],
    "[truncation] Expected an error, as the stream ended after two events of a longer turn, but " +
      'it gave a whole turn: text "word0 ", no tool call, reason "stop", usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }',
  );
});

Deno.test("truncation fails an adapter that ends silently", async () => {
  for (const name of ["clean end after two events", "a turn of two calls cut at every event"]) {
    assertStringIncludes(await firstFailure(eofIsSilent, name), "[truncation] Expected an error");
  }
});

Deno.test("truncation shows the worst of all cuts, how many go wrong and where", async () => {
  const message = await firstFailure(eofIsSilent, "a tool turn cut at every event");
  // A turn without its usage is worse than a silent end, and comes last.
  assertMatch(
    message,
    /but it gave a whole turn: .*usage \{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 \}; 7 of 8 cuts go wrong\n/,
  );
  assertMatch(message, /\ncut at byte \d+ of \d+: ….*"finish_reason":"tool_calls".* ✂ data: /);
  assertStringIncludes(
    message,
    'Replay: pass { only: ["truncation: a tool turn cut at every event"]',
  );
});

Deno.test("truncation fails an adapter that ends cut turns by a reason of its own", async () => {
  for (const name of ["clean end after two events", "a text turn cut at every event"]) {
    assertStringIncludes(
      await firstFailure(eofIs("other"), name),
      'but it finished with reason "other"',
    );
  }
});

Deno.test("truncation accepts any error on a wire of one's own, as its reasons are not known", async () => {
  assertEquals(await failuresOf(RULE, brokenOff("other"), { wire: CUSTOM }), {});
  assertEquals(Object.keys(await failuresOf(RULE, brokenOff("stop"), { wire: CUSTOM })), [
    "clean end after two events",
  ]);
});

/** Reads a wire of one's own, and ends whatever came by this reason. */
function brokenOff(reason: string): NewModel {
  return adapter(async function* (env) {
    yield text(await (await send(env)).text());
    yield finish(reason);
  });
}

Deno.test("truncation accepts an incomplete finish only if the user does", async () => {
  const name = "a tool turn cut at every event";
  for (const reason of ["incomplete", "interrupted"]) {
    assertStringIncludes(
      await firstFailure(eofIs(reason), name),
      `finished with reason "${reason}"`,
    );
    assertEquals(await firstFailure(eofIs(reason), name, { lenient: true }), "");
  }
  assertStringIncludes(await firstFailure(eofIs("other"), name, { lenient: true }), '"other"');
});

Deno.test("truncation fails an adapter that ends at the reason to finish and loses the usage", async () => {
  const markerIsOptional = faulty((loop) => ({
    *end() {
      if (loop.state.reason === "") throw new Error("The stream ended early");
      yield loop.finish();
    },
  }));
  for (const name of ["a text turn cut at every event", "a text turn cut at every byte"]) {
    assertStringIncludes(
      await firstFailure(markerIsOptional, name),
      "usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }; ",
    );
    // Where the marker is optional there is no way to know that the usage was still to come.
    assertEquals(await firstFailure(markerIsOptional, name, { terminator: "optional" }), "");
    assertStringIncludes(
      await firstFailure(eofIsStop, name, { terminator: "optional" }),
      'but it gave a whole turn: text "',
    );
  }
});

Deno.test("truncation finds what shows only within an event", async () => {
  const brokenIsEnd = faulty((loop) => ({
    parse(data) {
      try {
        return JSON.parse(data);
      } catch {
        loop.state.done = true;
        return {};
      }
    },
  }));
  assertEquals(await firstFailure(brokenIsEnd, "a text turn cut at every event"), "");
  assertMatch(
    await firstFailure(brokenIsEnd, "a text turn cut at every byte"),
    /but it gave a whole turn: .*; \d+ of 1158 cuts go wrong/,
  );
});

Deno.test("truncation waits for an adapter that hangs at two cuts, and no longer", async () => {
  const hangs = faulty((loop) => ({
    *end() {
      if (!loop.state.done) loop.state.reason = "hang";
      yield loop.finish();
    },
  }));
  const newModel: NewModel = async (env) => {
    const model = await hangs(env);
    return {
      async *stream(request, options) {
        for await (const event of model.stream(request, options)) {
          if (event.type === "finish" && event.finish.reason === "hang") {
            await new Promise((resolve) => options?.signal?.addEventListener("abort", resolve));
          }
          yield event;
        }
      },
    };
  };
  const message = await firstFailure(newModel, "a text turn cut at every byte", { deadlineMs: 40 });
  assertMatch(message, /but it did not end in time; it gave .*; 2 of 2 cuts go wrong\n/);
});

Deno.test("truncation says so if an adapter cannot read the whole body", async () => {
  const deaf = faulty(() => ({
    readDelta: () => {
      throw new Error("No text, please");
    },
  }));
  assertStringIncludes(
    await firstFailure(deaf, "a text turn cut at every event"),
    'Expected a whole turn from the whole body, but it threw Error "No text, please"',
  );
});

Deno.test("truncation passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});

Deno.test("truncation and reset ask for errors that say what happened, if they are to be strict", async () => {
  const wrapped = (wrap: (error: unknown) => unknown): NewModel => ({ baseUrl, fetch }) => {
    const model = fetchModel({ wire: "openai-chat", baseUrl, fetch, model: "m" });
    return {
      async *stream(request, options) {
        try {
          yield* model.stream(request, options);
        } catch (error) {
          throw wrap(error);
        }
      },
    };
  };
  const only = [RULE, "reset"];
  const failed = async (
    newModel: NewModel,
    strictTruncation: ModelChecksOptions["strictTruncation"],
  ) => {
    const checks = modelChecks(newModel, "openai-chat", { only, strictTruncation });
    const { results } = await runChecks(checks);
    return results.filter(({ verdict }) => verdict !== "passed");
  };
  const caused = wrapped((cause) => new SyntaxError("Unexpected end", { cause }));
  assertEquals(await failed(caused, true), []);
  const anyError = wrapped(() => new SyntaxError("Unexpected end"));
  assertEquals(await failed(anyError, false), []);
  const bad = await failed(anyError, true);
  assertEquals(bad.length, 9);
  assertStringIncludes(
    (bad[0]!.error as Error).message,
    "[truncation] Expected an error with one of the codes INCOMPLETE, NETWORK, " +
      "TRUNCATED_TOOL_ARGUMENTS, as the stream ended after two events of a longer turn, but it " +
      'threw SyntaxError "Unexpected end"',
  );
  assertEquals(await failed(anyError, (error) => error instanceof SyntaxError), []);
  const [own] = await failed(caused, (error) => error instanceof RangeError);
  assertStringIncludes((own!.error as Error).message, "that 'strictTruncation' takes for one of");
});

Deno.test("truncation lets an accepted finish stand beside strict errors", async () => {
  const options = { lenient: true, strictTruncation: true } as const;
  assertEquals(
    await firstFailure(eofIs("incomplete"), "clean end after two events", options),
    "",
  );
});
