import { urlOf } from "./fetch_arguments.ts";

/** Sends a request by a `fetch`, and keeps the response. */
export type HoldingSend = (
  send: typeof fetch,
  input: RequestInfo | URL,
  init?: RequestInit,
) => Promise<Response>;

/** Who holds the responses of which server, by the beginning of its addresses. */
const holders = new Map<string, HoldingSend>();
/** The runtime's own, while ours stands in its place. */
let replaced: { readonly own: typeof fetch; readonly ours: typeof fetch } | undefined;

/**
 * Has all responses of a server held that come by `globalThis.fetch`, until it is given back. A leaked
 * response that nobody holds is closed by the garbage collector some day, and a check would depend on
 * the day. Nothing changes for requests to other servers.
 *
 * @param url The address of the server, without a slash at the end.
 * @param hold Sends the requests to it.
 * @returns The runtime's own `fetch`, and what gives it back.
 */
export function holdResponses(
  url: string,
  hold: HoldingSend,
): { readonly own: typeof fetch; release(): void } {
  const origin = `${url}/`;
  const { own } = replaced ??= replaceFetch();
  holders.set(origin, hold);
  return {
    own,
    release() {
      holders.delete(origin);
      if (holders.size > 0 || !replaced) return;
      // One who has put a fetch of their own over ours keeps it; ours passes on what it is asked.
      if (globalThis.fetch === replaced.ours) globalThis.fetch = replaced.own;
      replaced = undefined;
    },
  };
}

function replaceFetch(): NonNullable<typeof replaced> {
  const own = globalThis.fetch;
  const ours = new Proxy(own, {
    apply(_, self, [input, init]: [RequestInfo | URL, RequestInit?]) {
      const send: typeof fetch = (...call) => Reflect.apply(own, self, call);
      const hold = holderOf(input);
      return hold ? hold(send, input, init) : send(input, init);
    },
  });
  globalThis.fetch = ours;
  return { own, ours };
}

function holderOf(input: RequestInfo | URL): HoldingSend | undefined {
  let url: string;
  try {
    url = urlOf(input);
  } catch {
    // What is no address is for the runtime to refuse.
    return undefined;
  }
  for (const [origin, hold] of holders) if (url.startsWith(origin)) return hold;
  return undefined;
}
