import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../../mock/cli/flags.ts";
import { shown } from "../../../shown.ts";
import type { OpenStore, TraceStoreContractOptions } from "../contract_case.ts";

/** What a module says of a store. */
export interface StoreModule {
  /** Opens it. */
  readonly open: OpenStore;
  /** How to check it. */
  readonly options: TraceStoreContractOptions;
}

/**
 * Loads the module of a store.
 *
 * @param place Its path or address.
 * @throws {UsageError} If it cannot be loaded, or exports no function to open a store.
 */
export async function loadStoreModule(place: string): Promise<StoreModule> {
  const { default: open, options = {} } = await imported(addressOf(place));
  if (typeof open === "function") {
    return { open: open as OpenStore, options: options as TraceStoreContractOptions };
  }
  throw new UsageError(
    `The default export of '${place}' must be a function that gives { store }: it is ${
      shown(open)
    }`,
  );
}

/** The drive of a Windows path looks like a scheme of one letter. */
function addressOf(place: string): string {
  if (/^[a-z][a-z\d+.-]+:/i.test(place)) return place;
  return pathToFileURL(resolve(process.cwd(), place)).href;
}

async function imported(address: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(address);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`Cannot load the module of the store: ${why}`, { cause });
  }
}
