import { WholeturnError } from "../../../errors.ts";
import { patched } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/** No `fetch`: it rejects, and that it was called is a complaint even where the rejection was caught. */
export const REFUSED_FETCH: Ambient = {
  name: "no fetch",
  enter() {
    let complaint: string | undefined;
    const refuse = (input: unknown) => {
      const url = input instanceof Request ? input.url : String(input);
      complaint ??= `it fetched ${url}`;
      return Promise.reject(
        new WholeturnError("REFUSED", `Cannot fetch ${url} while a request is built`),
      );
    };
    const undo = patched(globalThis, "fetch", refuse);
    return () => {
      undo();
      return complaint;
    };
  },
};
