import type { HttpArea, HttpCapability } from "./http_conformance_options.ts";
import type { HttpLab } from "./http_lab.ts";
import type { ServerWire } from "./wires/server_wire.ts";

/** A case before it knows a server. */
export interface HttpCaseSpec {
  /** The area and what holds. */
  readonly name: string;
  /** What part of a server's behaviour it is about. */
  readonly area: HttpArea;
  /** What it needs of the server. */
  readonly needs?: readonly HttpCapability[] | undefined;
  /** Why it has no meaning on a wire. */
  readonly lacks?: ((wire: ServerWire) => string | undefined) | undefined;
  /** Tries the server. */
  readonly test: (lab: HttpLab) => Promise<void>;
}

/** How a case is made. */
type MakeHttpCase = (
  what: string,
  test: (lab: HttpLab) => Promise<void>,
  more?: Pick<HttpCaseSpec, "needs" | "lacks">,
) => HttpCaseSpec;

/** Makes the cases of an area. */
export function httpCases(area: HttpArea): MakeHttpCase {
  return (what, test, more) => ({ name: `${area}: ${what}`, area, test, ...more });
}
