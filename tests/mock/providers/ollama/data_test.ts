import { assertAlmostEquals, assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import { send } from "./asked.ts";

Deno.test("embed gives a vector for each text", async () => {
  const mock = new MockGPT({ rules: [] });
  const { body } = await send(mock, "embed", { model: "m", input: ["one two", "x"] });
  const vectors = body.embeddings as number[][];
  assertEquals(vectors.map(({ length }) => length), [768, 768]);
  assertEquals(body.prompt_eval_count, 3);
  const alone = await send(mock, "embed", { model: "m", input: "x" });
  assertEquals(alone.body.embeddings, [vectors[1]]);
  const old = await send(mock, "embeddings", { model: "m", prompt: "x" });
  assertEquals(old.body, { embedding: vectors[1] });
});

Deno.test("fewer dimensions are the first ones, of the length 1 again; more are not there", async () => {
  const mock = new MockGPT({ rules: [{ embedding: [3, 4, 12] }] });
  const vector = async (dimensions: number) => {
    const { body } = await send(mock, "embed", { model: "m", input: "x", dimensions });
    return (body.embeddings as number[][])[0]!;
  };
  const cut = await vector(2);
  assertAlmostEquals(cut[0]!, 0.6);
  assertAlmostEquals(cut[1]!, 0.8);
  assertEquals(await vector(9), [3, 4, 12]);
});

Deno.test("a text that is too long for the context is cut, unless a request forbids it", async () => {
  const mock = new MockGPT({ rules: [] });
  const request = { model: "m", input: "one two three", options: { num_ctx: 2 } };
  const cut = await send(mock, "embed", request);
  assertEquals([cut.status, cut.body.prompt_eval_count], [200, 2]);
  const refused = await send(mock, "embed", { ...request, truncate: false });
  assertEquals(refused, {
    status: 400,
    body: { error: "the input length exceeds the context length" },
  });
});

Deno.test("vectors of nothing are none, and what is no text is refused", async () => {
  const mock = new MockGPT({ rules: [] });
  for (const input of [undefined, "", []]) {
    const { body } = await send(mock, "embed", { model: "m", input });
    assertEquals(body, { model: "m", embeddings: [] });
  }
  const old = await send(mock, "embeddings", { model: "m", prompt: "" });
  assertEquals(old.body, { embedding: [] });
  const refused = [
    ["embed", { model: "m", input: [1] }, 400, "invalid input type"],
    ["embed", { input: "x" }, 404, "model '' not found"],
    ["embeddings", { prompt: "x" }, 400, "model is required"],
    ["show", {}, 400, "model is required"],
  ] as const;
  for (const [path, request, status, error] of refused) {
    assertEquals(await send(mock, path, request), { status, body: { error } });
  }
});

Deno.test("the models that rules name are listed, shown and running", async () => {
  const clock = { now: () => 1_700_000_000_000, sleep: () => Promise.resolve() };
  const models = ["llama:8b", "nomic-embed-text"];
  const mock = new MockGPT({ rules: models.map((model) => ({ model, result: "x" })), clock });
  const get = async (path: string) => await (await mock.fetch(`http://mock/api/${path}`)).json();
  const tags = await get("tags");
  assertEquals(tags.models.map(({ name }: { name: string }) => name), models);
  assertEquals(tags.models[0].digest.length, 64);
  const { models: running } = await get("ps");
  assertEquals(running[0].expires_at, "2023-11-14T22:18:20.000Z");
  assertEquals(typeof (await get("version")).version, "string");
  const shown = await send(mock, "show", { model: "llama:8b" });
  assertEquals(shown.body.capabilities, ["completion", "tools", "thinking", "vision"]);
  for (const name of ["license", "modelfile", "parameters", "template", "system"]) {
    assertEquals(typeof shown.body[name], "string", name);
  }
  assertEquals(shown.body.messages, []);
  const embedding = await send(mock, "show", { name: "nomic-embed-text:latest" });
  assertEquals(embedding.body.capabilities, ["embedding"]);
  assertEquals(await send(mock, "show", { model: "other" }), {
    status: 404,
    body: { error: "model 'other' not found" },
  });
});
