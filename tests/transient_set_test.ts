import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Placed, TransientSet } from "../src/transient_set.ts";

Deno.test("TransientSet has what a Set would have, whatever comes and goes", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom("add", "delete"), fc.nat(9)), { maxLength: 60 });
  fc.assert(fc.property(steps, (list) => {
    const members: Placed[] = Array.from({ length: 10 }, () => ({ place: 0 }));
    const set = new TransientSet<Placed>();
    const model = new Set<Placed>();
    for (const [step, nth] of list) {
      const one = members[nth]!;
      if (step === "add") {
        set.add(one);
        model.add(one);
      } else assertEquals(set.delete(one), model.delete(one));
      assertEquals(set.size, model.size);
      assertEquals(members.map((each) => set.has(each)), members.map((each) => model.has(each)));
      assertEquals(new Set(set), model);
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
