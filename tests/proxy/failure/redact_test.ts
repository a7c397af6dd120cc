import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { redact } from "../../../src/proxy/failure/redact.ts";
import { redactAnswer } from "../../../src/proxy/failure/redact_answer.ts";

const KEY = "dk-live_0a1b2c3d4e5f6a7b8c9d";

const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
  ["a whole key", `the key ${KEY} is wrong`, "the key [redacted] is wrong"],
  ["a key twice", `${KEY},${KEY}`, "[redacted],[redacted]"],
  ["the beginning of a key", `the key ${KEY.slice(0, 12)} is wrong`, "the key [redacted] is wrong"],
  ["the middle of a key", `<${KEY.slice(5, 17)}>`, "<[redacted]>"],
  ["the end of a key", `ends in ${KEY.slice(-9)}`, "ends in [redacted]"],
  ["OpenAI's way", "provided: sk-proj-********************abcd. You", "provided: [redacted]. You"],
  ["a short mask", "provided: sk-ab***yz.", "provided: [redacted]."],
  ["DeepSeek's way", "Your api key: ****1234 is invalid", "Your api key: [redacted] is invalid"],
  ["dots for a mask", "key sk-ant...wxyz is bad", "key [redacted] is bad"],
  ["an ellipsis for a mask", "key sk-ant…wxyz is bad", "key [redacted] is bad"],
  ["a key of somebody else", "sk-aaaaaaaaaaaaaaaaaaaaaaaa", "[redacted]"],
  [
    "no key",
    "The model `gpt-6` does not exist... try **another** one",
    "The model `gpt-6` does not exist... try **another** one",
  ],
];
for (const [name, text, expected] of cases) {
  Deno.test(`redact() takes out ${name}`, () => assertEquals(redact(text, [KEY]), expected));
}

Deno.test("redact() takes a short secret out only where it is a word of its own", () => {
  const text = '{"key":"test","note":"latest-test","x":"contest, test."}';
  assertEquals(
    redact(text, ["test"]),
    '{"key":"[redacted]","note":"latest-test","x":"contest, [redacted]."}',
  );
  assertEquals(redact("a+b is no pattern: aab", ["a+b"]), "[redacted] is no pattern: aab");
});

Deno.test("redact() takes out a key however it is escaped", () => {
  const secret = 'a"pass"word"/with"+signs"';
  for (const spelled of [secret, JSON.stringify(secret), encodeURIComponent(secret)]) {
    assert(!redact(`key=${spelled};`, [secret]).includes("word"), spelled);
  }
});

Deno.test("redact() survives empty secrets, and half of a character pair in one", () => {
  assertEquals(redact("abc", ["", "\ud800\ud800abcdefgh"]), "abc");
});

Deno.test("redact() leaves no 8 characters in a row of any secret", () => {
  const secret = fc.stringMatching(/^[a-c0-2_-]{8,24}$/);
  fc.assert(
    fc.property(secret, fc.array(fc.oneof(fc.string(), fc.nat(20))), (key, parts) => {
      const text = parts.map((part) => typeof part === "string" ? part : key.slice(part)).join("");
      const left = redact(text, [key]);
      for (let at = 0; at + 8 <= key.length; at++) {
        assert(!left.includes(key.slice(at, at + 8)), JSON.stringify([text, left]));
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("redactAnswer() gives the same answer if it has no secret, whatever its bytes", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    const answer = { status: 400, contentType: undefined, body: new Uint8Array(bytes) };
    assertStrictEquals(redactAnswer(answer, ["0123456789abcdef"]), answer);
  }));
});

Deno.test("redactAnswer() takes a key out of the body, which stays JSON", () => {
  const text = `{"error":{"message":"Incorrect API key provided: ${KEY}."}}`;
  const { body } = redactAnswer({ status: 401, contentType: "a/b", body: toBytes(text) }, [KEY]);
  assertEquals(JSON.parse(new TextDecoder().decode(body)), {
    error: { message: "Incorrect API key provided: [redacted]." },
  });
});

Deno.test("redact() is as fast with the longest runs of what keys are made of", () => {
  // If each place of a run were looked at to its end, none of these would come to an end.
  for (const unit of ["a", "*", "-", "sk", "a-", "sk-"]) {
    const text = unit.repeat(1_000_000 / unit.length);
    const redacted = redact(text);
    assert(redacted === (unit === "sk-" ? "[redacted]" : text), unit);
  }
});

Deno.test("redact() takes out one masked key behind the other", () => {
  assertEquals(
    redact("abc***def***ghi ***jk, lm*** and sk-a…b"),
    [
      "[redacted]",
      "[redacted] [redacted], [redacted] and [redacted]",
    ].join(""),
  );
});
