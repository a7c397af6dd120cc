import { existsSync } from "node:fs";
import { type Browser, chromium } from "npm:playwright-core@1.65.1";

/** Where systems put it; `CHROMIUM` of the environment names another place. */
const PLACES: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine, if it has one. */
export const CHROMIUM: string | undefined = [Deno.env.get("CHROMIUM") ?? "", ...PLACES]
  .find((place) => place !== "" && existsSync(place));

/** Starts it, without a window. */
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("There is no Chromium here");
  // In containers, where it runs as root, its own sandbox does not start; it sees pages of ours only.
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}
