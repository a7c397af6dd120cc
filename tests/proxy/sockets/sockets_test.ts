import { EVERY_CASE } from "./cases/every_case.ts";

for (const { name, run } of EVERY_CASE) Deno.test(`over sockets, ${name}`, run);
