import type { Lab } from "./lab.ts";
import { MemoryLab } from "./memory_lab.ts";
import { ServerLab } from "./server_lab.ts";

/** What carries the requests of an adapter to a lab. */
export type Transport = "fetch" | "server";

/** Every transport. */
export const TRANSPORTS: readonly Transport[] = ["fetch", "server"];

/** Opens a lab, which must be closed: one in process, or one on a loopback port. */
export async function openLab(transport: Transport): Promise<Lab> {
  return transport === "fetch" ? new MemoryLab() : await ServerLab.start();
}
