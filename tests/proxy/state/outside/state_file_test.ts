import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { processIo } from "../../../../src/proxy/cli/process_io.ts";
import { startServing } from "../../../../src/proxy/cli/start_serving.ts";
import { whyNotWritable } from "../../../../src/proxy/state/why_not_writable.ts";
import { ManualClock } from "../../../../src/testing/manual_clock.ts";
import { lone, type Replica, TWO, until } from "../support/replicas.ts";

/** A folder for one test. */
async function openFolder() {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-state-" });
  return {
    file: join(folder, "state.json"),
    names: () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort(),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const SCOPE = "provider:u1";

/** A proxy whose first upstream is down. */
function made(file: string, clock: ManualClock, config: Partial<ProxyConfig> = {}): Replica {
  const upstreams = (host: string) =>
    Promise.resolve(host === "u1" ? new Response("", { status: 500 }) : undefined);
  return lone(upstreams, { ...TWO, state_file: file, ...config }, { clock });
}

function warnings({ events }: Replica): readonly string[] {
  return events.flatMap((event) => event.event === "warning" ? [event.message] : []);
}

Deno.test("what rests goes on resting after a restart, for what is left of it", async () => {
  await using folder = await openFolder();
  const clock = new ManualClock();
  {
    await using first = made(folder.file, clock);
    assertEquals(await first.ask(), "u2/m 2");
  }
  await clock.advance(10_000);
  {
    await using second = made(folder.file, clock);
    await second.proxy.ready;
    assertEquals(await second.ask(), "u2/m 1");
    const rest = second.events.find((event) => event.event === "rest");
    assertEquals(rest?.event === "rest" && [rest.scope, rest.level, rest.restMs, rest.isLearned], [
      SCOPE,
      1,
      20_000,
      true,
    ]);
    assertEquals(warnings(second), []);
  }
  await clock.advance(20_000);
  await using third = made(folder.file, clock);
  await third.proxy.ready;
  assertEquals(await third.ask(), "u2/m 2");
});

Deno.test("the file is written while the proxy runs, whole, for its owner alone, and nothing is left beside it", async () => {
  await using folder = await openFolder();
  const clock = new ManualClock();
  await using proxy = made(folder.file, clock);
  await proxy.proxy.ready;
  assertEquals(await proxy.ask(), "u2/m 2");
  await until("it is written", async () => {
    await clock.advance(250);
    return folder.names().length > 0;
  });
  await until("it has its name", () => folder.names().join() === "state.json");
  const { type, version, rests } = JSON.parse(await Deno.readTextFile(folder.file));
  assertEquals([type, version, rests.length], ["wholeturn proxy state", 1, 1]);
  if (Deno.build.os !== "windows") {
    assertEquals((await Deno.stat(folder.file)).mode! & 0o777, 0o600);
  }
});

Deno.test("a rest that ended is in the file no more", async () => {
  await using folder = await openFolder();
  const clock = new ManualClock();
  {
    await using first = made(folder.file, clock, { admin_key: "key" });
    await first.ask();
    const headers = { authorization: "Bearer key" };
    await first.proxy.fetch(
      new Request("http://proxy/state/reset", { method: "POST", headers }),
    );
  }
  assertEquals(JSON.parse(await Deno.readTextFile(folder.file)).rests, []);
});

Deno.test("after the clock was set back, a rest lasts for as long as it was to last", async () => {
  await using folder = await openFolder();
  const clock = new ManualClock(100_000_000);
  {
    await using first = made(folder.file, clock);
    await first.ask();
  }
  const earlier = new ManualClock(1_000_000);
  await using second = made(folder.file, earlier);
  await second.proxy.ready;
  assertEquals(await second.ask(), "u2/m 1");
  const rest = second.events.find((event) => event.event === "rest");
  assertEquals(rest?.event === "rest" && rest.restMs, 30_000);
});

for (
  const [what, text] of [
    ["that lost power", "\0".repeat(512)],
    ["that is empty", ""],
    ["that is cut", '{"type":"wholeturn proxy state","version":1,"savedMs":1,"rests":[{"sco'],
    ["without times", '{"type":"wholeturn proxy state","version":1,"savedMs":"x","rests":[]}'],
  ] as const
) {
  Deno.test(`a file ${what} is told of, and written anew`, async () => {
    await using folder = await openFolder();
    await Deno.writeTextFile(folder.file, text);
    {
      await using proxy = made(folder.file, new ManualClock());
      await proxy.proxy.ready;
      assertEquals(warnings(proxy), [
        `The state file '${folder.file}' is broken: it will be written anew`,
      ]);
      assertEquals(await proxy.ask(), "u2/m 2");
    }
    assertEquals(JSON.parse(await Deno.readTextFile(folder.file)).rests.length, 1);
  });
}

for (
  const [what, text] of [
    ["of somebody else", '{"providers":{}}'],
    ["of a later version", '{"type":"wholeturn proxy state","version":2,"rests":[]}'],
  ] as const
) {
  Deno.test(`a file ${what} is told of, and left alone`, async () => {
    await using folder = await openFolder();
    await Deno.writeTextFile(folder.file, text);
    {
      await using proxy = made(folder.file, new ManualClock());
      await proxy.proxy.ready;
      assertStringIncludes(
        warnings(proxy).join(),
        "is not one that this version of the proxy wrote",
      );
      assertEquals(await proxy.ask(), "u2/m 2");
      const io = processIo({ startProxy: startServing, demo: () => Promise.reject() });
      assertEquals(await io.stateFileWarnings(folder.file), warnings(proxy));
    }
    assertEquals(await Deno.readTextFile(folder.file), text);
    assertEquals(folder.names(), ["state.json"]);
  });
}

Deno.test("of what a file says, only rests that can be are taken", async () => {
  await using folder = await openFolder();
  const clock = new ManualClock();
  const untilMs = clock.now() + 1e15;
  const rests = [
    null,
    7,
    { scope: SCOPE },
    { scope: SCOPE, level: -1, untilMs },
    { scope: SCOPE, level: 1, untilMs: "soon" },
    { scope: "provider:u2", level: 3, untilMs },
    { scope: "provider:gone", level: 1, untilMs },
  ];
  const head = `{"type":"wholeturn proxy state","version":1,"savedMs":${clock.now()},"rests":`;
  await Deno.writeTextFile(folder.file, `${head}${JSON.stringify(rests)}}`);
  await using proxy = made(folder.file, clock);
  await proxy.proxy.ready;
  const learned = proxy.events.flatMap((event) => event.event === "rest" ? [event] : []);
  assertEquals(learned.map(({ scope, level }) => ({ scope, level })), [
    { scope: "provider:u2", level: 3 },
  ]);
  // No rest is longer than a rest may be.
  assert(learned[0]!.restMs <= 24 * 3_600_000, `${learned[0]!.restMs}`);
});

Deno.test("a file that cannot be written is told of at the start, once, and the proxy serves on", async () => {
  await using folder = await openFolder();
  const file = join(folder.file, "no such folder", "state.json");
  const clock = new ManualClock();
  const proxy = made(file, clock, { backoff_defaults: { jitter: 0, base: 1 } });
  await proxy.proxy.ready;
  const folderName = join(folder.file, "no such folder");
  assertEquals(warnings(proxy), [
    `Cannot write the state file '${file}': The folder '${folderName}' does not exist`,
  ]);
  assertEquals(await proxy.ask(), "u2/m 2");
  await clock.advance(1250);
  assertEquals(await proxy.ask(), "u2/m 2");
  await proxy.proxy.close();
  assertEquals(warnings(proxy).length, 1);
});

Deno.test("a folder in place of the file is told of once", async () => {
  await using folder = await openFolder();
  await Deno.mkdir(folder.file);
  await using proxy = made(folder.file, new ManualClock());
  await proxy.proxy.ready;
  assertEquals(warnings(proxy), [
    `Cannot write the state file '${folder.file}': It is a folder`,
  ]);
});

Deno.test("a file that could not be written at the start is written once it can be", async () => {
  await using folder = await openFolder();
  const inner = join(folder.file, "later");
  const file = join(inner, "state.json");
  {
    await using proxy = made(file, new ManualClock());
    await proxy.proxy.ready;
    assertEquals(warnings(proxy).length, 1);
    await Deno.mkdir(inner, { recursive: true });
    assertEquals(await proxy.ask(), "u2/m 2");
  }
  assertEquals(JSON.parse(await Deno.readTextFile(file)).rests.length, 1);
});

Deno.test("whether a file can be written is found out without leaving anything behind", async () => {
  await using folder = await openFolder();
  {
    await using proxy = made(folder.file, new ManualClock());
    await proxy.proxy.ready;
    assertEquals([warnings(proxy), folder.names()], [[], []]);
  }
  await Deno.writeTextFile(folder.file, "mine");
  assertEquals(await whyNotWritable(folder.file), undefined);
  assertEquals([folder.names(), await Deno.readTextFile(folder.file)], [["state.json"], "mine"]);
  assertEquals(await whyNotWritable(join(folder.file, "..")), "It is a folder");
  const inFile = join(folder.file, "in a file");
  assertEquals(await whyNotWritable(inFile), `'${folder.file}' is no folder`);
  assertEquals(folder.names(), ["state.json"]);
});
