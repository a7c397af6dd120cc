import fc from "fast-check";
import type { Bytes } from "../../src/bytes.ts";
import { mutate } from "../../src/checks/fuzz/mutation.ts";
import type { Mutation } from "../../src/checks/fuzz/mutation.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values that a broken server may put where another one stood. */
const ODD: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  ...[null, true, 0, 1, -1, 1e308, "", "x", "null", "stop", "error", "{}", [], {}, [[]], [null]],
  { error: "x" },
  { content: "y" },
  { index: 0, delta: { content: "z" }, finish_reason: "length" },
);

const AT = fc.nat(1000);
const BYTE = fc.nat(100_000);

const MUTATION: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ op: fc.constant("drop" as const), at: AT }),
  fc.record({ op: fc.constant("double" as const), at: AT }),
  fc.record({ op: fc.constant("swap" as const), at: AT, with: AT }),
  fc.record({ op: fc.constant("split" as const), at: AT, byte: BYTE }),
  fc.record({ op: fc.constant("flip" as const), at: AT, byte: BYTE, value: fc.nat(255) }),
  fc.record({ op: fc.constant("cut" as const), at: AT, byte: BYTE }),
);

/** What the fuzzing of adapters has no need of: another order, and a frame cut with others behind it. */
const REARRANGEMENT = fc.record({ op: fc.constantFrom("rotate", "chop"), at: AT, byte: BYTE });

/**
 * A body of these frames of which some are left out, doubled, moved, split or cut, or have a byte
 * changed; now and then it is whole.
 */
export function mutatedBody(frames: readonly Bytes[]): fc.Arbitrary<Bytes> {
  const rearrangements = fc.array(REARRANGEMENT, { maxLength: 1 });
  const mutations = fc.array(MUTATION, { maxLength: 2 });
  return fc.tuple(rearrangements, mutations).map(([before, then]) =>
    mutate(
      before.reduce<readonly Bytes[]>((list, { op, at, byte }) => {
        const place = at % Math.max(list.length, 1);
        const frame = list[place];
        if (frame === undefined) return list;
        if (op === "rotate") return [...list.slice(place), ...list.slice(0, place)];
        return list.with(place, frame.slice(0, byte % (frame.length + 1)));
      }, frames),
      then,
    )
  );
}

/** The same frames with some left out, doubled, swapped, or with values in them changed. */
export function mutatedFrames(frames: readonly SseEvent[]): fc.Arbitrary<SseEvent[]> {
  const step = fc.record({
    kind: fc.constantFrom("drop", "double", "swap", "replace", "remove", "rename"),
    at: fc.nat(frames.length - 1),
    path: fc.array(fc.nat(5), { maxLength: 6 }),
    value: ODD,
  });
  return fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => {
    const list = [...frames];
    for (const { kind, at, path, value } of steps) {
      const place = Math.min(at, Math.max(list.length - 1, 0));
      const frame = list[place] ?? frames[0]!;
      if (kind === "drop") list.splice(place, 1);
      else if (kind === "double") list.splice(place, 0, frame);
      else if (kind === "swap") list.splice(place, 2, ...list.slice(place, place + 2).reverse());
      else list[place] = { ...frame, data: changeAt(frame.data, path, kind, value) };
    }
    return list;
  });
}

/** Changes one value of a JSON text; the path picks a member by its position, and ends at a leaf. */
function changeAt(data: string, path: readonly number[], kind: string, value: Json): string {
  if (!data.startsWith("{")) return JSON.stringify(value);
  const root: Json = JSON.parse(data);
  let parent: Json = root;
  let key = "";
  for (const step of path) {
    const next: Json | undefined = key === "" ? root : member(parent, key);
    if (typeof next !== "object" || next === null) break;
    const keys = Object.keys(next);
    if (keys.length === 0) break;
    parent = next;
    key = keys[step % keys.length]!;
  }
  if (key === "" || typeof parent !== "object" || parent === null) return JSON.stringify(value);
  const holder = parent as { [key: string]: Json };
  const old = holder[key] ?? null;
  if (kind === "replace") holder[key] = value;
  else delete holder[key];
  if (kind === "rename") holder[`${key}_`] = old;
  return JSON.stringify(root);
}

function member(parent: Json, key: string): Json | undefined {
  return typeof parent === "object" && parent !== null
    ? (parent as { [key: string]: Json })[key]
    : undefined;
}
