import { assertEquals, assertStrictEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { readEvent } from "../../../src/proxy/stream/read_event.ts";
import { ThinkStream } from "../../../src/proxy/think/think_stream.ts";
import { chunkEvent, runThinkStream } from "./run_think_stream.ts";
import { thinkPlan } from "./think_plan.ts";

const DONE = "data: [DONE]\n\n";
const STOP = { finish_reason: "stop" };
const HELD = chunkEvent({ content: "a <th" });

interface Case {
  readonly does: string;
  readonly plan?: Partial<ThinkPlan>;
  readonly body: string;
  readonly gives: string;
}

const SEED: readonly Case[] = [
  {
    does: "finds a tag that is cut by events",
    body: chunkEvent({ content: "<think>a</th" }) + chunkEvent({ content: "ink>b" }) + DONE,
    gives: chunkEvent({ reasoning_content: "a" }) + chunkEvent({ content: "b" }) + DONE,
  },
  {
    does: "gives a held tail with the finish",
    body: HELD + chunkEvent({}, STOP) + DONE,
    gives: chunkEvent({ content: "a " }) + chunkEvent({ content: "<th" }, STOP) + DONE,
  },
  {
    does: "passes comments, other fields, broken JSON and chunks without choices on",
    body:
      ': hi\n\nid: 1\n\ndata: {"choices":[{"delta":{"content":"<think>"}}\n\ndata: {"a":"<think>"}\n\n' +
      'data: null\n\ndata: ok\n\ndata\n\ndata: {"choices":null}\n\ndata: {"choices":[],"usage":{"total_tokens":1}}\n\n',
    gives:
      ': hi\n\nid: 1\n\ndata: {"choices":[{"delta":{"content":"<think>"}}\n\ndata: {"a":"<think>"}\n\n' +
      'data: null\n\ndata: ok\n\ndata\n\ndata: {"choices":null}\n\ndata: {"choices":[],"usage":{"total_tokens":1}}\n\n',
  },
  {
    does: "strips thoughts",
    plan: { mode: "strip" },
    body: chunkEvent({ content: "<think>a" }) + chunkEvent({ content: "b</think>c" }) +
      chunkEvent({}, STOP) + DONE,
    gives: chunkEvent({ content: "c" }) + chunkEvent({}, STOP) + DONE,
  },
  {
    does: "passes everything on when off",
    plan: { mode: "off" },
    body: chunkEvent({ content: "<think>a</th" }) + DONE,
    gives: chunkEvent({ content: "<think>a</th" }) + DONE,
  },
];

const ERROR = 'data: {"error":{"message":"Overloaded"}}\n\n';

const KINDS: readonly Case[] = [
  {
    does: "gives a held tail before [DONE] where no finish came",
    body: HELD + DONE,
    gives: chunkEvent({ content: "a " }) + chunkEvent({ content: "<th" }, { finish_reason: null }) +
      DONE,
  },
  {
    does: "gives a held tail before an error",
    body: HELD + ERROR,
    gives: chunkEvent({ content: "a " }) + chunkEvent({ content: "<th" }, { finish_reason: null }) +
      ERROR,
  },
  {
    does: "gives a held tail before an event that is named an error",
    body: HELD + "event: error\ndata: busy\n\n",
    gives: chunkEvent({ content: "a " }) + chunkEvent({ content: "<th" }, { finish_reason: null }) +
      "event: error\ndata: busy\n\n",
  },
  {
    does: "gives a held tail when a stream ends without a finish",
    body: HELD,
    gives: chunkEvent({ content: "a " }) + chunkEvent({ content: "<th" }, { finish_reason: null }),
  },
  {
    does: "gives no held tail of a thought that is thrown away",
    plan: { mode: "strip" },
    body: chunkEvent({ content: "a<think>b</th" }),
    gives: chunkEvent({ content: "a" }),
  },
  {
    does: "gives the held tails of several choices as one event",
    body: chunkEvent({ content: "<" }) + chunkEvent({ content: "<think></" }, {}, 1),
    gives: `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"<"},"finish_reason":null},` +
      `{"index":1,"delta":{"reasoning_content":"</"},"finish_reason":null}]}\n\n`,
  },
  {
    does: "makes the event of a held tail like the chunk before it",
    body:
      'data: {"x":1,"model":"m","object":"chat.completion.chunk","id":"i","created":5,"system_fingerprint":"f",' +
      '"choices":[{"delta":{"content":"b<"}}]}\r\n\r\ndata: {"id":"other","choices":[],"usage":{}}\n\n',
    gives:
      'data: {"x":1,"model":"m","object":"chat.completion.chunk","id":"i","created":5,"system_fingerprint":"f",' +
      '"choices":[{"delta":{"content":"b"}}]}\r\n\r\ndata: {"id":"other","choices":[],"usage":{}}\n\n' +
      'data: {"id":"i","object":"chat.completion.chunk","created":5,"model":"m","system_fingerprint":"f",' +
      '"choices":[{"index":0,"delta":{"content":"<"},"finish_reason":null}]}\r\n\r\n',
  },
  {
    does: "sends no event of which all is held back",
    body: chunkEvent({ content: "<th" }) + chunkEvent({ content: "ink>" }) +
      chunkEvent({ content: "a</think>b" }, STOP),
    gives: chunkEvent({ content: "b", reasoning_content: "a" }, STOP),
  },
  {
    does: "sends an emptied event that says who speaks, calls a tool, finishes or counts",
    plan: { mode: "strip" },
    body: chunkEvent({ role: "assistant", content: "<think>" }) +
      chunkEvent({ content: "a", tool_calls: [{ index: 0 }] }) +
      'data: {"choices":[{"delta":{"content":"b"}}],"usage":{"total_tokens":1}}\n\n' +
      chunkEvent({ content: "c" }, STOP),
    gives: chunkEvent({ role: "assistant" }) + chunkEvent({ tool_calls: [{ index: 0 }] }) +
      'data: {"choices":[{"delta":{}}],"usage":{"total_tokens":1}}\n\n' + chunkEvent({}, STOP),
  },
  {
    does: "keeps every other byte of an event that it changes",
    body:
      'id: 7\r\nevent: x\r\ndata:{ "created":1.0e3, "a" : 12345678901234567890,"choices":[ {"\\u0064elta":{"content":"\\u003cthink>a</think>b" , "z":"\\u00e4"} ,"index" :0}]}\r\n\r\n',
    gives:
      'id: 7\r\nevent: x\r\ndata:{ "created":1.0e3, "a" : 12345678901234567890,"choices":[ {"\\u0064elta":{"content":"b" , "z":"\\u00e4","reasoning_content":"a"} ,"index" :0}]}\r\n\r\n',
  },
  {
    does: "reads a chunk that is written over several lines of data",
    body: 'data: {"choices":[{\ndata:  "delta":{"content":"<think>a</think>b"}}]}\n\n',
    gives: 'data: {"choices":[{\ndata:  "delta":{"content":"b","reasoning_content":"a"}}]}\n\n',
  },
  {
    does: "does not touch the texts of the older completions, which have no place for thoughts",
    body: 'data: {"choices":[{"text":"<think>a</think>b"}]}\n\n',
    gives: 'data: {"choices":[{"text":"<think>a</think>b"}]}\n\n',
  },
  {
    does: "changes the member that counts where there are two of one name",
    plan: { mode: "strip" },
    body: 'data: {"choices":[{"delta":{"content":"<think>x","content":"<think>a</think>b"}}]}\n\n',
    gives: 'data: {"choices":[{"delta":{"content":"b"}}]}\n\n',
  },
];

for (const { does, plan, body, gives } of [...SEED, ...KINDS]) {
  Deno.test(`ThinkStream ${does}`, () => assertEquals(runThinkStream(body, plan), gives));
}

Deno.test("ThinkStream gives the very bytes of an event in which nothing changes", () => {
  const stream = new ThinkStream(thinkPlan());
  const bodies = [
    chunkEvent({ content: "a" }),
    chunkEvent({}, STOP),
    DONE,
    ": hi\n\n",
    "data: {\n\n",
  ];
  for (const bytes of bodies.map(toBytes)) {
    assertStrictEquals(stream.rewrite(readEvent(bytes)), bytes);
  }
  assertEquals(stream.end(), null);
});

Deno.test("ThinkStream passes a character on that is cut into two chunks", () => {
  const halves = ['"<think>\\ud83d"', '"\\ude42</think>c"'];
  const body = halves.map((half) => `data: {"choices":[{"delta":{"content":${half}}}]}\n\n`);
  assertEquals(
    runThinkStream(body.join("")),
    'data: {"choices":[{"delta":{"reasoning_content":"\\ud83d"}}]}\n\n' +
      'data: {"choices":[{"delta":{"content":"c","reasoning_content":"\\ude42"}}]}\n\n',
  );
});

const ENDS: readonly { body: string; times: number; what: string }[] = [
  { what: "a thought that does not end", body: chunkEvent({ content: "<think>a" }), times: 1 },
  { what: "a thought that ends", body: chunkEvent({ content: "<think>a</think>" }), times: 0 },
  { what: "a thought behind text", body: chunkEvent({ content: "a<think>b" }), times: 0 },
  { what: "nothing", body: "", times: 0 },
];

for (const { what, body, times } of ENDS) {
  Deno.test(`ThinkStream tells ${times} times of no answer when a turn is ${what}`, () => {
    for (const mode of ["split", "strip"] as const) {
      let count = 0;
      runThinkStream(body + chunkEvent({}, STOP), { mode }, () => count++);
      assertEquals(count, times);
    }
  });
}

Deno.test("ThinkStream takes a call of a tool for an answer", () => {
  let count = 0;
  const body = chunkEvent({ content: "<think>a" }) +
    chunkEvent({}, { finish_reason: "tool_calls" });
  runThinkStream(body, {}, () => count++);
  assertEquals(count, 0);
});
