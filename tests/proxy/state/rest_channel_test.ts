import { assertEquals } from "@std/assert";
import { RestChannel } from "../../../src/proxy/state/redis/rest_channel.ts";
import type { LocalState, SharedRest } from "../../../src/proxy/state/shared_state.ts";
import { systemClock } from "../../../src/clock.ts";
import { type Corner, openCorner, redisTest } from "./support/redis_server.ts";

const SCOPE = "upstream:a/b c";

/** A proxy with one scope, whose commands wait until a test lets them go. */
class Peer {
  level = 0;
  untilMs = 0;
  isUp = true;
  readonly channel: RestChannel;
  #waiting: (() => void)[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor({ prefix, command }: Corner, by: string) {
    const local: Pick<LocalState, "clock" | "rest" | "absorb" | "end"> = {
      clock: systemClock,
      rest: () => ({ scope: SCOPE, level: this.level, untilMs: this.untilMs }),
      absorb: (rest) => this.#absorb(rest),
      end: () => this.set(0, 0),
    };
    this.channel = new RestChannel({
      scope: SCOPE,
      key: `${prefix}rest`,
      channel: `${prefix}changes`,
      by,
      local: local as LocalState,
      isUp: () => this.isUp,
      send: async (args) => {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        if (!this.isUp) return undefined;
        return await (this.#running = command(...args));
      },
    });
  }

  #absorb({ level, untilMs }: SharedRest): void {
    if (untilMs <= this.untilMs) return;
    this.level = Math.max(level, this.level);
    this.untilMs = untilMs;
  }

  set(level: number, untilMs: number): void {
    this.level = level;
    this.untilMs = untilMs;
  }

  /** It failed. */
  fail(level: number, restMs: number): void {
    this.set(level, systemClock.now() + restMs);
    this.channel.changed();
  }

  /** It succeeded. */
  succeed(): void {
    this.set(0, 0);
    this.channel.changed();
  }

  /** Lets all it has to say go, until it has said all. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#waiting.shift()!();
      await new Promise((resolve) => setTimeout(resolve, 0));
      await this.#running;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/** How it stands at the server. */
async function atServer({ command, prefix }: Corner): Promise<{ gen: number; level: number }> {
  const text = await command("GET", `${prefix}rest`) as string | null;
  const [gen, level] = (text ?? "0 0 0").split(" ").map(Number);
  return { gen: gen!, level: level! };
}

/** Lets one learn of the other's rest. */
async function learn(peer: Peer, corner: Corner): Promise<void> {
  const { gen, level } = await atServer(corner);
  peer.channel.learn({ gen, level, restMs: level === 0 ? 0 : 30_000 });
}

/** Registers a test of two proxies before one server. */
function peersTest(
  name: string,
  run: (peers: { readonly corner: Corner; readonly a: Peer; readonly b: Peer }) => Promise<void>,
): void {
  redisTest(name, async () => {
    await using corner = await openCorner();
    await run({ corner, a: new Peer(corner, "a"), b: new Peer(corner, "b") });
  });
}

peersTest(
  "a success ends the rest it came after, and not one that another set meanwhile",
  async ({ corner, a, b }) => {
    a.fail(1, 30_000);
    await a.flush();
    await learn(b, corner);
    assertEquals([b.level, (await atServer(corner)).level], [1, 1]);

    a.succeed();
    b.fail(2, 60_000);
    await b.flush();
    await a.flush();
    assertEquals((await atServer(corner)).level, 2);
    assertEquals(a.level, 2);

    // Now it knows of that one, too.
    a.succeed();
    await a.flush();
    assertEquals((await atServer(corner)).level, 0);
    await learn(b, corner);
    assertEquals(b.level, 0);
  },
);

peersTest("a success before anybody was told of the rest still ends it", async ({ corner, a }) => {
  a.fail(1, 30_000);
  a.fail(2, 60_000);
  a.succeed();
  await a.flush();
  assertEquals([a.level, (await atServer(corner)).level], [0, 0]);
});

peersTest(
  "a success while a rest is being told counts, unless another one had failed",
  async ({ corner, a, b }) => {
    b.fail(3, 60_000);
    await b.flush();
    // It does not know of that when it fails and succeeds itself.
    a.fail(1, 30_000);
    a.succeed();
    await a.flush();
    assertEquals([a.level, (await atServer(corner)).level], [3, 3]);
  },
);

peersTest("an end that is told late does not undo a failure here", async ({ corner, a, b }) => {
  a.fail(1, 30_000);
  await a.flush();
  await learn(b, corner);
  b.succeed();
  await b.flush();
  a.fail(2, 60_000);
  await learn(a, corner);
  assertEquals(a.level, 2);
  await a.flush();
  assertEquals((await atServer(corner)).level, 2);
});

peersTest(
  "what was told before is passed over when it is heard after what is newer",
  async ({ corner, a, b }) => {
    a.fail(1, 30_000);
    await a.flush();
    const before = await atServer(corner);
    a.succeed();
    await a.flush();
    await learn(b, corner);
    b.channel.learn({ ...before, restMs: 30_000 });
    assertEquals(b.level, 0);
  },
);

peersTest(
  "what could not be told is told later, by whether it is still so",
  async ({ corner, a, b }) => {
    a.fail(1, 30_000);
    await a.flush();
    await learn(b, corner);
    // One breaks off what it says, the other cannot begin.
    a.succeed();
    a.isUp = false;
    b.isUp = false;
    b.fail(2, 60_000);
    b.succeed();
    await a.flush();
    assertEquals((await atServer(corner)).level, 1);
    a.isUp = true;
    a.channel.tell();
    await a.flush();
    assertEquals((await atServer(corner)).level, 0);
    // The rest that it succeeded after is ended already.
    b.isUp = true;
    b.channel.tell();
    await b.flush();
    assertEquals([b.level, (await atServer(corner)).level], [0, 0]);
  },
);

peersTest(
  "of two rests the longer and the higher holds, and the same one told again changes nothing",
  async ({ corner, a, b }) => {
    a.fail(1, 300_000);
    await a.flush();
    const { gen } = await atServer(corner);
    a.channel.changed();
    await a.flush();
    assertEquals((await atServer(corner)).gen, gen);
    b.fail(4, 30_000);
    await b.flush();
    assertEquals(await atServer(corner), { gen: gen + 1, level: 4 });
    assertEquals(Math.abs(b.untilMs - a.untilMs) < 1000, true);
  },
);

peersTest(
  "a server that lost its data is told again, and its generations are later than all before",
  async ({ corner, a }) => {
    a.fail(1, 30_000);
    await a.flush();
    const { gen } = await atServer(corner);
    await corner.command("DEL", `${corner.prefix}rest`);
    a.channel.read({ gen: 0, level: 0, restMs: 0 });
    await a.flush();
    const after = await atServer(corner);
    assertEquals(after.level, 1);
    assertEquals(after.gen > gen, true);
  },
);
