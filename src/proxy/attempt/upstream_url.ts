/** How many addresses are remembered; there are a few for each provider. */
const MAX_KNOWN = 1000;

const known = new Map<string, URL>();

/**
 * Gives the address of a path at a provider. Parsed once: only queries, which clients may send, make more of them.
 *
 * @param base Where the API of the provider begins, without a slash at the end.
 * @param path The path below it, a query included.
 */
export function upstreamUrl(base: string, path: string): URL {
  if (path.includes("?")) return new URL(base + path);
  const address = base + path;
  const found = known.get(address);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const url = new URL(address);
  known.set(address, url);
  return url;
}
