import { assertEquals } from "@std/assert";
import { LiveFeed } from "../../../src/proxy/ops/live_feed.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

const decoder = new TextDecoder();

/** A feed of a number that a test changes, and what a follower that reads at once has got. */
function setUp() {
  const clock = new ManualClock();
  let number = 0;
  const feed = new LiveFeed(clock, () => String(number));
  function change(): void {
    number++;
    feed.changed();
  }
  return { clock, feed, change };
}

async function read(body: ReadableStream<Uint8Array>, got: string[]): Promise<void> {
  for await (const bytes of body) got.push(decoder.decode(bytes));
  got.push("end");
}

Deno.test("a feed gives how things stand at once, then what changes, no sooner than a quarter of a second after", async () => {
  const { clock, feed, change } = setUp();
  const got: string[] = [];
  const reading = read(feed.follow()!, got);
  await clock.advance(0);
  assertEquals(got, ["retry: 2000\ndata: 0\n\n"]);
  for (let count = 0; count < 50; count++) change();
  await clock.advance(249);
  assertEquals(got.length, 1);
  await clock.advance(1);
  assertEquals(got[1], "data: 50\n\n");
  await clock.advance(1000);
  assertEquals(got.length, 2);
  change();
  await clock.advance(0);
  assertEquals(got[2], "data: 51\n\n");
  feed.close();
  await reading;
  assertEquals(got.at(-1), "end");
});

Deno.test("a feed says something when nothing happens, so that the connection is not taken for dead", async () => {
  const { clock, feed } = setUp();
  const got: string[] = [];
  const reading = read(feed.follow()!, got);
  await clock.advance(16_000);
  assertEquals(got.slice(1), [": nothing new\n\n"]);
  await clock.advance(16_000);
  assertEquals(got.length, 3);
  feed.close();
  await reading;
});

Deno.test("a follower that is slow gets the newest, and makes nobody keep what it missed", async () => {
  const { clock, feed, change } = setUp();
  const reader = feed.follow()!.getReader();
  await reader.read();
  for (let count = 0; count < 1000; count++) {
    change();
    await clock.advance(1000);
  }
  const next = reader.read();
  await clock.advance(250);
  assertEquals(decoder.decode((await next).value), "data: 1000\n\n");
  await reader.cancel();
  assertEquals(feed.size, 0);
});

Deno.test("a feed has no more than 32 followers, and a place again when one leaves", async () => {
  const { feed } = setUp();
  const bodies = Array.from({ length: 32 }, () => feed.follow()!);
  assertEquals(feed.follow(), undefined);
  await bodies[0]!.cancel();
  const again = feed.follow()!;
  assertEquals(feed.size, 32);
  feed.close();
  assertEquals([feed.size, feed.follow()], [0, undefined]);
  await again.cancel();
});
