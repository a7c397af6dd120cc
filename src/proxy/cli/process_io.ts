import { readFile } from "node:fs/promises";
import process from "node:process";
import { systemClock } from "../../clock.ts";
import { foundState } from "../state/found_state.ts";
import { writeErr, writeOut } from "../../write_text.ts";
import type { CliIo } from "./cli_io.ts";

/**
 * What the program works with when it runs as a process of its own.
 *
 * @param parts What starts a proxy, and the upstreams of the demonstration.
 */
export function processIo(parts: Pick<CliIo, "startProxy" | "demo">): CliIo {
  return {
    out: writeOut,
    err: writeErr,
    env: (name) => process.env[name],
    readFile: (file) => readFile(file, "utf8"),
    stateFileWarnings: async (file) => (await foundState(file)).warnings,
    stopped: () =>
      new Promise((resolve) => {
        process.once("SIGINT", () => resolve());
        process.once("SIGTERM", () => resolve());
      }),
    onReload(listener) {
      // Windows has no such signal.
      if (process.platform === "win32") return () => {};
      process.on("SIGHUP", listener);
      return () => void process.off("SIGHUP", listener);
    },
    clock: systemClock,
    ...parts,
  };
}
