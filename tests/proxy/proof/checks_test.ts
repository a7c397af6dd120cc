/**
 * The contract checks of `mod.ts`, with the proxy between the adapter and the lab: what an adapter keeps to in front of
 * a provider, it must be able to keep to in front of the proxy.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  type Check,
  fetchModel,
  modelChecks,
  type NewModel,
  runChecks,
  toolConfigChecks,
  toolNameChecks,
} from "../../../mod.ts";
import { type Mode, MODES, type ProxyWire, throughProxy, WIRES } from "./support/through_proxy.ts";

/** Long: a machine that runs every test at once is a busy one. */
const DEADLINE_MS = 5000;

/**
 * Checks that cannot hold, since the proxy adds the last marker where an upstream has told the reason to finish and then
 * ends cleanly: what is cut there is a whole turn that lacks its usage. They hold with `terminator: "optional"`.
 */
const MARKER_IS_ADDED: readonly string[] = [
  "truncation: a text turn cut at every byte",
  "truncation: a text turn cut at every event",
  "truncation: a tool turn cut at every event",
  "truncation: a turn of two calls cut at every byte",
  "truncation: a turn of two calls cut at every event",
];

const TOOL_NAMES = { refused: ["admin.tools.list"], accepted: ["admin-tools-list"] };

function modelBehind(wire: ProxyWire, mode: Mode): NewModel {
  return (env) => fetchModel({ wire, ...throughProxy(wire, env, mode), apiKey: "none" });
}

/** Thousands of readings, where those at every event tell nearly as much. */
function isSlow(name: string): boolean {
  return name.endsWith("cut at every byte");
}

/** The checks that do not pass, by name; what failed in another way than is known is told in full. */
async function failuresOf(checks: readonly Check[], known: readonly string[] = []) {
  const { results } = await runChecks(checks);
  return results.filter(({ verdict }) => verdict === "failed" || verdict === "broken")
    .map(({ name, error }) => known.includes(name) ? name : `${name}: ${error}`).sort();
}

for (const wire of WIRES) {
  for (const mode of MODES) {
    Deno.test(`an adapter of ${wire} keeps the contract through the proxy, thoughts ${mode}`, async () => {
      // Thoughts are looked for in chats alone: of other wires each mode passes on the same bytes.
      const isTouched = wire === "openai-chat" || mode === "off";
      const exceptions = wire === "openai-chat" ? MARKER_IS_ADDED : [];
      const options = { server: false, deadlineMs: DEADLINE_MS };
      const checks = modelChecks(modelBehind(wire, mode), wire, options)
        .filter(({ name }) => !isSlow(name) || isTouched);
      assertEquals(await failuresOf(checks, exceptions), exceptions);
    });
  }

  Deno.test(`what an adapter of ${wire} refuses and sends of tools is the same through the proxy`, async () => {
    const newModel = modelBehind(wire, "split");
    const checks = [
      ...toolConfigChecks(newModel, { deadlineMs: DEADLINE_MS }),
      ...toolNameChecks(newModel, TOOL_NAMES, { deadlineMs: DEADLINE_MS }),
    ];
    assertEquals(await failuresOf(checks), []);
  });
}

for (const mode of MODES) {
  Deno.test(`only the usage is lost where the proxy adds the last marker, thoughts ${mode}`, async () => {
    const checks = modelChecks(modelBehind("openai-chat", mode), "openai-chat", {
      server: false,
      deadlineMs: DEADLINE_MS,
      terminator: "optional",
      only: MARKER_IS_ADDED,
    });
    assertEquals(await failuresOf(checks), []);
  });
}
