import { assertEquals } from "@std/assert";
import { checkSubject } from "../../tools/sdks/check_subject.ts";
import { nameOf } from "../../tools/sdks/sdk_subject.ts";
import type { Modules, SdkSubject, Versions } from "../../tools/sdks/sdk_subject.ts";
import { verdictsOf } from "../../tools/sdks/verdicts.ts";
import type { RuleVerdicts } from "../../tools/sdks/verdicts.ts";
import verdicts from "./verdicts.json" with { type: "json" };
import versions from "../../tools/sdks/versions.json" with { type: "json" };

const RECORDED: Readonly<Record<string, RuleVerdicts>> = verdicts as never;
const PINNED: Versions = versions;

/** Long: a machine that runs every test at once is a busy one. */
const DEADLINE_MS = 3000;

/** Registers a test for each interface of an SDK: its verdicts are those recorded. */
export function testVerdicts(subjects: readonly SdkSubject[], modules: Modules): void {
  for (const subject of subjects) {
    Deno.test(`${nameOf(subject)} has the recorded verdicts`, async () => {
      const { report } = await checkSubject(subject, modules, {
        deadlineMs: DEADLINE_MS,
        quick: true,
      });
      assertEquals(verdictsOf(report), RECORDED[nameOf(subject)]);
    });
  }
}

/**
 * Registers a test: what a file imports is what is pinned.
 *
 * @param url The file's address.
 */
export function testPins(url: string): void {
  Deno.test(`${url.split("/").at(-1)} imports the pinned versions`, async () => {
    const source = await Deno.readTextFile(new URL(url));
    const imported = [...source.matchAll(/"npm:((?:@[^/"]+\/)?[^@/"]+)@([^/"]+)/g)];
    const found = imported.map(([, name, version]) => [name, version]);
    assertEquals(found.length > 0, true);
    assertEquals(found, found.map(([name]) => [name, PINNED[name!]]));
  });
}
