import { assertEquals } from "@std/assert";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { type SplitText, ThinkTagSplitter } from "../../../src/proxy/think/think_tag_splitter.ts";
import { thinkPlan } from "./think_plan.ts";

/** What comes out of each piece, and of the end; `c` for text, `r` for thoughts, nothing for none. */
function splitAll(pieces: readonly string[], plan: Partial<ThinkPlan>): readonly string[] {
  const splitter = new ThinkTagSplitter(thinkPlan(plan));
  return [...pieces.map((piece) => told(splitter.push(piece))), told(splitter.end())];
}

function told({ content, reasoning }: SplitText): string {
  return [reasoning && `r:${reasoning}`, content && `c:${content}`].filter(Boolean).join(" ");
}

interface Case {
  readonly does: string;
  readonly pieces: readonly string[];
  readonly plan?: Partial<ThinkPlan>;
  readonly gives: readonly string[];
}

const ALIASES = { tags: ["think", "thinking", "thought", "mm:think"] };

const SEED: readonly Case[] = [
  {
    does: "passes everything on when off",
    pieces: ["<think>a</th", "ink>b<"],
    plan: { mode: "off" },
    gives: ["c:<think>a</th", "c:ink>b<", ""],
  },
  { does: "cuts thoughts out", pieces: ["<think>a</think>b"], gives: ["r:a c:b", ""] },
  {
    does: "throws thoughts away when it strips",
    pieces: ["x<think>a", "b</th", "ink>c"],
    plan: { mode: "strip" },
    gives: ["c:x", "", "c:c", ""],
  },
  {
    does: "holds a cut closing tag back",
    pieces: ["<think>a</th", "ink>b"],
    gives: ["r:a", "c:b", ""],
  },
  {
    does: "holds a cut opening tag back, after text",
    pieces: ["pre <th", "ink>x</think>y"],
    gives: ["c:pre ", "r:x c:y", ""],
  },
  {
    does: "finds several blocks",
    pieces: ["<think>a</think>b<think>c</think>d"],
    gives: ["r:ac c:bd", ""],
  },
  {
    does: "takes all after an unclosed tag for a thought",
    pieces: ["a<think>b", "c"],
    gives: ["r:b c:a", "r:c", ""],
  },
];

const KINDS: readonly Case[] = [
  {
    does: "gives what it held back and is no tag",
    pieces: ["a <th", "en"],
    gives: ["c:a ", "c:<then", ""],
  },
  {
    does: "gives what it held back at the end",
    pieces: ["answer <th"],
    gives: ["c:answer ", "c:<th"],
  },
  {
    does: "gives what it held back of a thought as a thought",
    pieces: ["<think>a</thi"],
    gives: ["r:a", "r:</thi"],
  },
  {
    does: "throws what it held back of a thought away when it strips",
    pieces: ["<think>a</thi"],
    plan: { mode: "strip" },
    gives: ["", ""],
  },
  {
    does: "knows tags of several names",
    pieces: ["<mm:think>a</mm:think>b<thought>c</thought>d<thinking>e</thinking>f"],
    plan: ALIASES,
    gives: ["r:ace c:bdf", ""],
  },
  {
    does: "holds back as much as the longest name needs",
    pieces: ["<mm:thin", "k>a</mm:thin", "k>b"],
    plan: ALIASES,
    gives: ["", "r:a", "c:b", ""],
  },
  {
    does: "closes a thought by the name it was opened by",
    pieces: ["<thinking>a</think>b</thinking>c"],
    plan: ALIASES,
    gives: ["r:a</think>b c:c", ""],
  },
  {
    does: "takes signs in names as they are",
    pieces: ["<a.b>x</aXb></a.b>y"],
    plan: { tags: ["a.b", "(c"] },
    gives: ["r:x</aXb> c:y", ""],
  },
  {
    does: "leaves a closing tag outside of thoughts in the text",
    pieces: ["a</think>b"],
    gives: ["c:a</think>b", ""],
  },
  {
    does: "leaves an opening tag within a thought in the thought",
    pieces: ["<think>a<think>b</think>c</think>d"],
    gives: ["r:a<think>b c:c</think>d", ""],
  },
  {
    does: "takes tags exactly as they are spelled",
    pieces: ["<THINK>a</THINK><think >b</think ></ think>"],
    gives: ["c:<THINK>a</THINK><think >b</think ></ think>", ""],
  },
  {
    does: "takes capitals, white space and attributes where they count",
    pieces: ["<THINK>a</Think\u00a0>b<think id='1'>c</think\n>d"],
    plan: { loose: true },
    gives: ["r:ac c:bd", ""],
  },
  {
    does: "holds attributes back",
    pieces: ["<Think ", "x='1'", ">a</think ", ">b<think ", "c"],
    plan: { loose: true },
    gives: ["", "", "r:a", "c:b", "", "c:<think c"],
  },
  {
    does: "matches loose tags by name, whatever its case",
    pieces: ["<MM:Think>a</THINK>b</mm:think>c"],
    plan: { loose: true, tags: ["think", "MM:think"] },
    gives: ["r:a</THINK>b c:c", ""],
  },
  {
    does: "leaves a name that only begins like a tag's",
    pieces: ["<thinker>a</thinker>"],
    plan: { loose: true },
    gives: ["c:<thinker>a</thinker>", ""],
  },
  {
    does: "finds nothing without names",
    pieces: ["<think>a", "<>"],
    plan: { tags: [] },
    gives: ["c:<think>a", "c:<>", ""],
  },
];

const STARTS: readonly Case[] = [
  { does: "begins within a thought", pieces: ["a</thi", "nk>b"], gives: ["r:a", "c:b", ""] },
  {
    does: "begins within a thought that never ends",
    pieces: ["a", "b"],
    gives: ["r:a", "r:b", ""],
  },
  {
    does: "takes an opening tag that comes all the same for the one that was not seen",
    pieces: ["\n<th", "ink>a</think>b"],
    gives: ["r:\n", "r:a c:b", ""],
  },
  {
    does: "takes a second opening tag for a thought",
    pieces: ["<think><think>a</think>b"],
    gives: ["r:<think>a c:b", ""],
  },
  {
    does: "takes an opening tag that comes later for a thought",
    pieces: ["a<think>b</think>c<think>d</think>e"],
    gives: ["r:a<think>bd c:ce", ""],
  },
  {
    does: "ends the thought it begins in by any name",
    pieces: ["a</thought>b</think>"],
    plan: ALIASES,
    gives: ["r:a c:b</think>", ""],
  },
  {
    does: "throws the thought it begins in away",
    pieces: ["a</think>b"],
    plan: { mode: "strip" },
    gives: ["c:b", ""],
  },
];

const OPTIONS: readonly Case[] = [
  {
    does: "leaves tags behind text where they count only at the start",
    pieces: ["\n ", "<think>a</think>b `<think>` c</think>"],
    plan: { onlyAtStart: true },
    gives: ["c:\n ", "r:a c:b `<think>` c</think>", ""],
  },
  {
    does: "leaves a tag behind text in the same piece where they count only at the start",
    pieces: ["Use <think> and </think>", "<think>"],
    plan: { onlyAtStart: true },
    gives: ["c:Use <think> and </think>", "c:<think>", ""],
  },
  {
    does: "takes a second thought where no text came between",
    pieces: ["<think>a</think>\n<think>b</think>c<think>"],
    plan: { onlyAtStart: true },
    gives: ["r:ab c:\nc<think>", ""],
  },
  {
    does: "drops white space behind a closing tag",
    pieces: ["<think>a</think>\n", "\r\n \u00a0", " b\n <think>c</think>", "", " d "],
    plan: { trimAfter: true },
    gives: ["r:a", "", "r:c c:b\n ", "", "c:d ", ""],
  },
  {
    does: "keeps white space everywhere else",
    pieces: [" a <think> b </think> c "],
    gives: ["r: b  c: a  c ", ""],
  },
];

for (const { does, pieces, plan = {}, gives } of [...SEED, ...KINDS, ...OPTIONS]) {
  Deno.test(`ThinkTagSplitter ${does}`, () => assertEquals(splitAll(pieces, plan), gives));
}

for (const { does, pieces, plan = {}, gives } of STARTS) {
  Deno.test(`ThinkTagSplitter that starts inside ${does}`, () => {
    assertEquals(splitAll(pieces, { startsInside: true, ...plan }), gives);
  });
}

Deno.test("ThinkTagSplitter says whether it is in a thought, whether it holds something and whether there was text", () => {
  const splitter = new ThinkTagSplitter(thinkPlan());
  const state = () => [splitter.isInside, splitter.isHolding, splitter.hasText];
  assertEquals(state(), [false, false, false]);
  splitter.push(" <");
  assertEquals(state(), [false, true, false]);
  splitter.push("think>a");
  assertEquals(state(), [true, false, false]);
  splitter.push("</think>b");
  assertEquals(state(), [false, false, true]);
});
