import { MemoryTraceStore, type OpenStore } from "../../../../../testing.ts";

/** Leaves a timer behind, as a driver leaves a socket. */
const open: OpenStore = () => {
  setInterval(() => {}, 1000);
  return { store: new MemoryTraceStore() };
};

export default open;
