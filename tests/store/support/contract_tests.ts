import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";
import type {
  OpenStore,
  TraceStoreContractOptions,
} from "../../../src/testing/contract/contract_case.ts";

/**
 * Registers the contract of trace stores for one of them.
 *
 * @param store What the tests call it.
 * @param open Opens an empty one.
 * @param options What it lacks; `ignore` leaves all cases out, visibly.
 */
export function contractTests(
  store: string,
  open: OpenStore,
  { ignore = false, ...options }: TraceStoreContractOptions & { readonly ignore?: boolean } = {},
): void {
  for (const { name, skip, run } of traceStoreContract(open, options)) {
    const reason = skip === undefined ? "" : ` (${skip})`;
    Deno.test({
      name: `${store}: ${name}${reason}`,
      ignore: ignore || skip !== undefined,
      fn: run,
    });
  }
}
