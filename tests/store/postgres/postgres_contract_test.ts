import { contractTests } from "../support/contract_tests.ts";
import { NO_POSTGRES, openPostgres } from "../support/postgres_server.ts";

const SKIPPED = NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`;
const ignore = NO_POSTGRES !== undefined;

contractTests(`PostgresTraceStore by npm:postgres${SKIPPED}`, async () => {
  const { store, peer, close } = await openPostgres("npm:postgres");
  // Leases and times go by the server's clock: the handle's own decides nothing.
  return { store, peer, skewed: peer, reopen: peer, close };
}, { ignore });

contractTests(`PostgresTraceStore by npm:pg, without NOTIFY${SKIPPED}`, async () => {
  const { store, peer, close } = await openPostgres("npm:pg", { notify: false, pollMs: 20 });
  return { store, peer, skewed: peer, reopen: peer, close };
}, { ignore });
