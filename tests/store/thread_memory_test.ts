import { assertEquals } from "@std/assert";
import { ThreadMemory } from "../../src/store/thread_memory.ts";

Deno.test("ThreadMemory forgets the thread that was not asked for longest", () => {
  const memory = new ThreadMemory<number>();
  for (let nth = 0; nth < 1000; nth++) memory.keep(`t${nth}`, nth);
  assertEquals(memory.of("t0"), 0);
  memory.keep("more", 1);
  assertEquals([memory.of("t0"), memory.of("t1"), memory.of("t2")], [0, undefined, 2]);
});

Deno.test("ThreadMemory gives a thread that is to be written once, until the write has landed", () => {
  const memory = new ThreadMemory<number>();
  memory.keep("t", 1);
  assertEquals([memory.take("t"), memory.take("t"), memory.of("t")], [1, undefined, undefined]);
  memory.keep("t", 2);
  assertEquals([memory.of("t"), memory.take("t")], [2, 2]);
});
