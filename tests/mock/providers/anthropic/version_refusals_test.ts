import { assertEquals } from "@std/assert";
import {
  ASK,
  given,
  HEADERS,
  messages,
  mockOf,
  refusal,
  said,
  send,
  THINKING,
  USER,
} from "./asked.ts";

const NEWEST = { ...HEADERS, "anthropic-version": "2026-10-21" };

/** What the newest version refuses, and the one before takes. */
const REFUSED_NEWEST: readonly (readonly [object, string])[] = [
  [{ temperature: 1 }, "temperature: Extra inputs are not permitted"],
  [{ top_p: 0.9 }, "top_p: Extra inputs are not permitted"],
  [{ top_k: 5 }, "top_k: Extra inputs are not permitted"],
  [
    messages(USER, said({ type: "document", source: { type: "file", file_id: "f" } }), USER),
    "messages.1.content.0: `document` blocks can only be in `user` messages",
  ],
  [
    messages(given({ type: "text", text: "x", citations: [{ type: "char_location" }] })),
    "messages.0.content.0.text.citations: Extra inputs are not permitted",
  ],
  [
    messages(given({
      type: "search_result",
      source: "s",
      title: "t",
      content: [{ type: "text", text: "x", citations: [{ type: "char_location" }] }],
    })),
    "messages.0.content.0.search_result.content.0.text.citations: Extra inputs are not permitted",
  ],
];

Deno.test("Anthropic's newest version refuses sampling, and documents and citations out of place", async () => {
  for (const [body, words] of REFUSED_NEWEST) {
    assertEquals(await refusal(body, "", NEWEST), words);
    assertEquals((await send(mockOf("ok"), body)).status, 200);
  }
  const cited = said({ type: "text", text: "x", citations: [{ type: "char_location" }] });
  const taken = await send(mockOf("ok"), messages(USER, cited, USER), "", NEWEST);
  assertEquals(taken.status, 200);
});

const PREFILLED = messages(USER, { role: "assistant", content: "Sure:" });
const ADAPTIVE = { thinking: { type: "adaptive" } };
const NO_PREFILL =
  "This model does not support assistant message prefill. The conversation must end with a user message.";
const NO_BUDGET =
  '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

/** What some models refuse and others take: the model, the request, and the words if it is refused. */
const BY_MODEL: readonly (readonly [string, object, string?])[] = [
  ["claude-opus-4-6", PREFILLED, NO_PREFILL],
  ["claude-fable-5", PREFILLED, NO_PREFILL],
  ["claude-sonnet-4-5-20250929", PREFILLED],
  ["claude-opus-4-20250514", PREFILLED],
  ["claude-3-5-sonnet-20241022", PREFILLED],
  ["claude-haiku-4-5", ADAPTIVE, "adaptive thinking is not supported on this model"],
  ["claude-3-7-sonnet-latest", ADAPTIVE, "adaptive thinking is not supported on this model"],
  ["claude-opus-4-6", ADAPTIVE],
  ["claude-sonnet-5-5", ADAPTIVE],
  ["claude-opus-4-7", THINKING, NO_BUDGET],
  ["claude-sonnet-5", THINKING, NO_BUDGET],
  ["claude-opus-4-6", THINKING],
  ["claude-haiku-4-5", THINKING],
  ["claude-mythos-preview", THINKING],
  ["claude-opus-4-7", { temperature: 0 }, "`temperature` is deprecated for this model."],
  ["claude-opus-5", { top_k: 1 }, "`top_k` is deprecated for this model."],
  ["claude-opus-4-7", { temperature: 1, top_p: 1 }],
  ["claude-opus-4-6", { temperature: 0 }],
];

Deno.test("Anthropic's models refuse what they do not do", async () => {
  for (const [model, body, words] of BY_MODEL) {
    const reply = await send(mockOf("ok"), { ...body, model });
    const error = reply.body.error as { readonly message: string } | undefined;
    assertEquals([model, reply.status, error?.message], [model, words ? 400 : 200, words]);
  }
  const counted = { ...PREFILLED, model: "claude-opus-5", max_tokens: undefined };
  assertEquals((await send(mockOf("ok"), counted, "/count_tokens")).status, 200);
});

Deno.test("Anthropic's trials bring members and rules of their own", async () => {
  const trial = { ...HEADERS, "anthropic-beta": "interleaved-thinking-2025-05-14" };
  const body = { mcp_servers: [], thinking: { type: "enabled", budget_tokens: 4000 } };
  assertEquals((await send(mockOf("ok"), body, "", trial)).status, 200);
  const query = await send(mockOf("ok"), { context_management: {} }, "?beta=true");
  assertEquals(query.status, 200);
  assertEquals(ASK.max_tokens < 4000, true);
});
