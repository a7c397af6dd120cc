import { assertEquals } from "@std/assert";
import { Sessions } from "../../../src/proxy/routing/sessions.ts";

const PLAN = { header: "x-session-id", fromUser: false, ttlMs: 1000, max: 4 };

Deno.test("Sessions forgets the one longest unused, and keeps no more than it may", () => {
  const sessions = new Sessions(PLAN);
  for (const key of ["a", "b", "c", "d"]) sessions.bind(key, "u1", 0);
  sessions.bind("a", "u1", 1);
  sessions.bind("e", "u1", 2);
  assertEquals([...sessions.all(3)].map(({ session }) => session), ["c", "d", "a", "e"]);
});

Deno.test("Sessions keeps no more than a later configuration allows", () => {
  const sessions = new Sessions(PLAN);
  for (const key of ["a", "b", "c", "d"]) sessions.bind(key, "u1", 0);
  sessions.configure({ ...PLAN, max: 2 });
  assertEquals([...sessions.all(1)].map(({ session }) => session), ["c", "d"]);
  sessions.bind("e", "u1", 1);
  assertEquals([...sessions.all(2)].map(({ session }) => session), ["d", "e"]);
});

Deno.test("Sessions tells of a new upstream at once, and that a session goes on when half of its time is over", () => {
  const sessions = new Sessions(PLAN);
  const told: string[] = [];
  sessions.onBind = ({ session, upstream, ttlMs }) => told.push(`${session} ${upstream} ${ttlMs}`);
  sessions.bind("a", "u1", 0);
  sessions.bind("a", "u1", 499);
  assertEquals(told, ["a u1 1000"]);
  sessions.bind("a", "u1", 500);
  sessions.bind("a", "u2", 501);
  assertEquals(told, ["a u1 1000", "a u1 1000", "a u2 1000"]);
});

Deno.test("Sessions forgets one when its time is over, however often it was asked for meanwhile", () => {
  const sessions = new Sessions(PLAN);
  sessions.bind("a", "u1", 0);
  assertEquals(sessions.find("a", 999), "u1");
  assertEquals([...sessions.all(1000)], []);
  assertEquals(sessions.find("a", 1000), undefined);
  assertEquals(sessions.size, 0);
});
