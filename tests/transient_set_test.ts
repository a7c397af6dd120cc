import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Placed, TransientSet } from "../src/transient_set.ts";

Deno.test("TransientSet has what a Set would have, whatever comes and goes", () => {
  const step = fc.record({
    add: fc.boolean(),
    from: fc.nat(99),
    count: fc.integer({ max: 100, min: 1 }),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
    const members: Placed[] = Array.from({ length: 100 }, () => ({ place: 0 }));
    const set = new TransientSet<Placed>();
    const model = new Set<Placed>();
    for (const { add, from, count } of steps) {
      for (const one of members.slice(from, from + count)) {
        if (add) {
          set.add(one);
          model.add(one);
        } else assertEquals(set.delete(one), model.delete(one));
      }
      assertEquals(set.size, model.size);
      assertEquals(members.map((each) => set.has(each)), members.map((each) => model.has(each)));
      assertEquals([...set].filter((one) => !model.has(one)), []);
      assertEquals([...set].length, model.size);
    }
  }));
});

Deno.test("TransientSet uses the places of those that left again", () => {
  const set = new TransientSet<Placed>();
  const one = { place: 0 };
  const others = [{ place: 0 }, { place: 0 }];
  for (const other of [one, others[0]!]) set.add(other);
  set.delete(one);
  set.add(others[1]!);
  assertEquals(others.map(({ place }) => place), [1, 0]);
});

Deno.test("TransientSet forgets how many there once were, also while one stays", () => {
  const set = new TransientSet<Placed>();
  const many: Placed[] = Array.from({ length: 1000 }, () => ({ place: 0 }));
  for (const one of many) set.add(one);
  const last = many.pop()!;
  for (const one of many) set.delete(one);
  const next = { place: 0 };
  set.add(next);
  assert(Math.max(last.place, next.place) < 100);
  assertEquals(new Set(set), new Set([last, next]));
});
