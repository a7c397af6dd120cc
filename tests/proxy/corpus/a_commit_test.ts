/** Bug corpus 2A: what fails before a client has seen anything of it, and what fails after. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { received } from "../support/lab.ts";
import { comment, json, type Step } from "../support/scripted_upstream.ts";
import { eachTrack, endOf, receivedIn, stream, textOf, trackLab, turnOf } from "./support/track.ts";

eachTrack(
  "A1 a connection that breaks after output ends by an error event, no marker and a broken transfer",
  async (track) => {
    const { voice } = track;
    const { ask } = trackLab(track, { u1: [stream(voice.pre, voice.text("Hel"), "CUT")] });
    const { text, isWhole } = await received(await ask());
    assertEquals(text.startsWith(textOf(voice.pre, voice.text("Hel"))), true);
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
  },
);

eachTrack(
  "A2 a body that ends before its turn is a failure, and before any output another upstream answers",
  async (track) => {
    const { voice } = track;
    const begins: readonly (readonly Step[])[] = [[], [voice.pre], [comment("hi"), voice.pre]];
    for (const steps of begins) {
      const { ask, upstreams, events } = trackLab(track, {
        u1: [stream(...steps, "EOF")],
        u2: [stream(...turnOf(voice), "EOF")],
      });
      const got = await received(await ask());
      assertEquals(got, { text: textOf(...turnOf(voice)), isWhole: true });
      assertEquals(upstreams.hits("u1").length, 1);
      const rested = events.filter(({ event }) => event === "rest");
      assertEquals(rested.map((event) => "scope" in event && event.scope), ["provider:u1"]);
    }
  },
);

eachTrack(
  "A2 a body that ends after output but before its turn is no whole answer",
  async (track) => {
    const { voice } = track;
    const { ask } = trackLab(track, { u1: [stream(voice.pre, voice.text("a"), "EOF")] });
    const { text, isWhole } = await received(await ask());
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
  },
);

eachTrack(
  "A3 A26 silence after output is a failure: nothing is made up, and the upstream rests",
  async (track) => {
    const { voice } = track;
    const lab = trackLab(track, { u1: [stream(voice.text("a"), "HANG")] }, {
      provider: { timeouts: { idle: 1 } },
    });
    const { text, isWhole } = await receivedIn(lab, 1000, lab.ask());
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
    assertEquals(text.includes("usage"), false);
    assertStringIncludes(text, "silent");
    const [end] = lab.events.filter(({ event }) => event === "end");
    assertEquals(end?.event === "end" && [end.outcome, end.kind], ["failed", "idle_timeout"]);
    assertEquals((await lab.ask()).status, 503);
  },
);

eachTrack("A4 an upstream that sends a head and no output in time has failed", async (track) => {
  const { voice } = track;
  for (const steps of [["HANG"], [voice.pre, "HANG"]] as const) {
    const lab = trackLab(track, {
      u1: [stream(...steps)],
      u2: [stream(...turnOf(voice), "EOF")],
    }, { provider: { timeouts: { ttft: 1 } } });
    const { text } = await receivedIn(lab, 1000, lab.ask());
    assertEquals(text, textOf(...turnOf(voice)));
    const kinds = lab.events.map((event) => event.event === "attempt_end" && event.kind);
    assertEquals(kinds.filter(Boolean), ["ttft_timeout"]);
    assertEquals(lab.upstreams.hits("u1")[0]?.signal.aborted, true);
  }
});

eachTrack(
  "A5 A13 an error within a 200 counts as what it stands for, and another upstream answers",
  async (track) => {
    const { voice } = track;
    const cases = [
      [{ code: 429, message: "Slow down" }, "rate_limit"],
      [{ type: "overloaded_error", message: "Overloaded" }, "overloaded"],
      [{ code: "server_error", message: "Sorry" }, "server_error"],
      [{ message: "Something" }, "stream_error"],
    ] as const;
    for (const [error, kind] of cases) {
      const lab = trackLab(track, {
        u1: [stream(voice.err(error), "HANG")],
        u2: [stream(...turnOf(voice), "EOF")],
      });
      const got = await received(await lab.ask());
      assertEquals(got, { text: textOf(...turnOf(voice)), isWhole: true });
      const [failed] = lab.events.filter(({ event }) => event === "attempt_end");
      assertEquals(failed?.event === "attempt_end" && failed.kind, kind);
      assertEquals(lab.upstreams.hits("u1")[0]?.signal.aborted, true);
      assertEquals(lab.events.some(({ event }) => event === "rest"), true);
    }
  },
);

eachTrack(
  "A5 an error that its event's name tells of, or a 200 without a stream, fails over as well",
  async (track) => {
    const { voice } = track;
    const scripts = [
      stream(toBytes('event: error\ndata: {"error":{"code":429,"message":"x"}}\n\n')),
      stream(toBytes("event: error\ndata: Too many requests\n\n")),
      json({ error: { code: 429, message: "Slow down" } }),
    ];
    for (const script of scripts) {
      const { ask, events } = trackLab(track, {
        u1: [script],
        u2: [stream(...turnOf(voice), "EOF")],
      });
      assertEquals((await received(await ask())).text, textOf(...turnOf(voice)));
      const [failed] = events.filter(({ event }) => event === "attempt_end");
      assertEquals(failed?.event === "attempt_end" && failed.kind, "rate_limit");
    }
  },
);

eachTrack(
  "A6 A27 a preamble of several events commits nothing, and no byte of it goes out",
  async (track) => {
    const { voice } = track;
    const { ask } = trackLab(track, {
      u1: [
        stream(comment("x"), voice.pre, comment("ping"), voice.pre, voice.err({ message: "no" })),
      ],
      u2: [stream(...turnOf(voice), "EOF")],
    });
    const got = await received(await ask());
    assertEquals(got, { text: textOf(...turnOf(voice)), isWhole: true });
  },
);

eachTrack(
  "A6 output and an error in one packet fail over, as nothing has gone out",
  async (track) => {
    const { voice } = track;
    const both = toBytes(textOf(voice.pre, voice.text("U1"), voice.err({ message: "no" })));
    const { ask } = trackLab(track, {
      u1: [stream(both)],
      u2: [stream(...turnOf(voice), "EOF")],
    });
    assertEquals((await received(await ask())).text, textOf(...turnOf(voice)));
  },
);

eachTrack(
  "A8 what is held back goes out byte for byte, whatever its lines end by",
  async (track) => {
    const { voice } = track;
    const odd = `: hi\n\nid: 7\nretry: 10\n${textOf(...turnOf(voice))}`.replaceAll('":', '" : ');
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      const body = odd.replaceAll("\n", lineEnd);
      const bytes = toBytes(body);
      for (const packet of [1, 7, bytes.length]) {
        const { ask } = trackLab(track, { u1: [stream(...cut(bytes, packet), "EOF")] });
        const got = await received(await ask());
        assertEquals([JSON.stringify(got.text), got.isWhole], [JSON.stringify(body), true]);
      }
    }
  },
);

function cut(bytes: Uint8Array<ArrayBuffer>, size: number): readonly Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.slice(at * size, (at + 1) * size));
}

eachTrack("A9 lines that are no JSON pass, and break nothing", async (track) => {
  const { voice: { text, fin, usage, done } } = track;
  const odd = ["data: {oops\n\n", "data: ok\n\n", "data:\n\n", "data\n\n", "\n", "x\n\n"];
  const steps = [text("a"), ...odd.map(toBytes), text("b"), fin, usage, done];
  const { ask, events } = trackLab(track, { u1: [stream(...steps, "EOF")] });
  assertEquals(await received(await ask()), { text: textOf(...steps), isWhole: true });
  assertEquals(events.some(({ event }) => event === "rest"), false);
});

eachTrack(
  "A10 A11 a turn that broke off is never begun again by another upstream",
  async (track) => {
    const { voice } = track;
    for (const end of ["CUT", "EOF", voice.err({ message: "no" })] as const) {
      const { ask, upstreams } = trackLab(track, {
        u1: [stream(voice.text("Hello"), end)],
        u2: [stream(...turnOf(voice), "EOF")],
      });
      const { text, isWhole } = await received(await ask());
      assertEquals([text.match(/Hello/g)?.length, isWhole], [1, false]);
      assertEquals(upstreams.hits("u2").length, 0);
    }
  },
);

eachTrack(
  "A12 a request that allows no other upstream gets the error of the first",
  async (track) => {
    const { voice } = track;
    const { ask, upstreams } = trackLab(track, {
      u1: [stream(voice.pre, voice.err({ message: "no" }))],
      u2: [stream(...turnOf(voice), "EOF")],
    });
    const response = await ask({ headers: { "x-proxy-no-fallback": "1" } });
    assertEquals(response.status, 502);
    assertStringIncludes(await response.text(), "u1/m");
    assertEquals(upstreams.hits("u2").length, 0);
    assertEquals(upstreams.hits("u1")[0]?.headers.has("x-proxy-no-fallback"), false);
  },
);
