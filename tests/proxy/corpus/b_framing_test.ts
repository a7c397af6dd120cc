/** Bug corpus 2B: bytes, lines and events. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import { received } from "../support/lab.ts";
import { answer, comment, data, json } from "../support/scripted_upstream.ts";
import { cutEverywhere, eachTrack, stream, textOf, trackLab, turnOf } from "./support/track.ts";
import { VOICES } from "./support/voice.ts";

const CHAT = { name: "chat", voice: VOICES.chat, think: "off" } as const;

eachTrack("B1 characters of several bytes pass whole, wherever packets end", async (track) => {
  const { text, fin, done } = track.voice;
  const body = concatBytes([text("日本🙂"), fin, done]);
  const { ask } = trackLab(track, { u1: cutEverywhere(body, "EOF") });
  for (let at = 0; at <= body.length; at++) {
    const got = new Uint8Array(await (await ask()).arrayBuffer());
    assertEquals(got, body, `cut at ${at}`);
  }
});

eachTrack("B2 comments pass as comments, before and behind the first output", async (track) => {
  const { voice } = track;
  const steps = turnOf(voice).flatMap((step) => [comment("OPENROUTER PROCESSING"), step]);
  const { ask } = trackLab(track, { u1: [stream(...steps, "EOF")] });
  const { text, isWhole } = await received(await ask());
  assertEquals([text, isWhole], [textOf(...steps), true]);
  assertEquals(text.includes("data: :"), false);
});

eachTrack("B3 every spelling of an event is read, so that its turn is whole", async (track) => {
  const { voice } = track;
  const body = textOf(...turnOf(voice));
  const spellings: Readonly<Record<string, (text: string) => string>> = {
    "no space": (text) => text.replaceAll("data: ", "data:"),
    CRLF: (text) => text.replaceAll("\n", "\r\n"),
    CR: (text) => text.replaceAll("\n", "\r"),
    "line ends mixed": (text) => text.replaceAll("\n\n", "\r\n\n"),
    "a byte order mark": (text) => `\ufeff${text}`,
    "other fields": (text) => text.replaceAll("data: {", "id: 1\nretry: 5\nx\ndata: {"),
    "data on several lines": (text) => text.replaceAll(/^data: \{/gm, "data: {\ndata:"),
    "a comment within": (text) => text.replaceAll(/^data: \{/gm, ": hi\ndata: {"),
    "empty lines": (text) => text.replaceAll("\n\n", "\n\n\n\n"),
  };
  for (const [name, spelled] of Object.entries(spellings)) {
    const bytes = toBytes(spelled(body));
    const last = name === "empty lines" ? bytes.length - 2 : bytes.length;
    const { ask, events } = trackLab(track, { u1: [stream(bytes, "HANG")] });
    const got = new Uint8Array(await (await ask()).arrayBuffer());
    assertEquals(textOf(got), textOf(bytes.slice(0, last)), name);
    const end = events.find(({ event }) => event === "end");
    assertEquals(end?.event === "end" && end.outcome, "whole", name);
  }
});

eachTrack(
  "B8 an event without an end is given up at the limit, and held no longer",
  async (track) => {
    const { voice } = track;
    const piece = toBytes("a".repeat(1000));
    const endless = Array.from({ length: 100 }, () => piece);
    const config = { limits: { max_event: "10KiB" } };
    for (const begin of [[], [voice.text("a")]]) {
      const { ask, upstreams, events } = trackLab(track, {
        u1: [stream(...begin, toBytes("data: "), ...endless, "HANG")],
        u2: [stream(...turnOf(voice), "EOF")],
      }, config);
      const { text, isWhole } = await received(await ask());
      assertEquals(isWhole, begin.length === 0);
      if (isWhole) assertEquals(text, textOf(...turnOf(voice)));
      else assertStringIncludes(text, "too_large");
      assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
      // A limit of ours says nothing against it.
      assertEquals(events.some(({ event }) => event === "rest"), false);
    }
  },
);

eachTrack("B8 a preamble without an end is held up to a bound", async (track) => {
  const { voice } = track;
  const beats = Array.from({ length: 300 }, () => comment("a".repeat(1000)));
  const { ask } = trackLab(track, { u1: [stream(...beats, ...turnOf(voice), "EOF")] });
  const { text, isWhole } = await received(await ask());
  assertEquals([text.length, isWhole], [textOf(...beats, ...turnOf(voice)).length, true]);
});

eachTrack(
  "B8 a client is not kept waiting for the end of a preamble beyond the bound",
  async (track) => {
    const beats = Array.from({ length: 300 }, () => comment("a".repeat(1000)));
    const { ask } = trackLab(track, { u1: [stream(...beats, "HANG")] });
    const { status, body } = await ask();
    assertEquals(status, 200);
    await body?.cancel();
  },
);

eachTrack(
  "B10 a client that does not read loses its answer in time, and its slot is free",
  async (track) => {
    const { voice } = track;
    const { ask, clock, upstreams, events } = trackLab(track, {
      u1: [
        stream(voice.text("a"), voice.text("b"), "HANG"),
        stream(...turnOf(voice), "EOF"),
      ],
    }, {
      provider: { max_concurrent: 1, queue: { max: 0 } },
      limits: { stall_timeout: 2 },
    });
    const reader = (await ask()).body!.getReader();
    await reader.read();
    assertEquals((await ask()).status, 503);
    await clock.advance(2000);
    assertEquals(upstreams.hits("u1")[0]?.signal.aborted, true);
    assertEquals((await received(await ask())).isWhole, true);
    const outcomes = events.map((event) => event.event === "end" && event.outcome);
    assertEquals(outcomes.filter(Boolean), ["failed", "stalled", "whole"]);
    assertEquals(events.some(({ event }) => event === "rest"), false);
    await reader.closed.catch(() => {});
  },
);

eachTrack(
  "B11 data that is no JSON, or none at all, passes behind a preamble as well",
  async (track) => {
    const { voice } = track;
    const odd = ["data: ok\n\n", "data:\n\n", "data: null\n\n", 'data: "x"\n\n', "data: [1]\n\n"];
    const steps = [...odd.map(toBytes), ...turnOf(voice)];
    const { ask } = trackLab(track, { u1: [stream(...steps, "EOF")] });
    assertEquals(await received(await ask()), { text: textOf(...steps), isWhole: true });
  },
);

Deno.test("B13 B14 calls of tools with one place and two ids both survive, and a finish is what it was", async () => {
  const call = (id: string) =>
    data({
      choices: [{
        index: 0,
        delta: { tool_calls: [{ index: 0, id, function: { name: id, arguments: "{}" } }] },
      }],
    });
  const stop = data({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  const steps = [call("a"), call("b"), stop, VOICES.chat.done];
  for (const think of ["off", "split", "strip"] as const) {
    const raw = trackLab({ ...CHAT, think }, { u1: [stream(...steps, "EOF")] });
    assertEquals((await received(await raw.ask())).text, textOf(...steps));
  }
  const whole = trackLab(CHAT, { u1: [stream(...steps, "EOF")] });
  const { choices: [choice] } = await (await whole.ask({}, { stream: false })).json();
  assertEquals(choice.message.tool_calls.map(({ id }: { id: string }) => id), ["a", "b"]);
  assertEquals(choice.finish_reason, "stop");
});

Deno.test("B14 a whole answer passes byte for byte", async () => {
  const body = '{ "choices":[ {"message":{"tool_calls":[{"id":"a"}],"content":null},' +
    '"finish_reason":"stop"}], "n":1.0, "usage":null}';
  for (const think of ["off", "split", "strip"] as const) {
    const { ask } = trackLab({ ...CHAT, think }, { u1: [json(body)] });
    assertEquals(await (await ask({}, { stream: false })).text(), body);
  }
});

eachTrack("B16 an answer has headers of its own, which name its upstream", async (track) => {
  const { voice } = track;
  const script = stream(...turnOf(voice), "EOF");
  const { ask } = trackLab(track, {
    u1: [{ ...script, headers: { ...script.headers, "content-length": "7", "set-cookie": "a=b" } }],
  });
  const response = await ask();
  assertEquals(response.headers.get("x-proxy-upstream"), "u1/m");
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  for (const name of ["content-length", "set-cookie", "transfer-encoding"]) {
    assert(!response.headers.has(name), name);
  }
  assertEquals((await received(response)).isWhole, true);
});

Deno.test("B16 a whole answer has headers of its own", async () => {
  const { ask } = trackLab(CHAT, { u1: [answer("Hello")] });
  const response = await ask({}, { stream: false });
  assertEquals(response.headers.get("x-proxy-attempts"), "1");
  assertEquals((await response.json()).choices[0].message.content, "Hello");
});
