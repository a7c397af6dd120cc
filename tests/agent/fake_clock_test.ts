import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { latestTurn } from "../../src/agent/turn_records.ts";
import { agentOf, NOTE, threadOf } from "./support/runtime_agents.ts";

Deno.test("a turn of many steps ends under a fake clock", async () => {
  const steps = 250;
  using _time = new FakeTime();
  const agent = agentOf(
    [{ kind: "step", name: "note", run: () => [NOTE] }],
    (trace) => latestTurn(trace).length <= steps ? "note" : undefined,
  );
  const entries = await threadOf(agent).send("Hi");
  assertEquals(entries.length, steps + 2);
});
