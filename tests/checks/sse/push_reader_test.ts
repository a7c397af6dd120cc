import { assertEquals, assertRejects } from "@std/assert";
import type { Emit, PushReader } from "../../../src/checks/sse/emit.ts";
import { pushReader } from "../../../src/checks/sse/push_reader.ts";
import { readSse } from "../../../src/checks/sse/read_sse.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { BODY, FINISH, RIGHT } from "./readers.ts";

/** A right reader in the form that sends. */
const sending: PushReader = async (body, send) => {
  try {
    for await (const event of RIGHT(body)) if (!await send(event)) return;
  } catch (error) {
    await send({ type: "error", error });
  }
};

Deno.test("pushReader() gives what the reader sends", async () => {
  const { emits, turn } = await readSse(pushReader(sending), BODY);
  assertEquals(emits, [{ type: "text", text: "Hi" }, FINISH]);
  assertEquals(turn?.text, "Hi");
});

Deno.test("pushReader() gives a failure that is sent as one that is thrown", async () => {
  const { emits } = await readSse(pushReader(sending), BODY.slice(0, 60));
  assertEquals(emits.map(({ type }) => type), ["text", "error"]);
});

Deno.test("pushReader() hides nothing that is sent after an error", async () => {
  const reader = pushReader(async (body, send) => {
    await sending(body, (emit) => emit.type === "finish" ? true : send(emit));
    for (const emit of [{ type: "error", error: new Error("x") }, FINISH] as Emit[]) {
      await send(emit);
    }
  });
  const error = await assertRejects(() => readSse(reader, BODY), ContractViolation);
  assertEquals(error.rule, "sse-error-last");
});

Deno.test("pushReader() gives a throw of the reader itself as an error", async () => {
  const reader = pushReader(async (body) => {
    await body.cancel();
    throw new TypeError("undefined is not a function");
  });
  const error = await assertRejects(() => readSse(reader, BODY), ContractViolation);
  assertEquals(error.rule, "sse-error-class");
});

Deno.test("pushReader() tells a reader that nobody listens, and finds one that goes on", async () => {
  const answers: boolean[] = [];
  const iterator = pushReader(async (body, send) => {
    answers.push(await send({ type: "text", text: "a" }));
    answers.push(await send({ type: "text", text: "b" }));
    await body.cancel();
  })(new Response(BODY).body!)[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return!();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(answers, [false, false]);
});

Deno.test("pushReader() takes a reader that does not wait for its sends", async () => {
  const reader = pushReader(async (body, send) => {
    await body.cancel();
    void send({ type: "text", text: "a" });
    void send({ type: "text", text: "b" });
    void send(FINISH);
  });
  const { turn } = await readSse(reader, BODY);
  assertEquals(turn?.text, "ab");
});

Deno.test("pushReader() releases a body whose reader never began", async () => {
  const body = new Response(BODY).body!;
  await pushReader(sending)(body)[Symbol.asyncIterator]().return!();
  assertEquals((await body.getReader().read()).done, true);
});
