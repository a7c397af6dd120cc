import { MemoryTraceStore } from "../../../../../src/store/memory_trace_store.ts";
import type { Entry } from "../../../../../src/store/trace_event.ts";
import type { OpenStore } from "../../../../../src/testing/contract/contract_case.ts";

/** Is a store like any other, whose driver throws where nobody can catch it. */
class Strays extends MemoryTraceStore {
  override append(
    ...args: Parameters<MemoryTraceStore["append"]>
  ): Promise<readonly Entry[]> {
    void Promise.reject(new Error("connection lost"));
    setTimeout(() => {
      throw new Error("socket closed");
    }, 0);
    return super.append(...args);
  }
}

const open: OpenStore = () => ({ store: new Strays() });

export default open;
