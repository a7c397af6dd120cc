/**
 * Every fault of a stream at every frame, on each wire and whatever the proxy does to thoughts: a turn that was cut
 * never arrives as a whole one, and one that is whole arrives as it is.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { AdapterEnv, Turn } from "../../../mod.ts";
import { MockGPT, type MockGptOptions } from "../../../mock.ts";
import { ManualClock } from "../../../testing.ts";
import { transformThinkMessage } from "../../../src/proxy/think/transform_think_message.ts";
import { thinkPlan } from "../think/think_plan.ts";
import { askedTurn, inTime } from "./support/asked_turn.ts";
import { type Mode, MODES, type ProxyWire, throughProxy, WIRES } from "./support/through_proxy.ts";

type Fault = NonNullable<NonNullable<MockGptOptions["delivery"]>["faults"]>[number];

const THOUGHT = "Let me see, 世界.";
/** Its last character could begin a tag. */
const TEXT = "It is warm, and stays so <";

/** What ends a stream before its time. */
const ENDS = ["close", "reset", "hang", "error-frame"] as const;

/** What spoils a frame of a stream that goes on. */
const SPOILS = ["malformed-frame", "duplicate-frame", "reorder", "early-marker"] as const;

const UNPLACED = [
  "missing-marker",
  "double-marker",
  "content-after-finish",
  "usage-on-every-chunk",
] as const;

/** Faults behind the reason to finish, which in a chat is all that a turn needs. */
const FINISHED: ReadonlySet<string> = new Set(["close", "hang", "missing-marker"]);

interface Setting {
  readonly wire: ProxyWire;
  readonly mode: Mode;
  readonly fault?: Fault | undefined;
}

function mockOf(fault: Fault | undefined, clock: ManualClock): MockGPT {
  const faults = fault === undefined ? [] : [fault];
  const result = `<think>${THOUGHT}</think>${TEXT}`;
  return new MockGPT({ rules: [{ result, delivery: { faults } }], clock });
}

function envOf(wire: ProxyWire, mock: MockGPT): AdapterEnv {
  return {
    baseUrl: wire.startsWith("openai") ? "http://mock/v1" : "http://mock",
    fetch: mock.fetch,
  };
}

/** What a client gets of a stream behind a proxy; `undefined` for a failure. */
async function throughTurn({ wire, mode, fault }: Setting): Promise<Turn | undefined> {
  const clock = new ManualClock();
  const env = throughProxy(wire, envOf(wire, mockOf(fault, clock)), mode, {}, { clock });
  const turn = await inTime(clock, askedTurn(wire, env));
  assertEquals(clock.sleeping, 0, "Somebody still waits");
  return turn;
}

/** What a client gets of it without a proxy. Nobody waits for what hangs: it is as good as broken. */
async function directTurn({ wire, fault }: Setting): Promise<Turn | undefined> {
  const clock = new ManualClock();
  const broken = fault?.kind === "hang" ? { ...fault, kind: "reset" as const } : fault;
  return await inTime(clock, askedTurn(wire, envOf(wire, mockOf(broken, clock))));
}

/** How many frames the whole stream has. */
async function frameCount(wire: ProxyWire): Promise<number> {
  const clock = new ManualClock();
  const mock = mockOf(undefined, clock);
  await askedTurn(wire, envOf(wire, mock));
  return mock.records[0]!.frames;
}

/** What is said, and what it cost. */
interface Said {
  readonly text: string;
  readonly thoughts: string;
  readonly reason: string;
  readonly tokens: number;
}

function saidOf({ text, reasoning, finish }: Turn): Said {
  const thoughts = reasoning.map((block) => block.text).join("");
  return { text, thoughts, reason: finish.reason, tokens: finish.usage.output };
}

/** What the proxy should make of a turn: the same as of a whole message. */
function transformed(turn: Turn, { wire, mode }: Setting): Said {
  const said = saidOf(turn);
  if (wire !== "openai-chat" || mode === "off") return said;
  const plan = { ...thinkPlan(), mode };
  const edited = transformThinkMessage({ role: "assistant", content: said.text }, plan);
  if (edited === null) return said;
  const { content, reasoning_content: thoughts = "" } = edited.value as Record<string, string>;
  return { ...said, text: content!, thoughts };
}

/**
 * What a client may get: the turn that it would get without the proxy, or a failure where it would get one. There are
 * two exceptions: a turn whose upstream has said that it finished needs no marker, and a turn of nothing is none.
 */
function judge(setting: Setting, through: Turn | undefined, direct: Turn | undefined, whole: Said) {
  const { wire, fault } = setting;
  const label = `${wire}, ${setting.mode}, ${JSON.stringify(fault)}`;
  if (direct === undefined) {
    if (through === undefined) return;
    const kind = fault?.kind ?? "none";
    assert(wire === "openai-chat" && FINISHED.has(kind), `${label} made a whole turn of a part`);
    assertEquals({ ...saidOf(through), tokens: 0 }, { ...whole, tokens: 0 }, label);
    return;
  }
  if (direct.text === "") return assertEquals(through, undefined, label);
  assert(through !== undefined, `${label} lost a whole turn`);
  assertEquals(saidOf(through), transformed(direct, setting), label);
}

for (const wire of WIRES) {
  for (const mode of MODES) {
    Deno.test(`no fault makes a whole turn of a part: ${wire}, thoughts ${mode}`, async () => {
      const whole = transformed((await directTurn({ wire, mode }))!, { wire, mode });
      assertEquals(saidOf((await throughTurn({ wire, mode }))!), whole);
      const frames = await frameCount(wire);
      const places = Array.from({ length: frames + 1 }, (_, afterFrames) => afterFrames);
      const placed = [...ENDS, ...SPOILS].flatMap((kind) =>
        places.map((afterFrames): Fault => ({ kind, afterFrames }))
      );
      const faults: readonly Fault[] = [...placed, ...UNPLACED.map((kind) => ({ kind }))];
      let failed = 0;
      for (const fault of faults) {
        const setting: Setting = { wire, mode, fault };
        const through = await throughTurn(setting);
        judge(setting, through, await directTurn(setting), whole);
        if (through === undefined) failed++;
      }
      // A stream breaks off by each of its four ends, at each frame but the last few.
      assert(failed > ENDS.length * (frames - 4), `Only ${failed} of ${faults.length} failed`);
    });
  }
}
