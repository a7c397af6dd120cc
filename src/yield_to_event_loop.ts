/** What gives turns of the event loop; not every runtime has immediates. */
interface Runtime {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
}

/** As they are when this module is loaded: a fake clock that a test sets later would hold them for ever. */
const { setImmediate, setTimeout }: Runtime = globalThis;

/** Lets the event loop take a turn. A timer would take a millisecond or more of it. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate) setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
