/** Bug corpus 2B: bodies that are encoded although that was ruled out. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { received } from "../support/lab.ts";
import { answer, type Script, type Step } from "../support/scripted_upstream.ts";
import { eachTrack, stream, textOf, trackLab, turnOf } from "./support/track.ts";
import { VOICES } from "./support/voice.ts";

const CHAT = { name: "chat", voice: VOICES.chat, think: "off" } as const;

async function encoded(body: Bytes, format: CompressionFormat): Promise<Bytes> {
  const coded = new Blob([body]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(coded).arrayBuffer());
}

function packets(body: Bytes, size: number): readonly Bytes[] {
  const count = Math.ceil(body.length / size);
  return Array.from({ length: count }, (_, at) => body.slice(at * size, (at + 1) * size));
}

function coded(encoding: string, steps: readonly Step[], more: Partial<Script> = {}): Script {
  const script = stream(...steps);
  return {
    ...script,
    ...more,
    headers: { ...script.headers, ...more.headers, "content-encoding": encoding },
  };
}

for (
  const [encoding, format] of [["gzip", "gzip"], ["X-GZIP", "gzip"], [
    "deflate",
    "deflate",
  ]] as const
) {
  eachTrack(
    `B7 a stream that came as ${encoding} is decoded, and its header dropped`,
    async (track) => {
      const { voice } = track;
      const body = await encoded(concatBytes(turnOf(voice)), format);
      for (const size of [1, body.length]) {
        const { ask } = trackLab(track, { u1: [coded(encoding, [...packets(body, size), "EOF"])] });
        const response = await ask();
        assertEquals(response.headers.has("content-encoding"), false);
        assertEquals(await received(response), { text: textOf(...turnOf(voice)), isWhole: true });
      }
    },
  );
}

eachTrack(
  "B7 an encoded stream that is cut, or no such encoding, is no whole answer",
  async (track) => {
    const { voice } = track;
    const body = await encoded(concatBytes(turnOf(voice)), "gzip");
    const half = body.slice(0, body.length / 2);
    const cases = [
      [[half, "EOF"], "protocol"],
      [[half, "CUT"], "network"],
      [[toBytes("no gzip"), "EOF"], "protocol"],
      [["EOF"], "protocol"],
    ] as const;
    for (const [steps, kind] of cases) {
      const { ask, events } = trackLab(track, {
        u1: [coded("gzip", steps)],
        u2: [stream(...turnOf(voice), "EOF")],
      });
      const { text, isWhole } = await received(await ask());
      // Half of it may have output in it already.
      if (isWhole) assertEquals(text, textOf(...turnOf(voice)));
      else assertStringIncludes(text, '"error"');
      const kinds = events.map((event) => "kind" in event ? event.kind : undefined);
      assertEquals(kinds.filter(Boolean), [kind]);
    }
  },
);

Deno.test("B7 what cannot be decoded is refused, and never passed on", async () => {
  const { ask, events } = trackLab(CHAT, {
    u1: [coded("br", [toBytes("\u0001\u0002"), "EOF"])],
    u2: [coded("gzip, br", [toBytes("\u0001\u0002"), "EOF"], { status: 400 })],
  });
  const response = await ask();
  assertEquals(response.status, 502);
  const { error } = await response.json();
  assertStringIncludes(error.message, "u2/m");
  const kinds = events.map((event) => event.event === "attempt_end" && event.kind);
  assertEquals(kinds.filter(Boolean), ["protocol", "bad_request"]);
});

Deno.test("B7 an encoded answer that grows beyond the limit is refused", async () => {
  const body = await encoded(toBytes(JSON.stringify({ text: "a".repeat(1_000_000) })), "gzip");
  const whole = answer("");
  const { ask } = trackLab(CHAT, {
    u1: [coded("gzip", [], { ...whole, steps: [body, "EOF"] })],
  }, { limits: { max_answer: "100KiB" } });
  const response = await ask({}, { stream: false });
  assertEquals(response.status, 502);
  assertStringIncludes(await response.text(), "too_large");
});

Deno.test("B7 what an encoded stream says goes out when it comes, and leaving gives the upstream up", async () => {
  const coder = new CompressionStream("gzip");
  const writer = coder.writable.getWriter();
  const reader = coder.readable.getReader();
  // Of incompressible text, so that the encoder gives something before its end.
  const noise = Array.from(crypto.getRandomValues(new Uint32Array(16_000)), String).join("");
  void writer.write(concatBytes([VOICES.chat.text("Hello"), VOICES.chat.text(noise)]));
  const begin = (await reader.read()).value!;
  const { ask, upstreams } = trackLab(CHAT, { u1: [coded("gzip", [begin, "HANG"])] });
  const body = (await ask()).body!.getReader();
  assertStringIncludes(textOf((await body.read()).value!), "Hello");
  await body.cancel();
  assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
  void reader.cancel().catch(() => {});
  await writer.abort().catch(() => {});
});

eachTrack("B7 an encoded stream that tells of an error is let go at once", async (track) => {
  const { voice } = track;
  const body = await encoded(voice.err({ message: "no" }), "gzip");
  const { ask, upstreams } = trackLab(track, {
    u1: [coded("gzip", [body.slice(0, -8), "HANG"])],
    u2: [stream(...turnOf(voice), "EOF")],
  });
  assertEquals((await received(await ask())).text, textOf(...turnOf(voice)));
  assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
});
