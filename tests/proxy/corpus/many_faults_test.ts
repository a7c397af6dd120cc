/** Any upstreams with any faults: a client gets one whole turn of one of them, or is told that it did not. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes } from "../../../src/bytes.ts";
import {
  comment,
  json,
  REFUSED,
  type Script,
  status,
  type Step,
} from "../support/scripted_upstream.ts";
import {
  endOf,
  receivedIn,
  stream,
  textOf,
  type Track,
  trackLab,
  TRACKS,
} from "./support/track.ts";

/** What one upstream does: a turn that names it, and how far it gets. */
interface Fault {
  readonly kind:
    | "whole"
    | "refused"
    | "status"
    | "json"
    | "cut"
    | "end"
    | "hang"
    | "error"
    | "slow";
  /** How many of its events come. */
  readonly events: number;
  /** How large packets are. */
  readonly packet: number;
}

const FAULT: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom<Fault["kind"]>(
    "whole",
    "refused",
    "status",
    "json",
    "cut",
    "end",
    "hang",
    "error",
    "slow",
  ),
  events: fc.nat(8),
  packet: fc.integer({ min: 5, max: 400 }),
});

function turnOf({ voice }: Track, name: string): readonly Bytes[] {
  const { pre, text, fin, usage, done } = voice;
  return [comment(name), pre, text(name), text("日🙂"), text(name), fin, usage, done];
}

function scriptOf(track: Track, name: string, fault: Fault): Script | typeof REFUSED {
  const { kind, events, packet } = fault;
  const turn = turnOf(track, name);
  const begun = packetsOf(concatBytes(turn.slice(0, events)), packet);
  switch (kind) {
    case "refused":
      return REFUSED;
    case "status":
      return status([429, 500, 401, 404, 400][events % 5]!);
    case "json":
      return json({ error: { message: name, code: 500 } });
    case "whole":
      return stream(...packetsOf(concatBytes(turn), packet), "EOF");
    case "slow":
      return stream(...turn.flatMap((step): readonly Step[] => [{ waitMs: 300 }, step]), "EOF");
    case "cut":
      return stream(...begun, "CUT");
    case "end":
      return stream(...begun, "EOF");
    case "hang":
      return stream(...begun, "HANG");
    case "error":
      return stream(...begun, track.voice.err({ message: name, code: 500 }), "HANG");
    default:
      return kind satisfies never;
  }
}

function packetsOf(body: Bytes, size: number): readonly Bytes[] {
  const count = Math.ceil(body.length / size);
  return Array.from({ length: count }, (_, at) => body.slice(at * size, (at + 1) * size));
}

const LIMITS = { timeouts: { ttft: 1, idle: 1, grace: 1, total: 20 } };

/** What a client may have got: the whole turn of the one that it got it from, or no turn that seems whole. */
function requireHonest(track: Track, faults: readonly Fault[], got: Got): void {
  const names = faults.map((_, at) => `u${at + 1}`);
  const { response, text, isWhole } = got;
  const seen = names.filter((name) => text.includes(`"${name}"`) || text.includes(`:${name}\n`));
  if (response.status !== 200) {
    const { error } = JSON.parse(text);
    assert(error.message !== "", text);
    return;
  }
  assertEquals(response.headers.get("x-proxy-upstream"), `${seen[0]}/m`);
  assertEquals(seen.length, 1, text);
  const turn = turnOf(track, seen[0]!);
  const { voice } = track;
  const { errors, ends } = endOf(voice, text);
  if (isWhole) {
    // Where nothing but its marker, or with it the count of tokens, was missing, the turn is whole as well.
    const { kind } = faults[names.indexOf(seen[0]!)]!;
    const mayLack = voice.mayAddDone && (kind === "end" || kind === "hang");
    const short = textOf(...turn.slice(0, -2), voice.done);
    assert(text === textOf(...turn) || (mayLack && text === short), text);
    assertEquals(errors, 0);
  } else {
    assertEquals([errors, ends], [1, 0], text);
    const told = text.slice(0, text.search(/^(?:event: error|data: \{"error":)/m));
    assert(textOf(...turn).startsWith(told), text);
  }
}

interface Got {
  readonly response: Response;
  readonly text: string;
  readonly isWhole: boolean;
}

for (const track of TRACKS) {
  Deno.test(`Any faults of any upstreams end in one whole turn, or in an error (${track.name})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(FAULT, { minLength: 1, maxLength: 3 }), async (faults) => {
        const names = faults.map((_, at) => `u${at + 1}`);
        const scripts = Object.fromEntries(
          names.map((name, at) => [name, [scriptOf(track, name, faults[at]!)]]),
        );
        const slots = { max_concurrent: 1, queue: { max: 0 } };
        const lab = trackLab(track, scripts, { provider: { ...LIMITS, ...slots, backoff: null } });
        requireHonest(track, faults, await receivedIn(lab, 25_000, lab.ask()));
        requireNothingHeld(lab);
        // Each slot is free again, so that the next request goes the same way.
        const tried = names.map((name) => lab.upstreams.hits(name).length);
        requireHonest(track, faults, await receivedIn(lab, 25_000, lab.ask()));
        assertEquals(names.map((name) => lab.upstreams.hits(name).length), tried.map((n) => 2 * n));
      }),
      { numRuns: 60 },
    );
  });
}

/** Every request and every attempt has come to its end. */
function requireNothingHeld({ events }: Pick<ReturnType<typeof trackLab>, "events">): void {
  const count = (kind: string) => events.filter(({ event }) => event === kind).length;
  assertEquals(count("attempt"), count("attempt_end"));
  assertEquals(count("request"), count("end"));
}
