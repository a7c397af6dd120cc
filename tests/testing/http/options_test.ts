import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { httpConformance, isViolation, runContract } from "../../../testing.ts";
import type { HttpConformanceOptions } from "../../../testing.ts";
import { conformingMock, optionsFor, WIRE_IDS } from "./support.ts";

const GOOD: HttpConformanceOptions = { baseUrl: "http://127.0.0.1:1/v1", wire: "openai-chat" };

const WRONG: readonly (readonly [options: unknown, message: string])[] = [
  [undefined, "its options must be an object"],
  [[], "its options must be an object"],
  [{ ...GOOD, baseUrl: "nowhere" }, "'baseUrl' must be an address, such as"],
  [{ ...GOOD, baseUrl: undefined }, "'baseUrl' must be an address, such as"],
  [{ ...GOOD, wire: "openai" }, "'wire' must be one of openai-chat, openai-responses"],
  [{ ...GOOD, wire: "toString" }, "'wire' must be one of"],
  [{ ...GOOD, model: "" }, "'model' must be a text that is not empty"],
  [{ ...GOOD, fetch: 7 }, "'fetch' must be a function"],
  [{ ...GOOD, inFlight: 0 }, "'inFlight' must be a function that gives a number"],
  [{ ...GOOD, prompts: { txt: "x" } }, 'did you mean "text"?'],
  [{ ...GOOD, prompts: { text: 5 } }, "'prompts.text' must be a text that is not empty"],
  [{ ...GOOD, prompts: 5 }, "must be an object"],
  [{ ...GOOD, tool: "weather" }, "'tool' must be { name, parameters }"],
  [{ ...GOOD, tool: { name: "a b", parameters: {} } }, "no request can be made: "],
  [{ ...GOOD, headers: { "a b": "c" } }, "no request can be made: "],
  [{ ...GOOD, without: { tool: "none" } }, 'did you mean "tools"?'],
  [{ ...GOOD, without: { tools: true } }, "'without' must be an object with a reason"],
  [{ ...GOOD, without: { tools: "" } }, "'without' must be an object with a reason"],
  [{ ...GOOD, except: ["x"] }, "'except' must be an object with a reason"],
  [{ ...GOOD, timeout: 5 }, 'did you mean "timeoutMs"?'],
];

for (const [index, [options, message]] of WRONG.entries()) {
  Deno.test(`httpConformance() refuses wrong options: ${index}, ${message}`, () => {
    assertThrows(() => httpConformance(options as HttpConformanceOptions), TypeError, message);
  });
}

Deno.test("httpConformance() refuses times and names of cases that there are not", () => {
  assertThrows(() => httpConformance({ ...GOOD, timeoutMs: 0 }), RangeError, "'timeoutMs'");
  const except = { "limits: an answer ends before a stop txt": "so it is" };
  assertThrows(
    () => httpConformance({ ...GOOD, except }),
    RangeError,
    'did you mean "limits: an answer ends before a stop text"?',
  );
});

Deno.test("cases have names of their own, declare no parameters, and are the same on all wires", () => {
  const names = WIRE_IDS.map((wire) => {
    const cases = httpConformance({ ...GOOD, wire });
    assertEquals(cases.filter(({ run }) => run.length > 0), []);
    return cases.map(({ name }) => name);
  });
  for (const list of names) assertEquals(list, names[0]);
  assertEquals(new Set(names[0]).size, names[0]?.length);
});

Deno.test("what a server lacks is skipped, and the report says why", async () => {
  const mock = conformingMock();
  const without = { tools: "it has none", n: "it gives one", whole: "it streams alone" };
  const cases = httpConformance({
    ...optionsFor("gemini", "http://mock"),
    fetch: mock.fetch,
    without,
  });
  const { results } = await runContract(cases);
  const reasons = results.map(({ reason }) => reason).filter((reason) => reason?.startsWith("no "));
  assertEquals(
    new Set(reasons),
    new Set([
      "no tools: it has none",
      "no n: it gives one",
      "no whole: it streams alone",
      "no inFlight(): nobody can tell what the server is answering",
    ]),
  );
});

Deno.test("a case that is excluded and passes is reported", async () => {
  const name = "content: a request may name its charset";
  const cases = httpConformance({
    ...optionsFor("cohere", "http://mock"),
    fetch: conformingMock().fetch,
    except: { [name]: "it once failed" },
  });
  const { results: [result] } = await runContract(cases, { filter: name });
  assertEquals(result?.verdict, "excluded-but-passes");
});

Deno.test("a server that is not there fails each case with a sentence", async () => {
  const gone = () => Promise.reject(new TypeError("connection refused"));
  const cases = httpConformance({ ...GOOD, fetch: gone });
  const { counts, results } = await runContract(cases);
  assertEquals([counts.passed, counts.skipped], [0, 1]);
  const failed = results.filter(({ verdict }) => verdict === "failed");
  assertEquals(failed.filter(({ message }) => !/^Expected .+, but /.test(message ?? "")), []);
});

Deno.test("a server that never answers fails its case in time, and leaves nothing open", async () => {
  const hangs: typeof fetch = (_, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  const [one] = httpConformance({ ...GOOD, fetch: hangs, timeoutMs: 50 });
  const error = await assertRejects(async () => await one?.run());
  assertEquals(isViolation(error) && error.expected, "an answer within 50 ms");
});
