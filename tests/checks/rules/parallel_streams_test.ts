import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Bytes } from "../../../src/bytes.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import { casesOf, decode, failuresOf, newDecoder, readRight, send } from "./tiny_adapter.ts";

const RULE = "parallel-streams";

Deno.test("parallel-streams fails a model whose streams share a decoder", async () => {
  const newModel: NewModel = (env) => {
    const decoder = newDecoder();
    return {
      async *stream(_, { signal } = {}) {
        const reader = (await send(env, signal)).body!.getReader();
        try {
          yield* decode(reader, decoder);
        } finally {
          await reader.cancel();
        }
      },
    };
  };
  const failures = await failuresOf(RULE, newModel);
  assertEquals(
    Object.keys(failures),
    casesOf(RULE).filter((name) => name !== "one after another"),
  );
  assertStringIncludes(
    failures["text"]!,
    'Expected the stream that was sent "amber琥珀🟠" to say that and no more, whatever other streams say, but',
  );
});

Deno.test("parallel-streams fails a model that keeps its text in one place", async () => {
  const newModel: NewModel = (env) => {
    let said = "";
    return {
      async *stream(_, { signal } = {}) {
        for await (const event of readRight(env, signal)) {
          if (event.type === "text") said += event.text;
          else if (event.type === "finish") {
            yield { type: "text", text: said };
            yield event;
          } else yield event;
        }
      },
    };
  };
  assertStringIncludes((await failuresOf(RULE, newModel))["text"]!, "amber琥珀🟠0 birch白桦🌲0");
});

Deno.test("parallel-streams fails a model whose one reader is that of the last stream", async () => {
  const newModel: NewModel = (env) => {
    let reader: ReadableStreamDefaultReader<Bytes>;
    return {
      async *stream(_, { signal } = {}) {
        const own = (await send(env, signal)).body!.getReader();
        reader = own;
        try {
          yield* decode(own);
        } finally {
          await reader.cancel();
        }
      },
    };
  };
  const failures = await failuresOf(RULE, newModel);
  assertStringIncludes(failures["one is left early"]!, 'sent "delta三角洲🌊"');
});

Deno.test("parallel-streams fails a model whose signals all abort everything", async () => {
  const newModel: NewModel = (env) => {
    const all = new AbortController();
    return {
      stream(_, { signal } = {}) {
        signal?.addEventListener("abort", () => all.abort(signal.reason));
        return readRight(env, all.signal);
      },
    };
  };
  const failures = await failuresOf(RULE, newModel);
  assertEquals(Object.keys(failures), ["one is aborted"]);
  assertStringIncludes(failures["one is aborted"]!, "but it threw AbortError");
});

Deno.test("parallel-streams fails a model that is unusable once a stream of it has failed", async () => {
  const newModel: NewModel = (env) => {
    const broken = new AbortController();
    return {
      async *stream(_, { signal } = {}) {
        const signals = [broken.signal, ...(signal ? [signal] : [])];
        try {
          yield* readRight(env, AbortSignal.any(signals));
        } catch (error) {
          if (error instanceof TypeError) broken.abort(error);
          throw error;
        }
      },
    };
  };
  assertEquals(Object.keys(await failuresOf(RULE, newModel)), [
    "one is broken off",
    "one after another",
  ]);
});

Deno.test("parallel-streams fails a model that takes one stream at a time", async () => {
  const newModel: NewModel = (env) => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      async *stream(_, { signal } = {}) {
        const before = last;
        let done = () => {};
        last = new Promise<void>((resolve) => done = resolve);
        await before;
        try {
          yield* readRight(env, signal);
        } finally {
          done();
        }
      },
    };
  };
  const failures = await failuresOf(RULE, newModel);
  assertStringIncludes(failures["one is left early"]!, "but it did not end in time");
});

Deno.test("parallel-streams fails a model that keeps the begun call of a broken stream", async () => {
  const newModel: NewModel = (env) => {
    let said = "";
    return {
      async *stream(_, { signal } = {}) {
        for await (const event of readRight(env, signal)) {
          if (event.type === "tool_call") {
            said += event.arguments;
            yield { ...event, arguments: "" };
            continue;
          }
          if (event.type === "finish" && said !== "") {
            yield { type: "tool_call", index: 0, arguments: said };
            said = "";
          }
          yield event;
        }
      },
    };
  };
  const failures = await failuresOf(RULE, newModel);
  assertStringIncludes(failures["one after another"]!, 'it finished with reason "tool_use"');
});

Deno.test("parallel-streams is not for a wire of one's own", () => {
  assertEquals(casesOf(RULE, { event: (index) => `data: ${index}\n\n` }), []);
  assertEquals(casesOf(RULE).length, 6);
});
