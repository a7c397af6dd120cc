import type { ConfigPath, Problems } from "./config_problem.ts";
import type { ProxyPlan } from "./plan.ts";

/** Where to listen unless told otherwise: only programs of the same machine reach it. */
const HOST = "127.0.0.1";
const PORT = 4000;

const FORM_REGEXP = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::(\d{1,5}))?$/;

/**
 * Reads where to listen.
 *
 * @param value `host:port`, a host, a port, or `undefined`.
 * @param path Where it stands.
 * @param problems Is told if it is none of these.
 */
export function readListen(
  value: string | number | undefined,
  path: ConfigPath,
  problems: Problems,
): ProxyPlan["listen"] {
  if (value === undefined) return { hostname: HOST, port: PORT };
  if (typeof value === "number") return { hostname: HOST, port: value };
  // Of a variable: "${PORT}" is a text.
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) {
    return { hostname: HOST, port: Number(value) };
  }
  if (/^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/.test(value)) {
    return { hostname: value, port: PORT };
  }
  const [, ipv6, name, digits] = FORM_REGEXP.exec(value) ?? [];
  const hostname = ipv6 ?? name;
  const port = Number(digits ?? PORT);
  if (hostname !== undefined && port <= 65_535) return { hostname, port };
  problems.error(
    path,
    `must be a text such as 127.0.0.1:4000 or 0.0.0.0:4000, or a port: it is ${
      JSON.stringify(value.slice(0, 100))
    }`,
  );
  return { hostname: HOST, port: PORT };
}

/**
 * Tells whether only programs of the same machine reach an address.
 *
 * @param hostname The address to listen at.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
