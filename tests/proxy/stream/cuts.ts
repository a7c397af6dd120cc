/** Bodies of event streams, and ways to cut them. */
import fc from "fast-check";
import { type Bytes, toBytes } from "../../../src/bytes.ts";

/** A body and where it is cut. */
export interface CutBody {
  readonly body: Bytes;
  readonly packets: readonly Bytes[];
}

/** Cuts every body of some kind anywhere. */
export function cut(bodies: fc.Arbitrary<string>): fc.Arbitrary<CutBody> {
  return fc.tuple(bodies, fc.array(fc.nat(12), { maxLength: 40 })).map(([text, sizes]) => {
    const body = toBytes(text);
    const packets: Bytes[] = [];
    let at = 0;
    for (const size of sizes) {
      packets.push(body.slice(at, at + size));
      at += size;
    }
    return { body, packets: [...packets, body.slice(at)] };
  });
}

/** Pieces of lines and of their ends, in any order. */
export const ANY_BODY: fc.Arbitrary<string> = fc.array(
  fc.constantFrom(
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\n\r\n",
    "\r\r",
    "data: a",
    "data:b",
    "data:  c",
    "data",
    "data:",
    "event: e",
    "event:",
    "id: 1",
    "retry: 7",
    ": comment",
    ":",
    "x: y",
    "\ufeff",
    "日🙂",
    " ",
    "data: [DONE]\n\n",
  ),
  { maxLength: 30 },
).map((pieces) => pieces.join(""));
