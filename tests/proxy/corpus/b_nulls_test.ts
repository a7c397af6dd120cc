/** Bug corpus 2B: `null`, `[]`, `{}` and nothing at all, in every place of an answer. */
import { assertEquals } from "@std/assert";
import { isObject } from "../../../src/wire/json.ts";
import { received } from "../support/lab.ts";
import { answer, json } from "../support/scripted_upstream.ts";
import { eachTrack, stream, textOf, trackLab, turnOf } from "./support/track.ts";
import { VOICES } from "./support/voice.ts";

const EMPTY = [null, [], {}, undefined, 0, ""];
const CHAT = { name: "chat", voice: VOICES.chat } as const;

/** Every value of JSON that has one of its parts replaced by something empty. */
function emptied(value: unknown): readonly unknown[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, at) => emptied(item).map((other) => value.with(at, other)))
    : isObject(value)
    ? Object.entries(value).flatMap(([name, item]) =>
      emptied(item).map((other) => ({ ...value, [name]: other }))
    )
    : [];
  return [...EMPTY, ...inner];
}

function dataOf(text: string): readonly string[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => json!);
}

eachTrack("B12 a stream with an empty part anywhere passes, and breaks nothing", async (track) => {
  const { voice } = track;
  const events = dataOf(textOf(...turnOf(voice)));
  const odd = events.flatMap((event) => emptied(JSON.parse(event)))
    .map((value) => `data: ${JSON.stringify(value) ?? ""}\n\n`);
  const isEnd = (event: string) =>
    /"type":"(?:message_stop|response\.(?:completed|failed|incomplete)|error)"|"status":"failed"/
      .test(event);
  // One stream with all of them, and one each for those that end it.
  const middle = odd.filter((event) => !isEnd(event) && !/"error":(?!null)/.test(event));
  const whole = textOf(voice.pre, voice.text("a")) + middle.join("") + textOf(...turnOf(voice));
  const { ask } = trackLab(track, { u1: [stream(new TextEncoder().encode(whole), "EOF")] });
  const got = await received(await ask());
  assertEquals([got.text.length, got.isWhole], [whole.length, true]);
  for (const event of odd.filter(isEnd)) {
    const bytes = new TextEncoder().encode(event);
    const { ask } = trackLab(track, { u1: [stream(voice.text("a"), bytes, "EOF")] });
    assertEquals((await ask()).status, 200, event);
  }
});

Deno.test("B12 a whole answer with an empty part anywhere is passed on or counts as empty, and breaks nothing", async () => {
  const whole = JSON.parse(textOf(answer("Hello").steps[0] as Uint8Array<ArrayBuffer>));
  for (const think of ["off", "split", "strip"] as const) {
    for (const value of emptied(whole)) {
      const body = JSON.stringify(value) ?? "";
      for (const isStream of [false, true]) {
        const { ask } = trackLab({ ...CHAT, think }, { u1: [json(body)] });
        const response = await ask({}, { stream: isStream });
        const text = await response.text();
        assertEquals([200, 502].includes(response.status), true, body);
        if (response.status === 200 && !isStream) assertEquals(text, body);
      }
    }
  }
});

Deno.test("B12 chunks of a stream that nobody asked for may have empty parts as well", async () => {
  const events = dataOf(textOf(...turnOf(VOICES.chat)));
  const odd = events.flatMap((event) => emptied(JSON.parse(event)));
  const body = [...odd.map((value) => JSON.stringify(value) ?? ""), ...events]
    .map((text) => `data: ${text}\n\n`).join("") + textOf(VOICES.chat.done);
  const { ask } = trackLab({ ...CHAT, think: "split" }, {
    u1: [stream(new TextEncoder().encode(body), "EOF")],
  });
  const response = await ask({}, { stream: false });
  const { choices } = await response.json();
  assertEquals(choices[0].finish_reason, "stop");
  assertEquals(choices[0].message.content.endsWith("Hello"), true);
});
