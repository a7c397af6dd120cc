/** A way to a server on which answers are late. */
export interface DelayingWay {
  /** How late they are, in milliseconds. */
  delayMs: number;
  /** Its address, as that of a Redis. */
  readonly url: string;
  [Symbol.dispose](): void;
}

/** Opens one to a port of this machine. */
export function delaying(port: number): DelayingWay {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port: own } = listener.addr as Deno.NetAddr;
  const over = new AbortController();
  const way = {
    delayMs: 0,
    url: `redis://127.0.0.1:${own}`,
    [Symbol.dispose]() {
      over.abort();
      listener.close();
    },
  };
  const slept = () =>
    new Promise<void>((resolve) => {
      if (over.signal.aborted) return resolve();
      const timer = setTimeout(resolve, way.delayMs);
      over.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  async function pipe(from: Deno.Conn, to: Deno.Conn, isLate: boolean): Promise<void> {
    const bytes = new Uint8Array(64 * 1024);
    try {
      for (let count = await from.read(bytes); count !== null; count = await from.read(bytes)) {
        if (isLate) await slept();
        for (let sent = 0; sent < count;) sent += await to.write(bytes.subarray(sent, count));
      }
    } catch {
      // One of them ended.
    }
    for (const one of [from, to]) close(one);
  }
  async function serve(): Promise<void> {
    for await (const from of listener) {
      const to = await Deno.connect({ port });
      void pipe(from, to, false);
      void pipe(to, from, true);
    }
  }
  void serve();
  return way;
}

function close(one: Deno.Conn): void {
  try {
    one.close();
  } catch {
    // It is closed.
  }
}
