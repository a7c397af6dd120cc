import { assert, assertEquals, assertThrows } from "@std/assert";
import { withDeadline } from "../../../src/clock.ts";
import type { Fault, FaultKind } from "../../../src/mock/delivery/delivery_plan.ts";
import type { Framing } from "../../../src/mock/delivery/speller.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { delivered, frame, FRAMES, received } from "./bodies.ts";

const DATA = FRAMES.map(({ data }) => data);

/** Spells payloads as the framing has them, without what ends a body. */
function spelt(framing: Framing, data: readonly string[]): string {
  switch (framing) {
    case "sse":
      return data.map((item) => `data: ${item}\n\n`).join("");
    case "ndjson":
      return data.map((item) => `${item}\n`).join("");
    default:
      return data.map((item, index) => `${index === 0 ? "[" : ","}${item}\n`).join("");
  }
}

function tail(framing: Framing): string {
  return framing === "json-array" ? "\n]" : "";
}

/** What each kind makes of the seven frames after three of them, and whether the body then ends properly. */
const AFTER_THREE: readonly (readonly [
  kind: FaultKind,
  data: readonly string[],
  end: "closed" | "cut" | "broken",
])[] = [
  ["close", DATA.slice(0, 3), "cut"],
  ["reset", DATA.slice(0, 3), "broken"],
  ["error-frame", [...DATA.slice(0, 3), '{"error":"Overloaded"}'], "closed"],
  ["malformed-frame", [...DATA.slice(0, 3), '{"text"', ...DATA.slice(4)], "closed"],
  ["duplicate-frame", [...DATA.slice(0, 3), DATA[3]!, ...DATA.slice(3)], "closed"],
  ["reorder", [...DATA.slice(0, 3), DATA[4]!, DATA[3]!, ...DATA.slice(5)], "closed"],
  ["early-marker", [...DATA.slice(0, 3), DATA[6]!, ...DATA.slice(3, 6)], "closed"],
];

const UNPLACED: readonly (readonly [kind: FaultKind, data: readonly string[]])[] = [
  ["missing-marker", DATA.slice(0, 6)],
  ["double-marker", [...DATA, DATA[6]!]],
  ["content-after-finish", [...DATA.slice(0, 6), DATA[4]!, DATA[6]!]],
];

const FRAMINGS = ["sse", "ndjson", "json-array"] as const;

for (const framing of FRAMINGS) {
  for (const [kind, data, end] of AFTER_THREE) {
    Deno.test(`deliver() makes the fault ${kind} in ${framing} after three frames`, async () => {
      const faults = [{ kind, afterFrames: 3 }];
      const { body, settled } = delivered({ framing, delivery: { faults } });
      const { text, error } = await received(body);
      assertEquals(text, spelt(framing, data) + (end === "closed" ? tail(framing) : ""));
      assertEquals(error instanceof TypeError, end === "broken");
      const bytes = new TextEncoder().encode(text).length;
      assertEquals(settled.map(({ error: _, ...told }) => told), [
        { frames: data.length, bytes, faults: [kind], end: "fault" },
      ]);
    });
  }
  for (const [kind, data] of UNPLACED) {
    Deno.test(`deliver() makes the fault ${kind} in ${framing}`, async () => {
      const { body, settled } = delivered({ framing, delivery: { faults: [{ kind }] } });
      const { text } = await received(body);
      assertEquals(text, spelt(framing, data) + tail(framing));
      assertEquals(settled.map(({ end, faults }) => [end, faults]), [["fault", [kind]]]);
    });
  }
  Deno.test(`deliver() makes every cut of ${framing} exactly at its byte`, async () => {
    const whole = (await received(delivered({ framing }).body)).bytes;
    for (const kind of ["close", "reset", "error-frame"] as const) {
      for (let afterBytes = 0; afterBytes < whole.length; afterBytes++) {
        const { body, settled } = delivered({
          framing,
          delivery: { faults: [{ kind, afterBytes }] },
        });
        const { bytes, error } = await received(body);
        assertEquals(bytes.slice(0, afterBytes), whole.slice(0, afterBytes));
        if (kind === "error-frame") assert(bytes.length > afterBytes);
        else assertEquals(bytes.length, afterBytes);
        assertEquals(error instanceof TypeError, kind === "reset");
        assertEquals(settled.map(({ end, bytes: told }) => [end, told]), [["fault", bytes.length]]);
      }
    }
  });
}

Deno.test("deliver() hangs after exactly what was asked, tells so at once, and is over when the client leaves", async () => {
  for (const position of [{ afterFrames: 2 }, { afterBytes: 30 }, { afterFrames: 7 }]) {
    for (const how of ["abort", "cancel"] as const) {
      const abort = new AbortController();
      const faults = [{ kind: "hang", ...position } as const];
      const told: unknown[] = [];
      const { body, settled } = delivered({
        delivery: { faults },
        signal: abort.signal,
        onProgress: (handed) => told.push(handed.faults),
      });
      const reader = body.getReader();
      const { value } = await reader.read();
      const pending = reader.read();
      pending.catch(() => {});
      assertEquals(typeof await withDeadline(30, pending), "symbol");
      assertEquals([told, settled], [[[], ["hang"]], []]);
      const reason = new Error("That took too long");
      if (how === "cancel") await reader.cancel(reason);
      else abort.abort(reason);
      const last = await pending.catch((error) => error);
      assertEquals(last, how === "abort" ? reason : { done: true, value: undefined });
      const ended = [{ bytes: value!.length, end: "fault" as const, error: reason }];
      assertEquals(settled.map(({ bytes, end, error }) => ({ bytes, end, error })), ended);
    }
  }
});

const TIMING = { firstTokenMs: 100, tokensPerSecond: 10 };

Deno.test("deliver() makes a fault at its time, after what is due before", async () => {
  // The frames are due after 0, 200, 400, 500, 600, 600 and 600 ms.
  for (
    const [afterMs, frames] of [[0, 0], [1, 1], [200, 1], [200.5, 2], [399, 2], [600, 4]] as const
  ) {
    const clock = new ManualClock(50);
    const delivery = { timing: TIMING, faults: [{ kind: "reset", afterMs } as const] };
    const { body, settled } = delivered({ clock, delivery });
    let endedMs = NaN;
    const reading = received(body).finally(() => endedMs = clock.now() - 50);
    await clock.advance(1000);
    const { text } = await reading;
    assertEquals([text, endedMs], [spelt("sse", DATA.slice(0, frames)), afterMs]);
    assertEquals(settled.map(({ end }) => end), ["fault"]);
  }
});

Deno.test("deliver() makes several faults in one stream, each where frames are counted as sent", async () => {
  const faults: Fault[] = [
    { kind: "close", afterFrames: 6 },
    { kind: "duplicate-frame", afterFrames: 1 },
    { kind: "malformed-frame", afterFrames: 1 },
    { kind: "reorder", afterFrames: 3 },
    { kind: "double-marker" },
    { kind: "early-marker", afterFrames: 5 },
  ];
  const { text } = await received(delivered({ delivery: { faults } }).body);
  // The second fault is met first: the first of the two copies is the broken one.
  const broken = DATA[1]!.slice(0, Math.floor(DATA[1]!.length / 2));
  const data = [DATA[0]!, broken, DATA[1]!, DATA[3]!, DATA[2]!, DATA[6]!];
  assertEquals(text, spelt("sse", data));
});

Deno.test("deliver() changes the first frame that begins at a byte or later, or is due at a time", async () => {
  const first = new TextEncoder().encode(spelt("sse", DATA.slice(0, 1))).length;
  const doubled = (at: number) => spelt("sse", [...DATA.slice(0, at), ...DATA.slice(at - 1)]);
  for (const [afterBytes, at] of [[0, 1], [1, 2], [first, 2], [first + 1, 3]] as const) {
    const faults = [{ kind: "duplicate-frame", afterBytes } as const];
    assertEquals((await received(delivered({ delivery: { faults } }).body)).text, doubled(at));
  }
  const clock = new ManualClock();
  const faults = [{ kind: "duplicate-frame", afterMs: 300 } as const];
  const reading = received(delivered({ clock, delivery: { timing: TIMING, faults } }).body);
  await clock.advance(1000);
  assertEquals((await reading).text, doubled(3));
});

Deno.test("deliver() says what an error frame is told to say", async () => {
  const problem = { kind: "rate_limit", message: "Slow down" } as const;
  const faults = [{ kind: "error-frame", afterFrames: 0, problem } as const];
  const { text } = await received(delivered({ delivery: { faults } }).body);
  assertEquals(text, 'data: {"error":"Slow down"}\n\n');
});

Deno.test("deliver() takes the frame with the reason for the marker where there is none", async () => {
  const faults = [{ kind: "missing-marker" } as const];
  const { text } = await received(delivered({ delivery: { faults } }, FRAMES.slice(0, 6)).body);
  assertEquals(text, spelt("sse", DATA.slice(0, 5)));
});

Deno.test("deliver() adds usage to every chunk on wires that can", async () => {
  const faults = [{ kind: "usage-on-every-chunk" } as const];
  const withUsage = (item: typeof FRAMES[number], tokens: number) => ({
    ...item,
    data: `${item.data}${tokens}`,
  });
  const { text } = await received(delivered({ delivery: { faults }, withUsage }).body);
  const tokens = [0, 2, 4, 5, 6, 6, ""];
  assertEquals(text, spelt("sse", DATA.map((item, index) => `${item}${tokens[index]}`)));
});

for (const framing of FRAMINGS) {
  Deno.test(`deliver() gives an answer in ${framing} whole that is over before its optional fault`, async () => {
    const { bytes: whole } = await received(delivered({ framing }).body);
    for (const kind of ["close", "reset", "hang", "error-frame"] as const) {
      const faults = [{ kind, afterBytes: whole.length, optional: true }];
      const { body, settled } = delivered({ framing, delivery: { faults } });
      const { bytes, error } = await received(body);
      assertEquals([bytes, error, settled[0]?.end], [whole, undefined, "served"]);
    }
  });
}

const BYTES = new TextEncoder().encode(spelt("sse", DATA)).length;

const BEYOND: readonly (readonly [faults: readonly Fault[], message: string])[] = [
  [[{ kind: "reset", afterFrames: 8 }], "'delivery.faults[0].afterFrames'"],
  [[{ kind: "reset", afterFrames: 8 }], "the stream ends, and there are 7 frames"],
  [[{ kind: "close", afterFrames: 7 }], "the stream ends, and there are 7 frames"],
  [[{ kind: "close", afterBytes: BYTES }], `${BYTES} bytes: current value is ${BYTES}`],
  [[{ kind: "hang", afterBytes: BYTES + 1 }], "afterBytes"],
  [[{ kind: "hang", afterMs: 1 }], "0 ms"],
  [[{ kind: "duplicate-frame", afterFrames: 7 }], "7 frames"],
  [[{ kind: "malformed-frame", afterFrames: 9 }], "7 frames"],
  [[{ kind: "reorder", afterFrames: 6 }], "the last frame, and there are 7 frames"],
  [[{ kind: "early-marker", afterFrames: 6 }], "the end marker"],
  [
    [{ kind: "close", afterFrames: 2 }, { kind: "reset", afterFrames: 3 }],
    "'delivery.faults[1].afterFrames' must come before another fault ends the stream",
  ],
  [[{ kind: "duplicate-frame", afterFrames: 2 }, { kind: "hang", afterFrames: 2 }], "faults[0]"],
  [[{ kind: "usage-on-every-chunk" }], "no usage on its chunks"],
];

for (const [faults, message] of BEYOND) {
  Deno.test(`deliver() refuses ${JSON.stringify(faults)}`, () => {
    assertThrows(() => delivered({ delivery: { faults } }), RangeError, message);
  });
}

Deno.test("deliver() refuses faults about what an answer does not have", () => {
  const one = [frame("content", "{}", 1)];
  for (const kind of ["missing-marker", "double-marker", "content-after-finish"] as const) {
    assertThrows(
      () => delivered({ delivery: { faults: [{ kind }] } }, one),
      RangeError,
      "faults[0]",
    );
  }
  const faults = [{ kind: "early-marker", afterFrames: 0 } as const];
  assertThrows(() => delivered({ delivery: { faults } }, one), RangeError, "faults[0]");
});

Deno.test("deliver() cuts a JSON array only where that leaves something out", async () => {
  const framing = "json-array";
  const faults = [{ kind: "close", afterFrames: 7 } as const];
  const { text } = await received(delivered({ framing, delivery: { faults } }).body);
  assertEquals(text, spelt(framing, DATA));
});

const MIXED: readonly { readonly what: string; readonly faults: readonly Fault[] }[] = [
  {
    what: "every kind that leaves a stream its end",
    faults: [
      { kind: "usage-on-every-chunk" },
      { kind: "malformed-frame", afterFrames: 1 },
      { kind: "duplicate-frame", afterFrames: 2 },
      { kind: "content-after-finish" },
      { kind: "double-marker" },
    ],
  },
  {
    what: "two on one frame",
    faults: [{ kind: "malformed-frame", afterFrames: 1 }, {
      kind: "duplicate-frame",
      afterFrames: 1,
    }],
  },
];

Deno.test.each(MIXED)("deliver() tells each fault once, in order: $what", async ({ faults }) => {
  for (const packetBytes of [undefined, 3]) {
    const { body, settled } = delivered({
      delivery: { faults, spelling: { packetBytes } },
      withUsage: (frame) => ({ ...frame, data: `[${frame.data}]` }),
    });
    await received(body);
    assertEquals(settled.map((told) => told.faults), [faults.map(({ kind }) => kind)]);
  }
});

Deno.test("deliver() tells only the faults that happened before another fault, or the client, ended the body", async () => {
  const faults: readonly Fault[] = [
    { kind: "missing-marker" },
    { kind: "content-after-finish" },
    { kind: "close", afterFrames: 3 },
  ];
  const cut = delivered({ delivery: { faults } });
  await received(cut.body);
  assertEquals(cut.settled.map((told) => told.faults), [["close"]]);
  const late = delivered({
    delivery: {
      faults: [{ kind: "duplicate-frame", afterFrames: 0 }, { kind: "reset", afterFrames: 6 }],
      spelling: { packetBytes: 100 },
    },
  });
  const reader = late.body.getReader();
  await reader.read();
  await reader.cancel();
  assertEquals(late.settled.map(({ end, faults: told }) => [end, told]), [
    ["aborted", ["duplicate-frame"]],
  ]);
});

Deno.test("deliver() tells what was handed over while the body is on its way", async () => {
  const told: number[] = [];
  const { body } = delivered({
    delivery: { spelling: { packetBytes: 60 } },
    onProgress: ({ bytes }) => void told.push(bytes),
  });
  const reader = body.getReader();
  await reader.read();
  await reader.read();
  assertEquals(told, [60, 120]);
  await reader.cancel();
});

Deno.test("deliver() cuts what the provider says of a problem where another fault ends the body", async () => {
  for (const framing of FRAMINGS) {
    const [first] = DATA;
    const said = `${spelt(framing, [first!, '{"error":"Overloaded"}'])}${tail(framing)}`;
    const begin = spelt(framing, [first!]).length;
    for (let afterBytes = begin + 1; afterBytes < said.length; afterBytes++) {
      const faults = [{ kind: "error-frame", afterFrames: 1 }, {
        kind: "reset",
        afterBytes,
      }] as const;
      const { body, settled } = delivered({ framing, delivery: { faults } });
      const { text, error } = await received(body);
      assertEquals([text, error instanceof TypeError], [said.slice(0, afterBytes), true]);
      assertEquals(settled.map(({ bytes, end }) => [bytes, end]), [[afterBytes, "fault"]]);
      assertEquals(settled[0]!.faults.at(-1), "reset");
    }
  }
});
