import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { candidate, chunks, eventsText, HI, mockOf, MODELS, parts, whole } from "./asked.ts";

Deno.test("each chunk of Gemini has the tokens so far, the thoughts' beside the candidates'", async () => {
  const usage = { input: 10, cacheRead: 5 };
  const mock = mockOf({ reasoning: "Hm so", content: "all fine", usage });
  const events = await chunks(mock);
  const counts = events.map(({ usageMetadata }) => usageMetadata as JsonObject);
  assertEquals(
    counts.map((count) => [
      count.thoughtsTokenCount,
      count.candidatesTokenCount,
      count.totalTokenCount,
    ]),
    [
      [1, undefined, 16],
      [2, undefined, 17],
      [2, 1, 18],
      [2, 2, 19],
      [2, 2, 19],
    ],
  );
  for (const count of counts) {
    assertEquals(count.promptTokenCount, 15);
    assertEquals(count.cachedContentTokenCount, 5);
    assertEquals(count.promptTokensDetails, [{ modality: "TEXT", tokenCount: 15 }]);
  }
});

Deno.test("a call of Gemini comes whole in one chunk, and the turn ends by STOP", async () => {
  const mock = mockOf({ toolCalls: [{ name: "find", arguments: { q: "x y" } }] });
  const events = await chunks(mock);
  assertEquals(events.map(parts), [
    [{ functionCall: { name: "find", args: { q: "x y" } } }],
    [{ text: "" }],
  ]);
  assertEquals(events.map((event) => candidate(event).finishReason), [undefined, "STOP"]);
});

Deno.test("the id of a call is sent where the result has one, and made where the model makes one", async () => {
  const call = { name: "find", arguments: {} };
  const given = await whole(mockOf({ toolCalls: [{ ...call, id: "c1" }] }));
  assertEquals(parts(given), [{ functionCall: { name: "find", args: {}, id: "c1" } }]);
  const [made] = parts(await whole(mockOf({ toolCalls: [call] }), {}, "gemini-3-pro"));
  assertMatch((made!.functionCall as { id: string }).id, /^[A-Za-z0-9]{8}$/);
  assertMatch(made!.thoughtSignature as string, /^[A-Za-z0-9]{64}$/);
});

Deno.test("a signature stands on the first call after its thoughts, else on the end of the text", async () => {
  const reasoning = [{ text: "Hm", signature: "c2ln" }];
  const called = mockOf({ reasoning, content: "a", toolCalls: [{ name: "f" }, { name: "g" }] });
  assertEquals(parts(await whole(called)), [
    { text: "Hm", thought: true },
    { text: "a" },
    { functionCall: { name: "f", args: {} }, thoughtSignature: "c2ln" },
    { functionCall: { name: "g", args: {} } },
  ]);
  const said = mockOf({ reasoning, content: "a b" });
  assertEquals(parts(await whole(said)), [
    { text: "Hm", thought: true },
    { text: "a b", thoughtSignature: "c2ln" },
  ]);
  assertEquals((await chunks(said)).map(parts), [
    [{ text: "Hm", thought: true }],
    [{ text: "a" }],
    [{ text: " b" }],
    [{ text: "", thoughtSignature: "c2ln" }],
  ]);
});

Deno.test("a result that is filtered without any content says that the prompt was blocked", async () => {
  for (const [finishReason, blockReason] of [["filtered", "SAFETY"], ["JAILBREAK", "JAILBREAK"]]) {
    const mock = mockOf({ finishReason });
    const body = await whole(mock);
    assertEquals(body.candidates, undefined);
    assertEquals(body.promptFeedback, { blockReason });
    const [only, ...rest] = await chunks(mock);
    assertEquals([only!.promptFeedback, rest], [{ blockReason }, []]);
  }
});

Deno.test("a result that is filtered with content, were it empty, is a filtered candidate", async () => {
  const body = await whole(mockOf({ content: "", finishReason: "filtered" }));
  const { finishReason, safetyRatings } = candidate(body);
  assertEquals(finishReason, "SAFETY");
  assertEquals((safetyRatings as JsonObject[])[0]!.blocked, true);
});

Deno.test("what was withheld has no content, streamed as whole", async () => {
  for (const finishReason of ["filtered", "PROHIBITED_CONTENT", "SPII"]) {
    const mock = mockOf({ content: "", finishReason });
    assertEquals(candidate(await whole(mock)).content, undefined);
    assertEquals((await chunks(mock)).map((chunk) => candidate(chunk).content), [undefined]);
    const cut = await chunks(mockOf({ content: "a", finishReason }));
    assertEquals(cut.map((chunk) => candidate(chunk).content), [
      { parts: [{ text: "a" }], role: "model" },
      undefined,
    ]);
  }
  const ended = await chunks(mockOf({ content: "a", finishReason: "length" }));
  assertEquals(ended.map(parts), [[{ text: "a" }], [{ text: "" }]]);
});

Deno.test("the end of a turn is told in Gemini's words, its own as they are", async () => {
  const ends = [["length", "MAX_TOKENS"], ["tool_use", "STOP"], ["RECITATION", "RECITATION"]];
  for (const [finishReason, word] of ends) {
    const body = await whole(mockOf({ content: "x", finishReason }));
    assertEquals(candidate(body).finishReason, word);
  }
});

Deno.test("a call whose arguments are no object is malformed", async () => {
  const mock = mockOf({ toolCalls: [{ name: "find", arguments: '{"q":' }] });
  for (const end of [candidate(await whole(mock)), candidate((await chunks(mock)).at(-1))]) {
    assertEquals(end.finishReason, "MALFORMED_FUNCTION_CALL");
    assertEquals(end.finishMessage, 'Malformed function call: find({"q":)');
  }
});

Deno.test("maxOutputTokens and stopSequences end an answer", async () => {
  const mock = mockOf("one two three");
  const cut = await whole(mock, { generationConfig: { maxOutputTokens: 2 } });
  assertEquals(parts(cut), [{ text: "one two" }]);
  assertEquals(candidate(cut).finishReason, "MAX_TOKENS");
  const stopped = await whole(mock, { generationConfig: { stopSequences: [" three"] } });
  assertEquals(parts(stopped), [{ text: "one two" }]);
  assertEquals(candidate(stopped).finishReason, "STOP");
});

Deno.test("several candidates have an index each, and the last to end tells the tokens of all", async () => {
  const results = ["a b", "c"];
  const mock = new MockGPT({ rules: [{ generator: (_, { choice }) => results[choice]! }] });
  const generationConfig = { candidateCount: 2 };
  const body = await whole(mock, { generationConfig });
  const all = body.candidates as JsonObject[];
  assertEquals(all.map(({ index }) => index), [0, 1]);
  const events = await chunks(mock, { generationConfig });
  const said = events.map((event) => [candidate(event).index, parts(event)[0]!.text]);
  assertEquals(said, [[0, "a"], [1, "c"], [0, " b"], [1, ""], [0, ""]]);
  assertEquals(events.at(-1)!.usageMetadata, body.usageMetadata);
});

Deno.test("sources are citations, or grounding where a request offers a search", async () => {
  const citations = [
    { url: "https://a.example", title: "A", text: "What the source says", start: 0, end: 2 },
    { url: "https://a.example", title: "A", start: 3, end: 5 },
  ];
  const mock = mockOf({ content: "状态 ok", citations });
  const cited = candidate(await whole(mock)).citationMetadata;
  assertEquals(cited, {
    citationSources: [
      { startIndex: 0, endIndex: 6, uri: "https://a.example" },
      { startIndex: 7, endIndex: 9, uri: "https://a.example" },
    ],
  });
  const events = await chunks(mock, { tools: [{ google_search: {} }] });
  assertEquals(candidate(events.at(-1)).groundingMetadata, {
    groundingChunks: [{ web: { uri: "https://a.example", title: "A" } }],
    groundingSupports: [
      { segment: { endIndex: 6, text: "状态" }, groundingChunkIndices: [0] },
      { segment: { startIndex: 7, endIndex: 9, text: "ok" }, groundingChunkIndices: [0] },
    ],
  });
});

Deno.test("log probabilities are told where they are asked for, streamed as whole", async () => {
  const mock = mockOf("one two");
  const generationConfig = { responseLogprobs: true, logprobs: 2 };
  const full = candidate(await whole(mock, { generationConfig }));
  const { chosenCandidates, topCandidates } = full.logprobsResult as Record<string, JsonObject[]>;
  assertEquals(chosenCandidates!.map(({ token }) => token), ["one", " two"]);
  assertEquals(topCandidates!.map(({ candidates }) => (candidates as unknown[]).length), [2, 2]);
  const events = await chunks(mock, { generationConfig });
  const streamed = events.flatMap((event) => {
    const { logprobsResult: result } = candidate(event);
    return (result as { chosenCandidates?: JsonObject[] } | undefined)?.chosenCandidates ?? [];
  });
  assertEquals(streamed, chosenCandidates);
  assertEquals(candidate(events.at(-1)).avgLogprobs, full.avgLogprobs);
  assertEquals(candidate(await whole(mock)).avgLogprobs, undefined);
});

Deno.test("a failure within a stream of events is JSON on lines of its own", async () => {
  const problem = { kind: "overloaded", message: "The model is overloaded." } as const;
  const failing = (more: object) =>
    mockOf("one two", {
      delivery: {
        faults: [{ kind: "error-frame", afterFrames: 1, problem: { ...problem, ...more } }],
      },
    });
  const error = { code: 503, message: problem.message, status: "UNAVAILABLE" };
  const bare = await eventsText(failing({}));
  assertEquals(bare.split("\r\n\r\n")[1], `${JSON.stringify({ error })}\r\n`);
  const framed = await eventsText(failing({ type: "data" }));
  assertEquals(framed.split("\r\n\r\n")[1], `data: ${JSON.stringify({ error })}`);
  const url = `${MODELS}/m:streamGenerateContent`;
  const response = await failing({}).fetch(url, {
    method: "POST",
    body: JSON.stringify({ contents: HI }),
  });
  assertEquals((await response.text()).split("\n").slice(1, 2), [`,${JSON.stringify({ error })}`]);
});

Deno.test("usage on every chunk is no fault where it is so as it is", async () => {
  const faults = [{ kind: "usage-on-every-chunk" }];
  const mock = mockOf("one two", { delivery: { faults } });
  assertEquals((await chunks(mock)).length, 3);
});

Deno.test("lines of Gemini's events end by CRLF, unless the delivery says otherwise", async () => {
  assertMatch(await eventsText(mockOf("Hi")), /^(data: [^\r\n]+\r\n\r\n)+$/);
  const plain = mockOf("Hi", { delivery: { spelling: { lineEnd: "\n" } } });
  assertMatch(await eventsText(plain), /^(data: [^\r\n]+\n\n)+$/);
  const noted = mockOf("Hi", { delivery: { spelling: { spaceAfterColon: false } } });
  assertMatch(await eventsText(noted), /^(data:[^\r\n]+\r\n\r\n)+$/);
});
