/** Bug corpus 2B: comments that keep a connection alive, and what they cost. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Lab, received } from "../support/lab.ts";
import { answer, c, status } from "../support/scripted_upstream.ts";
import { eachTrack, endOf, receivedIn, stream, textOf, trackLab, turnOf } from "./support/track.ts";
import { VOICES } from "./support/voice.ts";

const KEEPALIVE = ": keepalive\n\n";
const ON = { provider: { keepalive: 1, timeouts: { ttft: 10, idle: 10 } } };
const CHAT = { name: "chat", voice: VOICES.chat, think: "off" } as const;

/** What the log says of how requests ended: the status that the client got. */
function endsOf({ events }: Pick<Lab, "events">): readonly unknown[] {
  return events.flatMap((event) =>
    event.event === "end" ? [[event.status, event.outcome, event.kind]] : []
  );
}

eachTrack(
  "B6 failures behind the first comment become one error event, whatever status they had",
  async (track) => {
    const { voice } = track;
    const late = (code: number) => ({ ...status(code), headMs: 1500 });
    const lab = trackLab(track, { u1: [late(429)], u2: [late(429)] }, ON);
    const { response, text, isWhole } = await receivedIn(lab, 4000, lab.ask());
    assertEquals(response.status, 200);
    assertEquals(response.headers.get("content-type"), "text/event-stream");
    assertEquals(text.startsWith(KEEPALIVE), true);
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
    assertStringIncludes(text, "rate_limit");
    assertEquals(lab.upstreams.hits("u2").length, 1);
    assertEquals(endsOf(lab), [[200, "failed", "rate_limit"]]);
  },
);

eachTrack("B6 a failure before the first comment keeps its status", async (track) => {
  const lab = trackLab(track, { u1: [status(429)], u2: [status(429)] }, ON);
  assertEquals((await lab.ask()).status, 429);
  assertEquals(endsOf(lab), [[429, "failed", "rate_limit"]]);
});

eachTrack("B6 other upstreams are still asked behind the first comment", async (track) => {
  const { voice } = track;
  const lab = trackLab(track, {
    u1: [stream(voice.pre, { waitMs: 2500 }, voice.err({ message: "no" }))],
    u2: [stream(...turnOf(voice), "EOF")],
  }, ON);
  const { text, isWhole } = await receivedIn(lab, 3000, lab.ask());
  assertEquals([text, isWhole], [KEEPALIVE.repeat(2) + textOf(...turnOf(voice)), true]);
});

eachTrack(
  "B6 behind the first output comments stand between events, and only in silence",
  async (track) => {
    const { voice } = track;
    const [begin, ...rest] = turnOf(voice);
    const half = rest[0]!.length / 2;
    const packets = [rest[0]!.slice(0, half), { waitMs: 2500 }, rest[0]!.slice(half)];
    const steady = [{ waitMs: 600 }, ...rest.slice(1, 2), { waitMs: 600 }, ...rest.slice(2)];
    const lab = trackLab(track, {
      u1: [stream(begin!, voice.text("a"), ...packets, ...steady, "EOF")],
    }, ON);
    const { text, isWhole } = await receivedIn(lab, 4000, lab.ask());
    const expected = textOf(begin!, voice.text("a")) + KEEPALIVE.repeat(2) + textOf(...rest);
    assertEquals([text, isWhole], [expected, true]);
  },
);

eachTrack("B3 B6 no comment is made where none was asked for", async (track) => {
  const { voice } = track;
  const lab = trackLab(track, {
    u1: [stream({ waitMs: 60_000 }, voice.text("a"), { waitMs: 60_000 }, ...turnOf(voice), "EOF")],
  });
  const { text } = await receivedIn(lab, 121_000, lab.ask());
  assertEquals(text, textOf(voice.text("a"), ...turnOf(voice)));
});

Deno.test("B6 a whole answer is never opened early, and one made a stream of can be", async () => {
  const late = { ...answer("Hello"), headMs: 1500 };
  const whole = trackLab(CHAT, { u1: [late] }, ON);
  const { response } = await receivedIn(whole, 2000, whole.ask({}, { stream: false }));
  assertEquals(response.headers.get("content-type"), "application/json");
  const streamed = trackLab(CHAT, { u1: [late] }, ON);
  const { text, isWhole } = await receivedIn(streamed, 2000, streamed.ask());
  assertEquals([text.startsWith(KEEPALIVE), isWhole], [true, true]);
  assertEquals(endOf(VOICES.chat, text), { errors: 0, ends: 1 });
});

Deno.test("B6 a client that leaves between comments gives its upstream up, and no other is asked", async () => {
  const { ask, clock, upstreams, events } = trackLab(CHAT, {
    u1: [stream("HANG")],
    u2: [stream("HANG")],
  }, ON);
  const asked = ask();
  await clock.advance(1000);
  const reader = (await asked).body!.getReader();
  assertEquals(textOf((await reader.read()).value!), KEEPALIVE);
  await reader.cancel();
  await clock.advance(0);
  assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
  assertEquals(upstreams.hits("u2").length, 0);
  assertEquals(endsOf({ events }), [[200, "left", undefined]]);
  assertEquals(events.some(({ event }) => event === "rest"), false);
});

Deno.test("B6 a client that does not read its comments holds no slot once the answer is there", async () => {
  const { ask, clock, upstreams } = trackLab(CHAT, {
    u1: [stream({ waitMs: 2000 }, c("a"), "HANG"), stream(...turnOf(VOICES.chat), "EOF")],
  }, {
    provider: { ...ON.provider, max_concurrent: 1, queue: { max: 0 } },
    limits: { stall_timeout: 3 },
  });
  const unread = ask();
  await clock.advance(1000);
  const { body } = await unread;
  await clock.advance(1000);
  assertEquals((await ask()).status, 503);
  await clock.advance(3000);
  assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
  assertEquals((await received(await ask())).isWhole, true);
  await body?.cancel().catch(() => {});
});
