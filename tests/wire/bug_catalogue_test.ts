import { assertEquals } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import { WIRES } from "../../src/wire/wires.ts";
import { rechunk } from "../support/bodies.ts";
import { usage } from "../support/events.ts";
import { readTurn } from "../support/reading.ts";
import { anthropicMessages } from "./catalogue/anthropic_messages.ts";
import { cohere } from "./catalogue/cohere.ts";
import { FAILURE_ROWS } from "./catalogue/failure_rows.ts";
import { FINISH_ROWS } from "./catalogue/finish_rows.ts";
import type { Fixture } from "./catalogue/fixture.ts";
import { bytesOf, CALL, TEXT, textOf } from "./catalogue/fixture.ts";
import { gemini } from "./catalogue/gemini.ts";
import { ollama } from "./catalogue/ollama.ts";
import { openAiChat } from "./catalogue/openai_chat.ts";
import { openAiResponses } from "./catalogue/openai_responses.ts";
import { rowBytes, summary } from "./catalogue/row.ts";
import { TOOL_CALL_ROWS } from "./catalogue/tool_call_rows.ts";
import { TRUNCATION_ROWS } from "./catalogue/truncation_rows.ts";

/** The wires, each as its provider writes it. */
const FIXTURES: readonly Fixture[] = [
  openAiChat,
  openAiResponses,
  anthropicMessages,
  gemini,
  ollama,
  cohere,
];

Deno.test("the catalogue of public bugs has every wire", () => {
  assertEquals(FIXTURES.map(({ wire }) => wire.id), Object.keys(WIRES));
});

const KINDS = { A: TRUNCATION_ROWS, C: FINISH_ROWS, D: TOOL_CALL_ROWS, F: FAILURE_ROWS };

for (const [kind, rows] of Object.entries(KINDS)) {
  for (const row of rows) {
    for (const fixture of FIXTURES) {
      const { id } = fixture.wire;
      // A cell that cannot be filled says why; there is nothing to run.
      if (row.cannot?.[id] !== undefined) continue;
      Deno.test(`catalogue ${kind}, ${row.name}, on ${id} (${row.ref})`, () => {
        const bytes = rowBytes(row, fixture);
        const expected = row.except?.[id] ?? row.expected;
        assertEquals(summary(readTurn(fixture.wire, bytes)), expected);
        assertEquals(summary(readTurn(fixture.wire, rechunk(bytes, [1]))), expected);
      });
    }
  }
}

for (const fixture of FIXTURES) {
  const { wire } = fixture;

  Deno.test(`catalogue A, a cut at every byte, on ${wire.id} (BerriAI/litellm#32159)`, () => {
    for (const sample of [TEXT, CALL]) {
      const bytes = bytesOf(wire, fixture.turn(sample));
      const { turn } = readTurn(wire, bytes);
      for (let cut = 0; cut < bytes.length; cut++) {
        const outcome = readTurn(wire, bytes.slice(0, cut));
        if (outcome.turn) assertEquals(outcome.turn, turn, `cut at ${cut}`);
        else assertEquals(outcome.code, "INCOMPLETE", `cut at ${cut}`);
      }
    }
  });

  Deno.test(`catalogue C, the usage of a turn, on ${wire.id} (maximhq/bifrost#191)`, () => {
    const { turn } = readTurn(wire, bytesOf(wire, fixture.turn(TEXT)));
    assertEquals(turn?.finish.usage, usage(9, 4));
  });
}

/** E. Spellings of one body. Those of events do not concern a wire of lines. */
const SPELLINGS: { name: string; ref: string; lines: boolean; spell(body: string): string }[] = [
  {
    name: "CRLF",
    ref: "rexxars/eventsource-parser#17, petarzarkov/dunx#115",
    lines: true,
    spell: (body) => body.replaceAll("\n", "\r\n"),
  },
  {
    name: "CR",
    ref: "EventSource/eventsource#326",
    lines: false,
    spell: (body) => body.replaceAll("\n", "\r"),
  },
  {
    name: "a byte order mark",
    ref: "rexxars/eventsource-parser#41, openai-python#3819",
    lines: true,
    spell: (body) => `\ufeff${body}`,
  },
  {
    name: "blank lines",
    ref: "DeepSeek's keep-alive",
    lines: true,
    spell: (body) => `\n${body.replaceAll("\n\n", "\n\n\n\n")}\n`,
  },
  {
    name: "no line end at the end",
    ref: "openai/openai-node#2725, gemini-cli#29059, pi#9047",
    lines: true,
    spell: (body) => body.trimEnd(),
  },
  {
    name: "comments",
    ref: "brainlid/langchain#569, symfony/ai#1068, jundot/omlx#839",
    lines: false,
    spell: (body) => body.replaceAll("data: ", ": PROCESSING\n\n: x\ndata: ").replace(/^/, ":\n\n"),
  },
  {
    name: "comments that a proxy wrapped",
    ref: "mnfst/llm-gateway#2053",
    lines: false,
    spell: (body) => body.replaceAll("\n\n", "\n\ndata: : keepalive\n\n"),
  },
  {
    name: "empty data",
    ref: "coddy-project/coddy-agent#106",
    lines: false,
    spell: (body) => body.replaceAll("\n\n", "\n\ndata:\n\n"),
  },
  {
    name: "other fields",
    ref: "toolhive#6102, evalscope#1474",
    lines: false,
    spell: (body) => body.replaceAll("data: ", "id: 1\nretry: 5\nfoo: bar\nbaz\ndata: "),
  },
  {
    name: "no space behind the colon",
    ref: "ogx-ai/ogx#4744",
    lines: false,
    spell: (body) => body.replaceAll("data: ", "data:").replaceAll("event: ", "event:"),
  },
  {
    name: "data of several lines",
    ref: "OpenMetadata#28945, stalwart jmap-client#19",
    lines: false,
    spell: (body) => body.replaceAll("data: {", "data: {\ndata: "),
  },
  {
    name: "a gateway's [DONE] behind the end",
    ref: "liuw1535/antigravity2api#73",
    lines: false,
    spell: (body) => `${body}data: [DONE]\n\n`,
  },
];

for (const fixture of FIXTURES) {
  const { wire } = fixture;
  const frames = fixture.turn({ text: ["Grü", "ße 北京 🎈"], calls: CALL.calls! });
  for (const { name, ref, lines, spell } of SPELLINGS) {
    if (wire.framing === "ndjson" && !lines) continue;
    Deno.test(`catalogue E, ${name}, on ${wire.id} (${ref})`, () => {
      const bytes = toBytes(spell(textOf(wire, frames)));
      for (const sizes of [[bytes.length], [1], [2, 3, 5]]) {
        assertEquals(summary(readTurn(wire, rechunk(bytes, sizes))), 'Grüße 北京 🎈|f({"q":1})');
      }
    });
  }
}
