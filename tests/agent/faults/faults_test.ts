import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { checkDeterminism } from "../../../src/agent/determinism/check_determinism.ts";
import { builtBy } from "../../../src/agent/determinism/configuration.ts";
import { NondeterministicBuildError } from "../../../src/agent/determinism/nondeterministic_build_error.ts";
import { refusing } from "../../../src/agent/determinism/refusing.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { WholeturnError } from "../../../src/errors.ts";
import { clerk, INPUTS, newShop, servedLog, shopWorld } from "../support/shop.ts";
import type { Shop } from "../support/shop.ts";
import { BUILD_FAULTS } from "./build_faults.ts";
import { STOPS } from "./fault.ts";
import type { AgentFault } from "./fault.ts";
import { RESUME_FAULTS } from "./resume_faults.ts";

Deno.test("a pure agent passes every check", async () => {
  await checkResumeEquivalence(() => shopWorld(), "clerk", INPUTS, { stops: STOPS });
  const shops = [newShop(), { ...newShop(), model: refusing<Shop["model"]>("the model") }];
  await checkDeterminism(await servedLog(), shops.map((shop) => builtBy(clerk(shop), shop)));
});

async function requireFound(
  { check, says }: AgentFault,
  code: string,
): Promise<void> {
  const error = await assertRejects(check, WholeturnError);
  assertEquals(error.code, code);
  const { message } = error;
  for (const part of says) assertStringIncludes(message, part);
}

for (const fault of RESUME_FAULTS) {
  Deno.test(`checkResumeEquivalence() finds: ${fault.name}`, async () => {
    await requireFound(fault, "RESUME_MISMATCH");
  });
}

for (const fault of BUILD_FAULTS) {
  Deno.test(`checkDeterminism() finds: ${fault.name}`, async () => {
    await requireFound(fault, "NONDETERMINISTIC_BUILD");
  });
}

Deno.test("checkDeterminism() finds a resource that is used while a request is built", async () => {
  const agent = clerk(newShop());
  const curious: typeof agent = {
    ...agent,
    build: (shop) =>
      clerk(shop, { system: () => `${shop.bank.remaining} to go` }).build(shop, INPUT),
  };
  const events = await servedLog({ system: () => "2 to go" });
  const shops = [newShop(), { ...newShop(), bank: refusing<Shop["bank"]>("the bank") }];
  await assertRejects(
    () => checkDeterminism(events, shops.map((shop) => builtBy(curious, shop))),
    NondeterministicBuildError,
    "under configuration 1: Cannot use the bank here, but the code reads 'remaining'",
  );
});

Deno.test("checkDeterminism() finds a setting that differs from configuration to configuration", async () => {
  const configurations = ["test", "production"].map((place) => {
    const shop = newShop();
    return builtBy(clerk(shop, { system: () => `You are in ${place}` }), shop);
  });
  await assertRejects(
    async () => checkDeterminism(await servedLog(), configurations),
    NondeterministicBuildError,
    "configuration 1 makes another request than configuration 0, at messages[0].content: " +
      'expected "You are in test", found "You are in production"',
  );
});

const INPUT = {
  type: "input",
  stream: "turn",
  payload: null,
  seq: 0,
  ts: "2026-01-01T00:00:00.000Z",
};

Deno.test("there are at least twenty faulty agents, each another", () => {
  const names = [...RESUME_FAULTS, ...BUILD_FAULTS].map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  assertEquals(names.length >= 20, true);
});
