/**
 * The main jobs on real input: the checks on the reference adapter and on the newest official SDKs, and the proxy in
 * front of upstreams that fail.
 *
 * @module
 */
import { proxyDemo } from "./demo/proxy_demo.ts";
import { toColumns } from "./report/conformance.ts";
import { terminalReport } from "./report/terminal.ts";
import { ANTHROPIC_SUBJECTS } from "./sdks/anthropic.ts";
import { newestVersions } from "./sdks/newest_versions.ts";
import { OPENAI_SUBJECTS } from "./sdks/openai.ts";
import { referenceSubject } from "./sdks/reference.ts";
import { Progress, runAll } from "./sdks/run_all.ts";
import type { SdkSubject } from "./sdks/sdk_subject.ts";

const SUBJECTS: readonly SdkSubject[] = [
  referenceSubject("openai-chat"),
  ...OPENAI_SUBJECTS.filter(({ wire }) => wire === "openai-chat"),
  referenceSubject("anthropic-messages"),
  ...ANTHROPIC_SUBJECTS,
];

const HINT = `A FAIL is our reading of one sentence: a turn arrives whole, or it is an error.
Every rule, its reason and the public bugs behind it: docs/rules.md
The same for all SDKs we know: docs/sdk_conformance.md

On an adapter or SDK of your own:

  import { modelChecks, registerChecks } from "@wholeturn/wholeturn";

  registerChecks(
    modelChecks(({ baseUrl, fetch }) => yourAdapter({ baseUrl, fetch }), "openai-chat"),
    Deno.test, // or test of node:test, bun:test or vitest: see examples/
  );`;

const SECOND_ACT = `── The proxy
The same promise for what stands behind a gateway, for a few seconds. To look at it for longer, and at
its page: npx -y deno@2.9.6 run -A proxy.ts --demo`;

const END =
  "Every stream above reached its client whole, or broke off with an error. docs/proxy.md";

if (import.meta.main) {
  const progress = new Progress();
  progress.say("Asking npm for the newest versions of openai and @anthropic-ai/sdk");
  const versions = await newestVersions(SUBJECTS);
  const judged = await runAll(SUBJECTS, { versions, progress });
  console.log(`\n${terminalReport(toColumns(judged))}\n${HINT}`);
  console.log(`\n${SECOND_ACT}\n`);
  await proxyDemo();
  console.log(`\n${END}`);
}
