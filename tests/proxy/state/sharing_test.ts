import { assertEquals } from "@std/assert";
import type { LocalState, SharedState, StateLink } from "../../../src/proxy/state/shared_state.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { lone, type Replica, TWO, until } from "./support/replicas.ts";

/** What a proxy says to a link, and a way to say something to it. */
class FakeState implements SharedState {
  readonly told: string[] = [];
  local!: LocalState;
  readonly found = new Map<string, string>();

  join(local: LocalState): StateLink {
    this.local = local;
    return {
      ready: Promise.resolve(),
      changed: (scope) => void this.told.push(`${scope} ${local.rest(scope)?.level}`),
      bound: ({ session, upstream }) => void this.told.push(`${session} on ${upstream}`),
      find: (session) => Promise.resolve(this.found.get(session)),
      patience: () => ({ leftMs: 50 }),
      close: () => Promise.resolve(void this.told.push("closed")),
    };
  }
}

function made(config: Parameters<typeof lone>[1] = TWO) {
  const state = new FakeState();
  const clock = new ManualClock();
  let isDown = true;
  /** What an answer waits for. */
  let held: Promise<void> | undefined;
  async function upstreams(host: string): Promise<Response | undefined> {
    if (host === "u1") await held;
    return host === "u1" && isDown ? new Response("", { status: 500 }) : undefined;
  }
  const replica: Replica = lone(upstreams, config, { state, clock });
  return {
    ...replica,
    state,
    clock,
    repair: () => void (isDown = false),
    hold: (until: Promise<void>) => void (held = until),
  };
}

Deno.test("a link is told of rests that are set and ended here, and not of what it told itself", async () => {
  const { ask, state, clock, repair, events } = made();
  assertEquals(await ask(), "u2/m 2");
  repair();
  await clock.advance(30_000);
  assertEquals(await ask(), "u1/m 1");
  assertEquals(state.told, ["provider:u1 1", "provider:u1 0"]);
  const untilMs = clock.now() + 5000;
  state.local.absorb({ scope: "provider:u1", level: 2, untilMs });
  assertEquals(await ask(), "u2/m 1");
  state.local.end("provider:u1");
  assertEquals(await ask(), "u1/m 1");
  assertEquals(state.told.length, 2);
  assertEquals(
    events.filter((event) => event.event === "rest").map((event) => "isLearned" in event),
    [false, false, true, true],
  );
});

Deno.test("who probes here is not disturbed by a success elsewhere, and its failure counts as a new one", async () => {
  const { ask, state, clock, events, hold } = made();
  await ask();
  await clock.advance(30_000);
  const held = Promise.withResolvers<void>();
  hold(held.promise);
  const probing = ask();
  await until(
    "it probes",
    () => events.some((event) => event.event === "attempt" && event.isProbe),
  );
  state.local.end("provider:u1");
  held.resolve();
  assertEquals(await probing, "u2/m 2");
  assertEquals(state.told, ["provider:u1 1", "provider:u1 1"]);
});

Deno.test("what is told of scopes that do not exist yet counts once they do", async () => {
  const { proxy, ask, state, clock } = made({ ...TWO, models: { other: "u2/m" } });
  const untilMs = clock.now() + 5000;
  state.local.absorb({ scope: "provider:u1", level: 2, untilMs });
  state.local.absorb({ scope: "provider:gone", level: 2, untilMs });
  assertEquals(state.local.rest("provider:u1"), undefined);
  proxy.reload(TWO);
  assertEquals(await ask(), "u2/m 1");
  assertEquals(state.local.rest("provider:u1"), { scope: "provider:u1", level: 2, untilMs });
});

Deno.test("a key that is new in a place does not rest for the one that was there", () => {
  const configOf = (keys: readonly string[]) => ({
    providers: { u1: { url: "http://u1/v1", keys } },
    models: { m: "u1/m" },
  });
  const { proxy, state, clock } = made(configOf(["old", "good"]));
  const [old] = state.local.rests().map(({ scope }) => scope).filter((name) => /^key/.test(name));
  assertEquals(/^key:u1:[0-9a-f]{12}$/.test(old!), true, old);
  proxy.reload(configOf(["new", "good"]));
  const rest = { scope: old!, level: 1, untilMs: clock.now() + 5000 };
  state.local.absorb(rest);
  assertEquals(state.local.rests().filter(({ level }) => level > 0), []);
  proxy.reload(configOf(["good", "new", "old"]));
  assertEquals(state.local.rests().filter(({ level }) => level > 0), [rest]);
});

Deno.test("sessions are told, learned when asked for, and told again while they go on", async () => {
  const { ask, state, clock, repair } = made({ ...TWO, sessions: { ttl: "60s" } });
  const headers = { "x-session-id": "s" };
  repair();
  state.found.set("m\ns", "u2/m");
  assertEquals(await ask({ headers }), "u2/m 1");
  assertEquals(state.told, []);
  state.found.set("m\ns", "u1/m");
  await clock.advance(29_000);
  assertEquals(await ask({ headers }), "u2/m 1");
  assertEquals(state.told, []);
  await clock.advance(2000);
  assertEquals(await ask({ headers }), "u2/m 1");
  assertEquals(state.told, ["m\ns on u2/m"]);
  state.local.bind("m\ns", "u1/m");
  assertEquals(await ask({ headers }), "u1/m 1");
  assertEquals(state.told.length, 1);
  assertEquals([...state.local.sessions()], [
    { session: "m\ns", upstream: "u1/m", ttlMs: 60_000 },
  ]);
});

Deno.test("a session that goes to another upstream is told at once", async () => {
  const { ask, state } = made({ ...TWO, sessions: true });
  await ask({ headers: { "x-session-id": "s" } });
  assertEquals(state.told, ["provider:u1 1", "m\ns on u2/m"]);
});

Deno.test("a configuration that names Redis or a file anew is told to need a new start", async () => {
  const { proxy, events, state } = made();
  proxy.reload({ ...TWO, redis: "redis://127.0.0.1" });
  assertEquals(events.map(({ event }) => event), ["warning"]);
  await proxy.close();
  assertEquals(state.told, ["closed"]);
});

Deno.test("a proxy that is given a Redis and no way to it says so", async () => {
  await using proxy = lone(() => Promise.resolve(undefined), { ...TWO, redis: "redis://:pw@h" });
  const [told] = proxy.events;
  assertEquals(
    told?.event === "warning" && told.message,
    "'redis' is followed by the program alone: pass a `state`",
  );
});
