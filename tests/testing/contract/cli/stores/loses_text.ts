import { MemoryTraceStore } from "../../../../../src/store/memory_trace_store.ts";
import type { Entry } from "../../../../../src/store/trace_event.ts";
import type { OpenStore } from "../../../../../src/testing/contract/contract_case.ts";

/** Loses whatever is text. */
class LosesText extends MemoryTraceStore {
  override append(
    ...[thread, batch, options]: Parameters<MemoryTraceStore["append"]>
  ): Promise<readonly Entry[]> {
    const drafts = batch.map((event) => ({
      ...event,
      payload: typeof event.payload === "string" ? null : event.payload,
    }));
    return super.append(thread, drafts, options);
  }
}

const open: OpenStore = () => ({ store: new LosesText() });

export default open;
