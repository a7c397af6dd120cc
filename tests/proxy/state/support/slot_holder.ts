/**
 * A proxy whose requests hold both slots of a limit until it is killed.
 *
 * Usage: deno run -A slot_holder.ts <url of a Redis>
 *
 * @module
 */
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { replica } from "./replicas.ts";
import { openCorner } from "./redis_server.ts";

/** How long a slot is kept for a proxy that is not heard of. */
export const SLOT_EXPIRY_MS = 600;

/** A limit of two for which nobody waits. */
export const HELD: ProxyConfig = {
  providers: { u1: { url: "http://u1/v1", max_concurrent: 2, queue: { max: 0 } } },
  models: { m: "u1/m" },
};

if (import.meta.main) {
  const [url] = Deno.args;
  const forEver = new Promise<undefined>(() => {});
  const options = { url: url!, prefix: "p:", slotExpiryMs: SLOT_EXPIRY_MS };
  const { ask } = replica(options, () => forEver, HELD);
  void ask();
  void ask();
  const { command } = await openCorner(url);
  while (await command("ZCARD", "p:slots:provider:u1") !== 2) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log("held");
}
