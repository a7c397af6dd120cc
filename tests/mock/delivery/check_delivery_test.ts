import { assertEquals, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { checkChaos, pickChaos } from "../../../src/mock/delivery/chaos.ts";
import { checkDelivery, checkFaults } from "../../../src/mock/delivery/check_delivery.ts";
import { aRetryAfter, retryHeaders } from "../../../src/mock/delivery/retry_headers.ts";

const GOOD: readonly unknown[] = [
  {},
  { timing: { firstTokenMs: 1, tokensPerSecond: 0.5, jitter: 1, burst: 0.9 } },
  { timing: { frameMs: 3, jitter: 0.1 } },
  { timing: { recordedMs: [0, 1.5], speed: 0 } },
  { chunking: { by: "word", size: 3 }, contentType: "text/html" },
  { spelling: { lineEnd: "\r", spaceAfterColon: false, bom: true, packetBytes: 1 } },
  { spelling: { comment: { text: "", everyFrames: 1 } } },
  {
    faults: [
      { kind: "close", afterBytes: 0 },
      { kind: "error-frame", afterMs: 0.5, problem: { kind: "server", message: "" } },
      { kind: "double-marker" },
    ],
  },
];

const BAD: readonly (readonly [delivery: unknown, message: string])[] = [
  [7, "'d' as it must be an object"],
  [{ timings: {} }, "did you mean 'timing'?"],
  [{ timing: { firstTokenMs: -1 } }, "'d.timing.firstTokenMs'"],
  [{ timing: { firstTokenMs: Infinity } }, "'d.timing.firstTokenMs'"],
  [{ timing: { tokensPerSecond: 0 } }, "must be above 0"],
  [{ timing: { jitter: 1.1 } }, "from 0 to 1"],
  [{ timing: { jitter: 0.1 } }, "no wait that it could change"],
  [{ timing: { burst: 1, tokensPerSecond: 1 } }, "must be below 1"],
  [{ timing: { burst: 0.5, firstTokenMs: 1 } }, "'d.timing.burst'"],
  [{ timing: { recordedMs: [1, "2"] } }, "'d.timing.recordedMs[1]'"],
  [{ timing: { speed: 2 } }, "no 'recordedMs'"],
  [{ timing: { recordedMs: [1], firstTokenMs: 1 } }, "both are given"],
  [{ timing: { frameMs: 1, tokensPerSecond: 1 } }, "both are given"],
  [{ chunking: { by: "byte" } }, "'d.chunking.by'"],
  [{ chunking: { size: 0 } }, "at least 1"],
  [{ spelling: { lineEnd: "" } }, "'d.spelling.lineEnd'"],
  [{ spelling: { comment: { text: "a\nb", everyFrames: 1 } } }, "one line"],
  [{ spelling: { comment: { text: "a" } } }, "must have a member 'everyFrames'"],
  [{ spelling: { packetBytes: 0 } }, "at least 1"],
  [{ contentType: "" }, "'d.contentType'"],
  [{ faults: {} }, "'d.faults' as it must be a list"],
  [{ faults: [{ kind: "explode", afterFrames: 1 }] }, "'d.faults[0].kind'"],
  [{ faults: [{ afterFrames: 1 }] }, "must have a member 'kind'"],
  [
    { faults: [{ kind: "close" }] },
    "exactly one of afterFrames, afterBytes, afterMs, and it has none",
  ],
  [{ faults: [{ kind: "close", afterFrames: 1, afterMs: 1 }] }, "afterFrames and afterMs"],
  [{ faults: [{ kind: "close", afterFrames: -1 }] }, "'d.faults[0].afterFrames'"],
  [{ faults: [{ kind: "close", afterBytes: 1.5 }] }, "a whole number"],
  [{ faults: [{ kind: "missing-marker", afterFrames: 1 }] }, "no position"],
  [
    { faults: [{ kind: "close", afterFrames: 1, problem: { kind: "server", message: "" } }] },
    "only an",
  ],
  [{ faults: [{ kind: "missing-marker" }, { kind: "double-marker" }] }, "both cannot happen"],
];

Deno.test("checkDelivery() takes every delivery there is", () => {
  for (const delivery of GOOD) checkDelivery(delivery, "d");
});

for (const [delivery, message] of BAD) {
  Deno.test(`checkDelivery() refuses ${JSON.stringify(delivery)}`, () => {
    const error = assertThrows(() => checkDelivery(delivery, "d"), Error, message);
    assertEquals(error instanceof TypeError || error instanceof RangeError, true);
  });
}

Deno.test("checkFaults() refuses a position beyond a stream whose frames are known", () => {
  checkFaults([{ kind: "reset", afterFrames: 3 }], "faults", 3);
  const beyond = [{ kind: "reset", afterFrames: 4 }];
  assertThrows(() => checkFaults(beyond, "faults", 3), RangeError, "'faults[0].afterFrames'");
});

Deno.test("a mock refuses deliveries and chaos when it is made, and says where", () => {
  const faults = [{ kind: "close" as const }];
  for (
    const [options, message] of [
      [{ delivery: { faults } }, "'options.delivery.faults[0]'"],
      [{ rules: [{ result: "x", delivery: { faults } }] }, "'options.rules[0].delivery.faults[0]'"],
      [{ chaos: { faults: [{ probability: 2, fault: faults[0]! }] } }, "'options.chaos.faults[0]"],
    ] as const
  ) {
    assertThrows(() => new MockGPT(options), Error, message);
  }
});

const RESET = { kind: "reset", afterFrames: 0 } as const;
const BUSY = { problem: { kind: "rate_limit", message: "Slow down" } } as const;

Deno.test("pickChaos() is decided by the seed and the number of the call", () => {
  const chaos = {
    faults: [{ probability: 0.3, fault: RESET }, { probability: 0.2, response: BUSY }],
  };
  const picks = (seed: number) =>
    Array.from(
      { length: 5000 },
      (_, call) => chaos.faults.indexOf(pickChaos(chaos, call + 1, seed) as never),
    );
  assertEquals(picks(1), picks(1));
  const share = (index: number) => picks(1).filter((pick) => pick === index).length / 5000;
  assertEquals([0, 1, -1].map((index) => Math.round(share(index) * 20) / 20), [0.3, 0.2, 0.5]);
  assertEquals(picks(1).join() === picks(2).join(), false);
  const own = { ...chaos, seed: 1 };
  assertEquals(pickChaos(own, 7, 99), pickChaos(own, 7, 3));
});

Deno.test("pickChaos() gives what is said of a call, else chance, else nothing", () => {
  const always = { probability: 1, fault: RESET };
  const chaos = { faults: [always], onCall: { 2: { response: BUSY } } };
  assertEquals([1, 2, 3].map((call) => pickChaos(chaos, call, 0)), [
    always,
    { response: BUSY },
    always,
  ]);
  assertEquals(pickChaos({ onCall: {} }, 1, 0), undefined);
  assertEquals(pickChaos(undefined, 1, 0), undefined);
});

const BAD_CHAOS: readonly (readonly [chaos: unknown, message: string])[] = [
  [{ faults: [{ probability: 0.5 }] }, "either 'fault' or 'response', and it has neither"],
  [{ faults: [{ probability: 0.5, fault: RESET, response: { status: 500 } }] }, "both"],
  [{ faults: [{ fault: RESET }] }, "'probability'"],
  [
    { faults: [{ probability: 0.6, fault: RESET }, { probability: 0.6, fault: RESET }] },
    "at most 1",
  ],
  [{ onCall: { 0: { fault: RESET } } }, 'current key is "0"'],
  [{ onCall: { 1: { fault: { kind: "close" } } } }, "'c.onCall.1.fault'"],
  [{ seed: -1 }, "'c.seed'"],
  [{ odds: 1 }, "'c.odds'"],
];

for (const [chaos, message] of BAD_CHAOS) {
  Deno.test(`checkChaos() refuses ${JSON.stringify(chaos)}`, () => {
    assertThrows(() => checkChaos(chaos, "c"), Error, message);
  });
}

Deno.test("retryHeaders() writes seconds, a date, milliseconds and whether to retry", () => {
  const now = Date.UTC(2030, 0, 1);
  assertEquals(retryHeaders({ seconds: 3, ms: 2500.5, shouldRetry: false }, now), {
    "retry-after": "3",
    "retry-after-ms": "2500.5",
    "x-should-retry": "false",
  });
  assertEquals(retryHeaders({ dateInSeconds: 90 }, now), {
    "retry-after": "Tue, 01 Jan 2030 00:01:30 GMT",
  });
  assertEquals(retryHeaders({}, now), {});
  assertThrows(() => aRetryAfter({ seconds: 1, dateInSeconds: 1 }, "r"), TypeError, "it has both");
});
