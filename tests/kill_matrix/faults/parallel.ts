import { concatBytes, toBytes } from "../../../src/bytes.ts";
import type { Bytes } from "../../../src/bytes.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import type { AdapterFault } from "../fault.ts";
import { adapter, readChunks } from "../steps.ts";
import type { Change } from "../steps.ts";

/** What a client keeps for all of its streams, from the bytes up. */
const SHARED: Readonly<Record<string, () => Change>> = {
  "one-text-decoder-for-all-streams": () => {
    const decoder = new TextDecoder();
    return () => ({
      async *chunks(body) {
        for await (const chunk of readChunks(body)) {
          yield toBytes(decoder.decode(chunk, { stream: true }));
        }
      },
    });
  },
  "one-line-buffer-for-all-streams": () => {
    let rest: Bytes = new Uint8Array(0);
    return () => ({
      async *chunks(body) {
        for await (const chunk of readChunks(body)) {
          const bytes = concatBytes([rest, chunk]);
          const end = bytes.lastIndexOf(10) + 1;
          rest = bytes.slice(end);
          yield bytes.slice(0, end);
        }
        yield rest;
      },
    });
  },
  "one-parser-for-all-streams": () => {
    let frames: ReturnType<Change>["frames"];
    return (right) => ({ frames: frames ??= right.frames });
  },
};

/** A model of a fault: what its streams share is made once for each client. */
function sharing(wire: WireId, client: () => Change): NewModel {
  return (env) => adapter(wire, client())(env);
}

/** Clients whose streams run into one another below the events. */
export const PARALLEL_FAULTS: readonly AdapterFault[] = Object.entries(SHARED).flatMap(
  ([name, shared]) =>
    (Object.keys(WIRES) as WireId[]).map((wire) => ({
      id: `${name}-of-${wire}`,
      source: "issue 2: parallel streams do not mix",
      wire,
      rule: "parallel-streams",
      ruleCase: "text",
      newModel: sharing(wire, shared),
    })),
);
