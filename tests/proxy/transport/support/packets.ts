import type { Bytes } from "../../../../src/bytes.ts";
import type { ByteSource } from "../../../../src/proxy/transport/byte_source.ts";

/** A connection over which packets come, and that ends after them. */
export function packetSource(packets: readonly Bytes[]): ByteSource {
  // Whoever reads may change what it is given.
  const left = packets.filter(({ length }) => length > 0).map((packet) => packet.slice());
  return {
    read: () => Promise.resolve(left.shift() ?? null),
    unread: (bytes) => void left.unshift(bytes),
  };
}

/** Cuts bytes at places, given as shares of the length. */
export function cutAt(bytes: Bytes, shares: readonly number[]): Bytes[] {
  const places = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
  return [...places, bytes.length].map((end, at) => bytes.slice(places[at - 1] ?? 0, end));
}
