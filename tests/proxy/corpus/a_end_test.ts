/** Bug corpus 2A: how a turn ends, whether or not its upstream does. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import { received } from "../support/lab.ts";
import { c, comment, data, json, type Step } from "../support/scripted_upstream.ts";
import {
  cutEverywhere,
  eachTrack,
  endOf,
  receivedIn,
  stream,
  textOf,
  trackLab,
  turnOf,
} from "./support/track.ts";
import { VOICES } from "./support/voice.ts";

const SECOND = { waitMs: 1000 };

eachTrack(
  "A15 a turn that has finished ends in time, though its upstream beats on or is silent",
  async (track) => {
    const { voice } = track;
    if (voice === VOICES.responses) return; // Its finish is its end.
    const beats = Array.from({ length: 20 }, () => [SECOND, comment("hb")]).flat();
    for (const [rest, seen] of [[beats, 4], [["HANG"], 0]] as const) {
      const lab = trackLab(track, { u1: [stream(voice.text("a"), voice.fin, ...rest)] });
      const { text, isWhole } = await receivedIn(lab, 5100, lab.ask());
      const heartbeats = Array.from({ length: seen }, () => comment("hb"));
      assertEquals(text.startsWith(textOf(voice.text("a"), voice.fin, ...heartbeats)), true);
      const end = voice.mayAddDone ? { errors: 0, ends: 1 } : { errors: 1, ends: 0 };
      assertEquals([isWhole, endOf(voice, text)], [voice.mayAddDone, end]);
      assertEquals(lab.upstreams.hits("u1")[0]?.signal.aborted, true);
    }
  },
);

eachTrack(
  "A15 an upstream that stops within an event after the finish ends with the marker, or is an error",
  async (track) => {
    const { voice } = track;
    if (!voice.mayAddDone) return; // Without a marker, nothing but its last event is an end.
    for (const event of [voice.usage, voice.done]) {
      const bytes = toBytes(textOf(event));
      for (let cut = 1; cut < bytes.length; cut++) {
        const steps = [voice.text("a"), voice.fin, bytes.slice(0, cut), "HANG"] as const;
        const lab = trackLab(track, { u1: [stream(...steps)] });
        const { text, isWhole } = await receivedIn(lab, 5100, lab.ask());
        const end = isWhole ? { errors: 0, ends: 1 } : { errors: 1, ends: 0 };
        assertEquals(endOf(voice, text), end, `cut after ${cut} bytes`);
      }
    }
  },
);

eachTrack(
  "A15 a client that reads slowly does not use up the time an upstream has to end",
  async (track) => {
    const { voice } = track;
    const steps = [voice.text("a"), voice.fin, comment("1"), comment("2"), voice.usage, voice.done];
    const { ask, clock } = trackLab(track, { u1: [stream(...steps, "EOF")] });
    const reader = (await ask()).body!.getReader();
    const read = [];
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      read.push(step.value);
      await clock.advance(6000);
    }
    assertEquals(textOf(...read), textOf(...steps));
  },
);

eachTrack("A16 the count of tokens that comes after the finish is passed on", async (track) => {
  const { voice } = track;
  for (const wait of [[], [{ waitMs: 4000 }]]) {
    const steps = [voice.text("a"), voice.fin, ...wait, voice.usage, ...wait.slice(1), voice.done];
    const lab = trackLab(track, { u1: [stream(...steps, "EOF")] });
    const { text, isWhole } = await receivedIn(lab, 4000, lab.ask());
    assertEquals(text, textOf(voice.text("a"), voice.fin, voice.usage, voice.done));
    assertEquals(isWhole, true);
  }
});

eachTrack(
  "A17 a clean end behind the finish gets the marker, once, where the path has one to add",
  async (track) => {
    const { voice } = track;
    const steps = [voice.pre, voice.text("a"), voice.fin];
    const { ask } = trackLab(track, { u1: [stream(...steps, "EOF")] });
    const { text, isWhole } = await received(await ask());
    assertEquals(isWhole, voice.mayAddDone);
    if (voice.mayAddDone) assertEquals(text, `${textOf(...steps)}data: [DONE]\n\n`);
    else assertEquals(endOf(voice, text), { errors: 1, ends: 0 });
  },
);

eachTrack(
  "A17 an end behind a finish gets no marker if it comes within an event",
  async (track) => {
    const { voice } = track;
    const { ask } = trackLab(track, {
      u1: [stream(voice.text("a"), voice.fin, toBytes('data: {"usage":{"completion_to'), "EOF")],
    });
    const { text, isWhole } = await received(await ask());
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
  },
);

eachTrack("A18 packets may end anywhere, also within a finish or a marker", async (track) => {
  const { voice } = track;
  const bodies = [turnOf(voice), [voice.text("a"), voice.fin]].map(concatBytes);
  for (const body of bodies) {
    const scripts = cutEverywhere(body, "EOF");
    const { ask } = trackLab(track, { u1: scripts, u2: [] }, {
      provider: { backoff: null },
    });
    const first = await received(await ask());
    for (let at = 1; at < scripts.length; at++) {
      assertEquals(await received(await ask()), first, `cut at ${at}`);
    }
  }
});

eachTrack("A19 A31 behind the last event comes nothing: no second one, no chunk", async (track) => {
  const { voice } = track;
  const late: readonly (readonly Step[])[] = [
    [voice.done],
    [voice.usage, voice.text("late")],
    [voice.err({ message: "late" })],
    ["CUT"],
  ];
  for (const steps of late) {
    for (const isOnePacket of [true, false]) {
      const bytes = steps.filter((step) => step instanceof Uint8Array);
      const all = isOnePacket ? [concatBytes([...turnOf(voice), ...bytes])] : turnOf(voice);
      const rest = isOnePacket ? [] : steps;
      const { ask } = trackLab(track, { u1: [stream(...all, ...rest, "EOF")] });
      const got = await received(await ask());
      assertEquals(got, { text: textOf(...turnOf(voice)), isWhole: true });
    }
  }
});

eachTrack("A20 a text that speaks of a finish, or a neighbour of it, is none", async (track) => {
  const { voice } = track;
  const said = 'say "finish_reason":"stop" data: [DONE] "type":"message_stop"';
  const near = data({
    choices: [{ index: 0, delta: {}, text: "", finish_reason: null, native_finish_reason: "stop" }],
  });
  for (const end of ["CUT", "EOF"] as const) {
    const { ask } = trackLab(track, { u1: [stream(voice.text(said), near, end)] });
    const { text, isWhole } = await received(await ask());
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
  }
});

eachTrack("A23 the last event alone makes a turn whole: no finish is made up", async (track) => {
  const { voice } = track;
  const steps = [voice.text("a"), voice.done];
  const { ask, events } = trackLab(track, { u1: [stream(...steps, "EOF")] });
  assertEquals(await received(await ask()), { text: textOf(...steps), isWhole: true });
  assertEquals(events.some(({ event }) => event === "rest"), false);
});

eachTrack("A24 the error of the only upstream reaches the client as it is", async (track) => {
  const body = '{"error" : {"message":"bad x","param":"x","type":"t"}}';
  const { ask } = trackLab(track, { u1: [json(body, 400)] });
  const response = await ask();
  assertEquals([response.status, await response.text()], [400, body]);
});

eachTrack("A24 an error always says something", async (track) => {
  const { voice } = track;
  const scripts = [json("", 500), json({ error: { message: "" } }, 429), json({}, 503)];
  for (const script of scripts) {
    const { ask } = trackLab(track, { u1: [script], u2: [script] });
    const { error } = await (await ask()).json();
    assertEquals(error.message.length > 10, true);
  }
  const failed = trackLab(track, { u1: [stream(voice.text("a"), voice.err({ message: "" }))] });
  const { text } = await received(await failed.ask());
  assertStringIncludes(text, "The upstream failed within its answer");
});

eachTrack(
  "A24 an error whose body breaks off, or is endless, counts by its status",
  async (track) => {
    const long = toBytes("a".repeat(40_000));
    for (const steps of [[toBytes('{"err'), "CUT"], [long, long, "HANG"]] as const) {
      const { ask, upstreams } = trackLab(track, { u1: [{ status: 429, steps }] });
      const response = await ask();
      assertEquals(response.status, 429);
      assertEquals((await response.json()).error.code, "rate_limit");
      assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
    }
  },
);

eachTrack("A25 behind an error comes nothing, and no marker", async (track) => {
  const { voice } = track;
  const last = voice.err({ message: "no" });
  const { ask } = trackLab(track, {
    u1: [stream(voice.text("a"), last, voice.text("b"), voice.fin, voice.done, "EOF")],
  });
  const { text, isWhole } = await received(await ask());
  const behind = text.slice(textOf(voice.text("a")).length);
  assertEquals(isWhole, false);
  assertEquals(behind.match(/^data: /gm)?.length, 1);
  assertEquals(endOf(voice, text), { errors: 1, ends: 0 });
});

eachTrack(
  "A28 the answer ends with its last event, and an upstream that stays is let go",
  async (track) => {
    const { voice } = track;
    const { ask, clock, upstreams } = trackLab(track, { u1: [stream(...turnOf(voice), "HANG")] });
    const got = await received(await ask());
    assertEquals(got, { text: textOf(...turnOf(voice)), isWhole: true });
    assertEquals(upstreams.hits("u1")[0]?.isClosed, false);
    await clock.advance(100);
    assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
  },
);

eachTrack(
  "A29 the last upstream there is may take its time for its first output",
  async (track) => {
    const { voice } = track;
    const config = { provider: { timeouts: { ttft: 1 } } };
    const slow = stream(voice.pre, { waitMs: 3000 }, ...turnOf(voice), "EOF");
    for (const scripts of [{ u1: [slow] }, { u1: [stream("HANG")], u2: [slow] }]) {
      const lab = trackLab(track, scripts, config);
      const { text } = await receivedIn(lab, 4000, lab.ask());
      assertEquals(text, textOf(voice.pre, ...turnOf(voice)));
    }
  },
);

eachTrack("A17 a connection that breaks behind the finish gets no marker", async (track) => {
  const { voice } = track;
  const { ask } = trackLab(track, { u1: [stream(voice.text("a"), voice.fin, "CUT")] });
  const { text, isWhole } = await received(await ask());
  assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
});

eachTrack(
  "A17 the limit of the whole attempt says nothing against a turn that has finished",
  async (track) => {
    const { voice } = track;
    const lab = trackLab(track, { u1: [stream(voice.text("a"), voice.fin, "HANG")] }, {
      provider: { timeouts: { total: 2, grace: 5 } },
    });
    const { text, isWhole } = await receivedIn(lab, 2000, lab.ask());
    const end = voice.mayAddDone ? { errors: 0, ends: 1 } : { errors: 1, ends: 0 };
    assertEquals([isWhole, endOf(voice, text)], [voice.mayAddDone, end]);
  },
);

Deno.test("A20 a finish in the arguments of a tool is none", async () => {
  const call = data({
    choices: [{
      index: 0,
      delta: {
        tool_calls: [{ index: 0, function: { arguments: '{"finish_reason":"stop","error":1}' } }],
      },
    }],
  });
  const track = { name: "chat", voice: VOICES.chat, think: "off" } as const;
  const { ask } = trackLab(track, { u1: [stream(c("a"), call, "EOF")] });
  const { text, isWhole } = await received(await ask());
  assertEquals([isWhole, endOf(track.voice, text)], [false, { errors: 1, ends: 0 }]);
});
