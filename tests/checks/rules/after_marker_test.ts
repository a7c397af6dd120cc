import { assertEquals, assertStringIncludes } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { call, finish, text } from "../../support/events.ts";
import { adapter, casesOf, failuresOf, readRight, send } from "./tiny_adapter.ts";

const RULE = "after-marker";
const TEXT_CASES = casesOf(RULE).filter((name) => name.startsWith("text"));

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly {
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
}

/** Reads the whole body as many adapters do: line by line, and the marker is just skipped. */
async function* readLines(response: Response): AsyncGenerator<TurnEvent> {
  for (const line of (await response.text()).split("\n")) {
    if (!line.startsWith("data: {")) continue;
    const { choices } = JSON.parse(line.slice(6)) as Chunk;
    for (const { delta, finish_reason: reason } of choices) {
      if (delta.content) yield text(delta.content);
      for (const { id, function: { name, arguments: args = "" } } of delta.tool_calls ?? []) {
        yield call(0, args, { ...(id ? { id } : {}), ...(name ? { name } : {}) });
      }
      if (reason) yield finish(reason === "tool_calls" ? "tool_use" : reason);
    }
  }
}

Deno.test("after-marker fails an adapter that gives text after its finish", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      yield* readLines(await send(env, signal));
    }),
  );
  assertEquals(Object.keys(failures), casesOf(RULE));
  assertStringIncludes(failures["text after a text turn"]!, 'it finished with reason "stop"');
});

Deno.test("after-marker fails an adapter that joins the text to the turn", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      let last: TurnEvent | undefined;
      for await (const event of readLines(await send(env, signal))) {
        if (event.type === "finish") last ??= event;
        else yield event;
      }
      if (last) yield last;
    }),
  );
  for (const name of TEXT_CASES) {
    assertStringIncludes(failures[name]!, "and more");
    assertStringIncludes(
      failures[name]!,
      "[after-marker] Expected the turn that ended at the marker",
    );
  }
});

Deno.test("after-marker passes an adapter that refuses such a response", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const response = await send(env, signal);
      const body = await response.text();
      if (!body.trimEnd().endsWith("[DONE]") || body.split("[DONE]").length > 2) {
        throw new Error("There is something after the marker");
      }
      yield* readLines(new Response(body));
    }),
  );
  assertEquals(failures, {});
});

Deno.test("after-marker fails an adapter to which no turn is whole", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      for await (const event of readRight(env, signal)) if (event.type !== "finish") yield event;
    }),
  );
  assertStringIncludes(
    failures["a second turn"]!,
    "Expected the turn without anything after it to be whole, but it ended normally",
  );
});
