import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../../src/proxy/cli/main.ts";
import { FakeIo } from "./support/fake_io.ts";

const FILE = "proxy.json";

function textWith(model: string, listen = "127.0.0.1:4000"): string {
  const providers = { a: { url: "https://a.example/v1" } };
  return JSON.stringify({ listen, providers, models: { [model]: "a/x" } });
}

/** Serves a file that is watched while it is changed. */
async function watching(
  use: (io: FakeIo) => Promise<void>,
  args = ["--watch"],
  log = "json",
): Promise<FakeIo> {
  const io = new FakeIo();
  io.files.set(FILE, textWith("one"));
  const code = main(["--config", FILE, "--log", log, ...args], io);
  await io.listened();
  await use(io);
  io.stop();
  assertEquals(await code, 0);
  assertEquals(io.clock.sleeping, 0);
  return io;
}

/** Lets the file be read, and what follows from it happen. */
async function settle(io: FakeIo, events: number): Promise<void> {
  for (let turn = 0; turn < 1000 && io.records.length < events; turn++) {
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    await io.clock.advance(0);
  }
}

function events(io: FakeIo): readonly unknown[] {
  return io.records.map(({ event }) => event).slice(1);
}

function models(io: FakeIo): readonly string[] {
  return io.plans.map(({ models }) => [...models.keys()].join());
}

Deno.test("ConfigWatcher follows a file that changes, and does nothing while it does not", async () => {
  const io = await watching(async (io) => {
    await io.clock.advance(5000);
    assertEquals(models(io), ["one"]);
    io.files.set(FILE, textWith("two"));
    await io.clock.advance(1000);
    await settle(io, 2);
    await io.clock.advance(5000);
  });
  assertEquals(models(io), ["one", "two"]);
  assertEquals(events(io), ["config_applied"]);
});

Deno.test("ConfigWatcher never applies a file with mistakes, tells them once, and follows the next that is right", async () => {
  const io = await watching(async (io) => {
    for (const [index, text] of ["{", "{}", textWith("one").replace("url", "urll")].entries()) {
      io.files.set(FILE, text);
      await io.clock.advance(1000);
      await settle(io, index + 2);
      await io.clock.advance(3000);
    }
    assertEquals(models(io), ["one"]);
    assertEquals(events(io), ["config_refused", "config_refused", "config_refused"]);
    io.files.set(FILE, textWith("one"));
    await io.clock.advance(1000);
    await settle(io, 5);
  });
  assertEquals(models(io), ["one", "one"]);
  const errors = io.records.map(({ errors }) => String(errors));
  assertStringIncludes(errors[1]!, "proxy.json:1:2");
  assertStringIncludes(errors[2]!, "providers is missing");
  assertStringIncludes(errors[3]!, "providers.a.urll is not known, did you mean 'url'?");
});

Deno.test("ConfigWatcher goes on when the file is away for a while, as editors write it anew", async () => {
  const io = await watching(async (io) => {
    io.files.delete(FILE);
    await io.clock.advance(1000);
    await settle(io, 2);
    await io.clock.advance(3000);
    assertEquals(events(io), ["config_refused"]);
    io.files.set(FILE, textWith("two"));
    await io.clock.advance(1000);
    await settle(io, 3);
  });
  assertEquals(models(io), ["one", "two"]);
});

Deno.test("ConfigWatcher reads the file at SIGHUP, changed or not, also if it does not watch", async () => {
  const io = await watching(async (io) => {
    io.hangUp();
    await settle(io, 2);
    io.files.set(FILE, textWith("two"));
    await io.clock.advance(5000);
    assertEquals(models(io), ["one", "one"]);
    io.hangUp();
    io.hangUp();
    await settle(io, 4);
  }, []);
  assertEquals(models(io), ["one", "one", "two", "two"]);
});

Deno.test("ConfigWatcher tells that an address is not changed while the program runs", async () => {
  const io = await watching(async (io) => {
    io.files.set(FILE, textWith("one", "127.0.0.1:5000"));
    await io.clock.advance(1000);
    await settle(io, 3);
  });
  assertEquals(events(io), ["warning", "config_applied"]);
  assertStringIncludes(String(io.records[1]?.message), "only when the program is started again");
});

Deno.test("ConfigWatcher tells people in words what came of a change", async () => {
  const io = await watching(
    async (io) => {
      const told = async (text: string, count: number) => {
        io.files.set(FILE, text);
        await io.clock.advance(1000);
        for (let turn = 0; turn < 1000 && io.stderr.split("\n").length < count; turn++) {
          await io.clock.advance(0);
        }
      };
      await told("{}", 3);
      await told(textWith("two").replace('"url"', '"backoff":"soon","url"'), 5);
    },
    ["--watch"],
    "text",
  );
  const lines = io.stderr.trimEnd().split("\n").slice(1);
  assertEquals(lines.map((line) => line.replace(/^[\d:.]{12} /, "").slice(0, 60)), [
    "config_refused: providers is missing: it must be an object o",
    "config_applied",
    "warning: providers.a.backoff must be a duration, as a number",
  ]);
});

Deno.test("ConfigWatcher lets the flags come before the file each time", async () => {
  const io = await watching(async (io) => {
    io.files.set(FILE, textWith("two", "127.0.0.1:5000"));
    await io.clock.advance(1000);
    await settle(io, 2);
  }, ["--watch", "--port", "7"]);
  assertEquals(io.plans.map(({ listen }) => listen.port), [7, 7]);
  assertEquals(events(io), ["config_applied"]);
});
