import { socketTransport } from "../../../src/proxy/transport/socket_transport.ts";
import { POOL_CASES } from "./cases/pool_cases.ts";
import { SOCKET_CASES } from "./cases/socket_cases.ts";

for (const { name, run } of [...SOCKET_CASES, ...POOL_CASES]) {
  Deno.test(`socketTransport() ${name}`, () => run(socketTransport));
}
