import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Problems } from "../../../src/proxy/config/config_problem.ts";
import { interpolateEnv } from "../../../src/proxy/config/interpolate_env.ts";

const ENV: Readonly<Record<string, string>> = { A: "1", EMPTY: "", REF: "${A}", DOLLAR: "$&$1" };

function interpolated(value: unknown) {
  const problems = new Problems();
  const result = interpolateEnv(value, (name) => ENV[name], problems);
  return { result, messages: problems.all.map(({ message }) => message) };
}

Deno.test.each([
  ["${A}", "1"],
  ["x${A}y${A}", "x1y1"],
  ["${B:-two}", "two"],
  ["${B:-}", ""],
  ["${A:-two}", "1"],
  ["${EMPTY:-two}", "two"],
  ["${EMPTY}", ""],
  ["${REF}", "${A}"],
  ["${DOLLAR}", "$&$1"],
  ["$${A}", "${A}"],
  ["$$${A}", "$${A}"],
  ["$A {A} $", "$A {A} $"],
  ["os.environ/A", "1"],
  ["env.A", "1"],
  ["see env.A", "see env.A"],
  ["env.A.b", "env.A.b"],
])("interpolateEnv() makes of $0 the text $1", (text, expected) => {
  assertEquals(interpolated({ a: [text] }), { result: { a: [expected] }, messages: [] });
});

Deno.test("interpolateEnv() names every variable that is not set, and where, and what is none", () => {
  const { messages } = interpolated({
    providers: { a: { keys: ["${NONE}", "env.NO"], url: "${X}/${Y}" } },
    models: { "os.environ/NAME": "${", b: ["${1}", "${A-b}", "${A:-b"] },
  });
  const none = "has '${', but no variable follows: write ${NAME}, or $${ for the characters";
  assertEquals(messages, [
    "providers.a.keys[0] needs the variable NONE of the environment, which is not set",
    "providers.a.keys[1] needs the variable NO of the environment, which is not set",
    "providers.a.url needs the variable X of the environment, which is not set",
    "providers.a.url needs the variable Y of the environment, which is not set",
    `models["os.environ/NAME"] ${none}`,
    `models.b[0] ${none}`,
    `models.b[1] ${none}`,
    `models.b[2] ${none}`,
  ]);
});

Deno.test("interpolateEnv() changes nothing in a value without variables", () => {
  const plain = fc.jsonValue().filter((value) => !/[$]\{|env/.test(JSON.stringify(value)));
  fc.assert(fc.property(plain, (value) => {
    assertEquals(interpolated(value), { result: value, messages: [] });
  }));
});
