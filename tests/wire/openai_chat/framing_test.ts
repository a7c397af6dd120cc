import { assertEquals } from "@std/assert";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import { encodeSse } from "../../../src/sse/encode_sse.ts";
import { rechunk } from "../../support/bodies.ts";
import { DONE, ends, readBytes, said, summary } from "./chunks.ts";

const PAYLOADS = [said("北"), said("京 🎈"), ends()].map((payload) => JSON.stringify(payload));

/** Kinds of framing: `research/wires.md` 4, kind E. Each body holds the same turn. */
const BODIES: { name: string; ref: string; body: string }[] = [
  { name: "LF", ref: "", body: frames("\n") },
  {
    name: "CRLF",
    ref: "rexxars/eventsource-parser#17, Effect-TS/effect#6954",
    body: frames("\r\n"),
  },
  { name: "CR", ref: "EventSource/eventsource#326", body: frames("\r") },
  {
    name: "line ends of every kind",
    ref: "joshmossas/event-source-plus#11",
    body: `data: ${PAYLOADS[0]}\r\n\ndata: ${PAYLOADS[1]}\r\rdata: ${
      PAYLOADS[2]
    }\n\r\ndata: ${DONE}\r\n\r\n`,
  },
  {
    name: "a byte order mark",
    ref: "rexxars/eventsource-parser#41",
    body: "\ufeff" + frames("\n"),
  },
  {
    name: "no space behind the colon",
    ref: "ogx-ai/ogx#4744",
    body: frames("\n").replaceAll("data: ", "data:"),
  },
  {
    name: "more spaces behind the colon",
    ref: "Nano-Collective/nanocoder#614",
    body: frames("\n").replaceAll("data: ", "data:   "),
  },
  {
    name: "comments between events",
    ref: "deepnoodle-ai/dive#206, brainlid/langchain#569, DeepSeek keep-alive",
    body: ": OPENROUTER PROCESSING\n\n" +
      frames("\n").replaceAll("data: ", ": keep-alive\n\ndata: "),
  },
  {
    name: "comments within events",
    ref: "symfony/ai#1068",
    body: frames("\n").replaceAll("data: ", ":\ndata: "),
  },
  {
    name: "comments that a proxy wrapped",
    ref: "mnfst/llm-gateway#2053, anomalyco/opencode#50871",
    body: frames("\n").replaceAll("data: ", "data: : keepalive\n\ndata: "),
  },
  {
    name: "empty data",
    ref: "coddy-project/coddy-agent#106",
    body: frames("\n").replaceAll("data: ", "data:\n\ndata: "),
  },
  {
    name: "data of blanks",
    ref: "coddy-project/coddy-agent#106",
    body: frames("\n").replaceAll("data: ", "data:   \n\ndata: "),
  },
  {
    name: "other fields",
    ref: "openmetadata/OpenMetadata#28945, stacklok/toolhive#6102",
    body: frames("\n").replaceAll(
      "data: ",
      "id: 7\nretry: 10\nevent: message\nfoo: bar\nbaz\ndata: ",
    ),
  },
  {
    name: "an event without data",
    ref: "openai/openai-go#227",
    body: "event: ping\n\nid: 1\n\n" + frames("\n"),
  },
  {
    name: "data of several lines",
    ref: "OpenMetadata#28945, stalwart jmap-client#19",
    body: frames("\n").replaceAll('{"index"', '\ndata: {"index"'),
  },
  {
    name: "no blank line at the end",
    ref: "openai/openai-node#2725, anomalyco/opencode#40454",
    body: frames("\n").trimEnd() + "\n",
  },
  { name: "no line end at the end", ref: "openai/openai-node#2725", body: frames("\n").trimEnd() },
  {
    name: "two blank lines between events",
    ref: "",
    body: frames("\n").replaceAll("\n\n", "\n\n\n"),
  },
];

/** The marker's spellings. */
const MARKERS = ["data:[DONE]", "data: [DONE]", "data:  [DONE]", "data: [DONE] ", "data: [DONE]\t"];

function frames(lineEnd: string): string {
  return [...PAYLOADS, DONE].map((payload) => `data: ${payload}${lineEnd}${lineEnd}`).join("");
}

for (const { name, ref, body } of BODIES) {
  Deno.test(`openai-chat reads the same turn with ${name} (${ref || "baseline"})`, () => {
    const bytes = toBytes(body);
    assertEquals(summary(readBytes(bytes)), "北京 🎈");
    assertEquals(summary(readBytes(rechunk(bytes, [1]))), "北京 🎈");
    assertEquals(summary(readBytes(rechunk(bytes, [2, 3, 1]))), "北京 🎈");
  });
}

for (const marker of MARKERS) {
  for (const end of ["\n\n", "\r\n\r\n", "\n", "\r", ""]) {
    const name = JSON.stringify(marker + end);
    Deno.test(`openai-chat ends at the marker spelt ${name} (mistralai/mistral-vibe#793)`, () => {
      const body = toBytes(`data: ${JSON.stringify(said("Hi", "stop"))}\n\n${marker}${end}`);
      assertEquals(summary(readBytes(body)), "Hi");
      assertEquals(summary(readBytes(rechunk(body, [1]))), "Hi");
    });
  }
}

for (
  const marker of [
    "data: [DONE",
    "data: [DON",
    "data: [DONE].",
    "data: x[DONE]",
    "data: DONE",
    "[DONE]",
  ]
) {
  Deno.test(`openai-chat does not end at "${marker}"`, () => {
    const body = `data: ${JSON.stringify(said("Hi", "stop"))}\n\n${marker}`;
    assertEquals(readBytes(toBytes(body)).turn, undefined);
    assertEquals(readBytes(toBytes(body + "\n\n")).turn, undefined);
  });
}

Deno.test("openai-chat takes the marker within content for content", () => {
  const body = concatBytes([
    encodeSse({ data: JSON.stringify(said("data: [DONE]\n\n")) }),
    encodeSse({ data: JSON.stringify(ends()) }),
    encodeSse({ data: DONE }),
  ]);
  assertEquals(readBytes(body).turn?.text, "data: [DONE]\n\n");
});

Deno.test("openai-chat keeps characters that a chunk cuts (braintrust#2091, api7/aisix#111)", () => {
  const body = toBytes(frames("\n"));
  for (let at = 1; at < body.length; at++) {
    assertEquals(summary(readBytes([body.slice(0, at), body.slice(at)])), "北京 🎈");
  }
});

Deno.test("openai-chat reads an event of 4 MiB in chunks of 1 KiB (rexxars/eventsource-parser#19)", () => {
  const long = "x".repeat(4 * 1024 * 1024);
  const body = concatBytes([
    encodeSse({ data: JSON.stringify(said(long, "stop")) }),
    encodeSse({ data: DONE }),
  ]);
  assertEquals(readBytes(rechunk(body, [1024])).turn?.text.length, long.length);
});
