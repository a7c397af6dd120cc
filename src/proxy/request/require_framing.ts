import type { HeaderList } from "../header_list.ts";
import { Refused } from "./refused.ts";

/**
 * Refuses a request of which two readers could take different parts for its body: then one of them takes the rest
 * for a request of its own. Most servers refuse these themselves, each some of them.
 *
 * @param headers The headers of the request.
 * @throws {Refused} If its length is told twice, or by other means than chunks and a number.
 */
export function requireFraming(headers: Pick<HeaderList, "get">): void {
  const coding = headers.get("transfer-encoding") ?? undefined;
  const length = headers.get("content-length") ?? undefined;
  if (length !== undefined && !/^\d+$/.test(length)) {
    throw ambiguous("'content-length' is no number");
  }
  if (coding === undefined) return;
  if (length !== undefined) throw ambiguous("'transfer-encoding' stands beside 'content-length'");
  if (coding.toLowerCase() !== "chunked") throw ambiguous("'transfer-encoding' is not chunked");
}

function ambiguous(what: string): Refused {
  const message = `The length of the body is ambiguous: ${what}`;
  return new Refused(400, { code: "ambiguous_length", message }, { connection: "close" });
}
