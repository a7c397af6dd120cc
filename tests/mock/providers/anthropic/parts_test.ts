import { assertEquals } from "@std/assert";
import {
  CALL,
  given,
  HEADERS,
  messages,
  mockOf,
  refusal,
  RESULT,
  said,
  send,
  THINKING,
  TOOL,
  USER,
} from "./asked.ts";

const SHORT = { cache_control: { type: "ephemeral" } };
const LONG = { cache_control: { type: "ephemeral", ttl: "1h" } };
const words = (text: string, more: object = {}) => ({ type: "text", text, ...more });
const THOUGHT = { type: "thinking", thinking: "Hm", signature: "sig" };
const FIVE = "A maximum of 4 blocks with cache_control may be provided. Found 5.";
const LATER =
  "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: tools, system, messages.";
const IMAGE = { type: "base64", media_type: "image/png", data: "AAAA" };
const PDF = { type: "base64", media_type: "application/pdf", data: "AAAA" };
const image = (source: object) => messages(given({ type: "image", source }));
const document = (source: object, more: object = {}) => ({ type: "document", source, ...more });
const SEARCHED = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const FOUND = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
const UNANSWERED =
  "messages.1.content.0: `web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block";
const CITING = { citations: { enabled: true } };
const search = (content: unknown, more: object = {}) => ({
  type: "search_result",
  source: "s",
  title: "t",
  content,
  ...more,
});

/** What is asked, and what Anthropic says to it. */
const REFUSED: readonly (readonly [object, string])[] = [
  // The cache
  [
    { system: [words("x", { cache_control: { type: "ephemeral", ttl: "2h" } })] },
    "system.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
  ],
  [
    {
      tools: [{ ...TOOL, ...SHORT }],
      system: [words("a", SHORT), words("b", SHORT)],
      ...messages(given(words("c", SHORT)), given(words("d", SHORT))),
    },
    FIVE,
  ],
  [
    {
      ...SHORT,
      system: ["a", "b", "c", "d"].map((text) => words(text, SHORT)),
    },
    FIVE,
  ],
  [
    { system: [words("x", SHORT)], ...messages(given(words("y", LONG))) },
    `messages.0.content.0.cache_control.ttl: ${LATER}`,
  ],
  [
    { tools: [{ ...TOOL, ...SHORT }], system: [words("x", LONG)] },
    `system.0.cache_control.ttl: ${LATER}`,
  ],
  [
    messages(USER, said({ ...THOUGHT, ...SHORT }, words("x")), USER),
    "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
  ],
  // Thoughts
  [
    messages(USER, said(THOUGHT), USER),
    "messages.1: The final block in an assistant message cannot be `thinking`.",
  ],
  [
    messages(USER, said(words("x"), THOUGHT)),
    "messages.1: The final block in an assistant message cannot be `thinking`.",
  ],
  // What is seen and read
  [
    image({ ...IMAGE, media_type: "image/bmp" }),
    "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ],
  [
    image({ ...IMAGE, data: "" }),
    "messages.0.content.0.image.source.base64: image cannot be empty",
  ],
  ...["http://a.example/b.png", "data:image/png;base64,AAAA"].map((url): [object, string] => [
    image({ type: "url", url }),
    "Only HTTPS URLs are supported.",
  ]),
  [
    messages(
      USER,
      said(CALL),
      given({
        ...RESULT,
        content: [document({ type: "url", url: "http://a.example/b.pdf" })],
      }),
    ),
    "Only HTTPS URLs are supported.",
  ],
  [
    messages(given(document({ ...PDF, media_type: "text/plain" }))),
    "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
  ],
  [
    messages(given(document(PDF, CITING), document(PDF))),
    "messages: citations must be enabled on all or none of the documents in a request",
  ],
  [
    messages(given(search([words("x")], CITING), search([words("y")]))),
    "messages: citations must be enabled on all or none of the search results in a request",
  ],
  [
    messages(given(search([]))),
    "messages.0.content.0.search_result.content: List should have at least 1 item after validation, not 0",
  ],
  [
    messages(given(search("x"))),
    "messages.0.content.0.search_result.content: Input should be a valid list",
  ],
  // What Anthropic runs itself
  [messages(USER, said(SEARCHED), USER), UNANSWERED],
  [
    messages(USER, said(FOUND), USER),
    "messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
  ],
  [
    messages(USER, said({ ...SEARCHED, id: "toolu_1" }, FOUND), USER),
    "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  ],
  [{ container: 5 }, "container: Input should be a valid string"],
  [{ container: { name: "x" } }, "container.name: Extra inputs are not permitted"],
];

Deno.test("Anthropic's refusals of parts that do not fit one another are in its words", async () => {
  for (const [body, expected] of REFUSED) assertEquals(await refusal(body), expected);
  assertEquals(
    await refusal({ ...THINKING, ...messages(USER, { role: "assistant", content: "Sure:" }) }),
    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`.",
  );
});

/** What Anthropic takes. */
const TAKEN: readonly object[] = [
  {
    tools: [{ ...TOOL, ...LONG }],
    system: [words("a", LONG), words("b", SHORT)],
    ...messages(given(words("c", SHORT))),
  },
  { ...SHORT, system: ["a", "b", "c"].map((text) => words(text, SHORT)) },
  {
    ...SHORT,
    system: ["a", "b", "c"].map((text) => words(text, SHORT)),
    ...messages(given(words("d", SHORT))),
  },
  { ...THINKING, ...messages(USER, said(THOUGHT, words("Sure:"))) },
  { ...THINKING, ...messages(USER, said(THOUGHT, words("a")), said(words("b"))) },
  messages(USER, said(THOUGHT), said(words("a")), USER),
  image({ type: "url", url: "https://a.example/b.png" }),
  messages(given(document(PDF, CITING), document(PDF, CITING), search([words("x")]))),
  messages(USER, said(SEARCHED, FOUND, words("x")), USER),
  { ...messages(USER, said(words("x"), SEARCHED)), model: "claude-opus-5" },
  messages(USER, said(SEARCHED, CALL), given(RESULT)),
  messages(USER, said(SEARCHED, CALL), given(RESULT), said(FOUND, words("x")), USER),
  { container: "container_1" },
  { container: { id: null, skills: [{ type: "anthropic", skill_id: "pptx" }] } },
];

Deno.test("Anthropic's mock takes parts that fit one another", async () => {
  for (const body of TAKEN) {
    const reply = await send(mockOf("ok"), body);
    assertEquals([reply.status, reply.body.error], [200, undefined]);
  }
});

Deno.test("Anthropic's thread goes on from a pause without a message", async () => {
  const mock = mockOf({ content: "Wait ", finishReason: "pause_turn" });
  const beta = { ...HEADERS, "anthropic-beta": "message-threads-2026-08-12" };
  const model = "claude-opus-5";
  await send(mock, { model, thread: { type: "create" } }, "", beta);
  const thread = { type: "continue", previous_message_id: "msg_mock-1" };
  const next = await send(mock, { model, thread, messages: [] }, "", beta);
  assertEquals([next.status, next.body.error], [200, undefined]);
});
