import { assert, assertEquals } from "@std/assert";
import { createProxy, type ProxyEvent, startProxy } from "../../../proxy.ts";
import { systemClock } from "../../../src/clock.ts";
import { received } from "../support/lab.ts";
import {
  c,
  DONE,
  fin,
  PRE,
  ScriptedUpstreams,
  status,
  stream,
} from "../support/scripted_upstream.ts";

const WHOLE = stream(PRE, c("ok"), fin("stop"), DONE, "EOF");

const CONFIG = {
  listen: "127.0.0.1:0",
  providers: { u1: { url: "http://u1/v1", max_concurrent: 1 }, u2: { url: "http://u2/v1" } },
  models: { m: ["u1/m", "u2/m"] },
};

const BODY = JSON.stringify({ model: "m", stream: true, messages: [] });

Deno.test.each([
  {
    how: "throws",
    fail(): void {
      throw new Error("The disk is full");
    },
  },
  { how: "rejects", fail: (): Promise<void> => Promise.reject(new Error("The disk is full")) },
])("a log that $how changes nothing of what clients get, and keeps no slot", async ({ fail }) => {
  const { fetch } = new ScriptedUpstreams({ u1: [status(500), WHOLE], u2: [WHOLE] }, systemClock);
  const told: string[] = [];
  const log = ({ event }: ProxyEvent) => {
    told.push(event);
    return fail();
  };
  const proxy = createProxy(CONFIG, { fetch, log });
  for (let count = 0; count < 3; count++) {
    const request = new Request("http://proxy/v1/chat/completions", { method: "POST", body: BODY });
    const response = await proxy.fetch(request);
    assertEquals(response.headers.get("x-proxy-upstream"), count === 0 ? "u2/m" : "u1/m");
    const { text, isWhole } = await received(response);
    assert(isWhole && text.endsWith("data: [DONE]\n\n"), text);
  }
  proxy.drain();
  await proxy.close();
  assertEquals(told.filter((event) => event === "end").length, 3);
});

Deno.test("a server whose log throws can be closed", async () => {
  const log = () => {
    throw new Error("The disk is full");
  };
  const proxy = await startProxy(CONFIG, { log });
  await proxy.close();
});
