import { assertEquals } from "@std/assert";
import { chained } from "../../../src/mock/providers/chained.ts";

Deno.test("chained() gives the items of each row in order, each when it is asked for", () => {
  const log: string[] = [];
  function* row(name: string, length: number) {
    log.push(`${name} begins`);
    for (let at = 0; at < length; at++) yield name + at;
    log.push(`${name} ends`);
  }
  const rows = function* () {
    yield row("a", 2);
    yield row("b", 0);
    yield ["c"];
  };
  assertEquals([...chained(rows())], ["a0", "a1", "c"]);
  assertEquals(log, ["a begins", "a ends", "b begins", "b ends"]);
  assertEquals([...chained([])], []);
});

Deno.test("chained() ends its row when nobody wants more of it", () => {
  const log: string[] = [];
  function* row() {
    try {
      yield* [1, 2, 3];
    } finally {
      log.push("row");
    }
  }
  function* rows() {
    try {
      yield row();
      yield row();
    } finally {
      log.push("rows");
    }
  }
  for (const item of chained(rows())) {
    if (item === 2) break;
  }
  assertEquals(log, ["row", "rows"]);
});
