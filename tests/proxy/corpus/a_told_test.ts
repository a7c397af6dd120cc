/** What clients and logs are told of a failure within a stream, and what counts as output. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { received } from "../support/lab.ts";
import { answer, c, data, json } from "../support/scripted_upstream.ts";
import { eachTrack, endOf, receivedIn, stream, textOf, trackLab, turnOf } from "./support/track.ts";
import { named, VOICES } from "./support/voice.ts";

const KEY = "blue-whale-0123456789-of-mine";
const KEYED = { provider: { key: KEY, auth: "bearer" } };
const SAID = `Quota of ${KEY} of team blue is used up`;

eachTrack(
  "An error behind output is told in the upstream's words, without its key",
  async (track) => {
    const { voice } = track;
    const { ask, events } = trackLab(track, {
      u1: [stream(voice.text("a"), voice.err({ code: 429, message: SAID }), "EOF")],
    }, KEYED);
    const { text, isWhole } = await received(await ask());
    assertEquals([isWhole, endOf(voice, text)], [false, { errors: 1, ends: 0 }]);
    assertStringIncludes(text, "[redacted] of team blue is used up");
    assertStringIncludes(text, '"rate_limit"');
    for (const told of [text, JSON.stringify(events)]) {
      assertEquals(
        told.includes("0123456789"),
        false,
      );
    }
  },
);

eachTrack(
  "An error before any output, and one in place of a whole answer, are told without keys",
  async (track) => {
    const { voice } = track;
    const scripts = [
      stream(voice.err({ code: 429, message: SAID }), "EOF"),
      json({ error: { code: 429, message: SAID } }),
      json({ error: { message: SAID } }, 429),
      json({ error: { message: SAID } }, 400),
    ];
    for (const script of scripts) {
      const { ask, events } = trackLab(track, { u1: [script] }, KEYED);
      const text = await (await ask()).text();
      assertStringIncludes(text, "of team blue is used up");
      for (const told of [text, JSON.stringify(events)]) {
        assertEquals(told.includes("0123456789"), false);
      }
    }
  },
);

eachTrack(
  "An error that tells of a bad request fails over within a stream where a 400 does",
  async (track) => {
    const { voice } = track;
    const error = { type: "invalid_request_error", code: 400, message: "bad" };
    for (const [on400, hits] of [["return", 0], ["failover", 1]] as const) {
      const { ask, upstreams } = trackLab(track, {
        u1: [stream(voice.err(error), "EOF")],
        u2: [stream(...turnOf(voice), "EOF")],
      }, { provider: { on_400: on400 } });
      await (await ask()).text();
      assertEquals(upstreams.hits("u2").length, hits);
    }
  },
);

Deno.test("An error in place of a whole answer fails over where a 400 does", async () => {
  const track = { name: "chat", voice: VOICES.chat, think: "off" } as const;
  for (const [on400, status] of [["return", 502], ["failover", 200]] as const) {
    const { ask } = trackLab(track, {
      u1: [json({ error: { code: 400, message: "bad" } })],
      u2: [answer("Hello")],
    }, { provider: { on_400: on400 } });
    assertEquals((await ask({}, { stream: false })).status, status);
  }
});

for (const think of ["split", "strip"] as const) {
  const track = { name: think, voice: VOICES.chat, think } as const;
  const thought = [c("<think>hm"), VOICES.chat.fin, VOICES.chat.done];

  Deno.test(`An answer that is one thought without an end is told in a warning (${think})`, async () => {
    const streamed = trackLab(track, { u1: [stream(...thought, "EOF")] });
    assertEquals((await received(await streamed.ask())).isWhole, true);
    const whole = trackLab(track, { u1: [answer("<think>hm")] });
    assertEquals((await whole.ask({}, { stream: false })).status, 200);
    for (const { events } of [streamed, whole]) {
      const warnings = events.filter(({ event }) => event === "warning");
      assertEquals(warnings.length, 1);
      assertStringIncludes(JSON.stringify(warnings), "u1/m");
    }
  });

  Deno.test(`An answer with text behind its thoughts is no reason for a warning (${think})`, async () => {
    const { ask, events } = trackLab(track, { u1: [answer("<think>hm</think>Hello")] });
    await (await ask({}, { stream: false })).text();
    await (await ask()).text();
    assertEquals(events.some(({ event }) => event === "warning"), false);
  });

  Deno.test(`Thoughts are output: they end the wait for the first, and nobody else is asked behind them (${think})`, async () => {
    const lab = trackLab(track, {
      u1: [stream(c("<think>hm"), { waitMs: 5000 }, c("hm"), "CUT")],
      u2: [stream(...turnOf(VOICES.chat), "EOF")],
    }, { provider: { timeouts: { ttft: 1 } } });
    const { text, isWhole } = await receivedIn(lab, 6000, lab.ask());
    assertEquals([isWhole, endOf(VOICES.chat, text)], [false, { errors: 1, ends: 0 }]);
    assertEquals(lab.upstreams.hits("u2").length, 0);
  });
}

Deno.test("What only frames an answer is none: a stream with nothing in it fails over on every path", async () => {
  const part = { type: "output_text", text: "", annotations: [], logprobs: [] };
  const item = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [part],
  };
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const response = {
    id: "resp_1",
    status: "completed",
    output: [item],
    usage: { output_tokens: 0 },
  };
  const frames = {
    responses: [
      VOICES.responses.pre,
      named({ type: "response.output_text.delta", ...place, delta: "", logprobs: [] }),
      named({ type: "response.output_text.done", ...place, text: "" }),
      named({ type: "response.content_part.done", ...place, part }),
      named({ type: "response.output_item.done", output_index: 0, item }),
      named({ type: "response.completed", response }),
    ],
    messages: [
      VOICES.messages.pre,
      named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "" } }),
      named({ type: "content_block_stop", index: 0 }),
      named({
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { output_tokens: 0 },
      }),
      named({ type: "message_stop" }),
    ],
    chat: [
      data({
        choices: [{
          index: 0,
          delta: { role: "assistant", content: "", tool_calls: [], refusal: null, audio: {} },
          logprobs: { content: [] },
        }],
      }),
      VOICES.chat.fin,
      VOICES.chat.done,
    ],
    completions: [VOICES.completions.pre, VOICES.completions.fin, VOICES.completions.done],
  };
  for (const name of ["responses", "messages", "chat", "completions"] as const) {
    const voice = VOICES[name];
    const { ask, events } = trackLab({ name, voice, think: "off" }, {
      u1: [stream(...frames[name], "EOF")],
      u2: [stream(...turnOf(voice), "EOF")],
    });
    assertEquals((await received(await ask())).text, textOf(...turnOf(voice)), name);
    const [failed] = events.filter(({ event }) => event === "attempt_end");
    assertEquals(failed?.event === "attempt_end" && failed.kind, "empty", name);
  }
});

Deno.test("A whole response, or message, with nothing in it fails over, and one that calls a tool does not", async () => {
  const call = { type: "function_call", call_id: "a", name: "now", arguments: "" };
  const text = { type: "message", role: "assistant", content: [{ type: "output_text", text: "" }] };
  const responses = (output: unknown) => json({ id: "r", status: "completed", output: [output] });
  const messages = (content: unknown, reason: string) =>
    json({ type: "message", role: "assistant", content: [content], stop_reason: reason });
  const cases = [
    ["responses", responses(text), 502],
    ["responses", responses({ type: "reasoning", id: "rs_1", summary: [] }), 502],
    ["responses", responses(call), 200],
    ["messages", messages({ type: "text", text: "" }, "end_turn"), 502],
    ["messages", messages({ type: "tool_use", id: "a", name: "now", input: {} }, "tool_use"), 200],
  ] as const;
  for (const [name, script, status] of cases) {
    const { ask } = trackLab({ name, voice: VOICES[name], think: "off" }, { u1: [script] });
    assertEquals((await ask({}, { stream: false })).status, status, name);
  }
});
