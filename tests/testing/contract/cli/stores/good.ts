import { MemoryTraceStore } from "../../../../../src/store/memory_trace_store.ts";
import type { OpenStore } from "../../../../../src/testing/contract/contract_case.ts";

const open: OpenStore = () => ({ store: new MemoryTraceStore() });

export default open;

export const options = { leaseMs: 20, stressMs: 5 };
