import { run } from "../run.ts";
import { packageOf } from "./load_packages.ts";
import type { SdkSubject, Versions } from "./sdk_subject.ts";

const NPM = Deno.build.os === "windows" ? "npm.cmd" : "npm";
/** How many questions are asked at once. */
const AT_ONCE = 4;

/**
 * Asks npm for the newest version of each package that some subjects need. Deno alone would take the
 * newest one it has in its cache.
 *
 * @param subjects The subjects.
 * @returns The versions; without those that npm could not tell, for instance for want of a network.
 */
export async function newestVersions(subjects: readonly SdkSubject[]): Promise<Versions> {
  const names = [...new Set(subjects.flatMap(({ packages }) => packages.map(packageOf)))];
  const versions: Record<string, string> = {};
  let next = 0;
  async function ask(): Promise<void> {
    for (let at = next++; at < names.length; at = next++) {
      const name = names[at]!;
      const { code, output } = await run([NPM, "view", name, "dist-tags.latest"]);
      const found = /^\d+\.\d+\.\d+\S*$/m.exec(output);
      if (code === 0 && found) versions[name] = found[0];
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return versions;
}
