/**
 * Makes what a `fetch` fails with, or the body it gave, when a connection breaks.
 *
 * @param what What broke.
 */
export function brokenOff(what = "The mock broke the connection off"): TypeError {
  const cause = Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" });
  return new TypeError(what, { cause });
}
