import {
  MISSING,
  testAccepted,
  testRefusals,
  TYPE,
  USER,
  VALUE,
  withMessages,
} from "../../../support/openai_refusals.ts";
import type { Refusal } from "../../../support/openai_refusals.ts";

const CALL = { id: "c1", type: "function", function: { name: "find", arguments: "{}" } };
const CALLER = { role: "assistant", content: null, tool_calls: [CALL] };
const ANSWER = { role: "tool", tool_call_id: "c1", content: "42" };

const REFUSALS: readonly Refusal[] = [
  [
    "an assistant whose refusal is null",
    withMessages({ role: "assistant", refusal: null }),
    "Invalid value for 'content': expected a string, got null.",
    "messages.[1].content",
    null,
  ],
  [
    "no messages",
    { messages: undefined },
    "Missing required parameter: 'messages'.",
    "messages",
    MISSING,
  ],
  [
    "empty messages",
    { messages: [] },
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    "messages",
    "empty_array",
  ],
  [
    "messages that are a text",
    { messages: "hi" },
    "Invalid type for 'messages': expected an array of objects, but got a string instead.",
    "messages",
    TYPE,
  ],
  [
    "a message that is a text",
    { messages: ["hi"] },
    "Invalid type for 'messages[0]': expected an object, but got a string instead.",
    "messages[0]",
    TYPE,
  ],
  [
    "no role",
    { messages: [{ content: "hi" }] },
    "Missing required parameter: 'messages[0].role'.",
    "messages[0].role",
    MISSING,
  ],
  [
    "a bad role",
    { messages: [{ role: "robot", content: "hi" }] },
    "Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    "messages[0].role",
    VALUE,
  ],
  [
    "no content",
    withMessages({ role: "user" }),
    "Invalid value for 'content': expected a string, got null.",
    "messages.[1].content",
    null,
  ],
  [
    "an assistant that says nothing",
    withMessages({ role: "assistant", content: null }),
    "Invalid value for 'content': expected a string, got null.",
    "messages.[1].content",
    null,
  ],
  [
    "content that is a number",
    withMessages({ role: "user", content: 7 }),
    "Invalid type for 'messages[1].content': expected one of a string or array of objects, but got an integer instead.",
    "messages[1].content",
    TYPE,
  ],
  [
    "a part of an unknown type",
    withMessages({ role: "user", content: [{ type: "smell" }] }),
    "Invalid value: 'smell'. Supported values are: 'text', 'image_url', 'input_audio', and 'file'.",
    "messages[1].content[0].type",
    VALUE,
  ],
  [
    "an image in a system message",
    withMessages({ role: "system", content: [{ type: "image_url", image_url: { url: "x" } }] }),
    "Invalid value: 'image_url'. Supported values are: 'text'.",
    "messages[1].content[0].type",
    VALUE,
  ],
  [
    "an image that is a text",
    withMessages({ role: "user", content: [{ type: "image_url", image_url: "x" }] }),
    "Invalid type for 'messages[1].content[0].image_url': expected an object, but got a string instead.",
    "messages[1].content[0].image_url",
    TYPE,
  ],
  [
    "an unknown member of a developer's message",
    withMessages({ role: "developer", content: "x", cache: 1 }),
    "Unknown parameter: 'messages[1].cache'.",
    "messages[1].cache",
    "unknown_parameter",
  ],
  [
    "a tool's answer to nothing",
    withMessages(ANSWER),
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    "messages.[1].role",
    null,
  ],
  [
    "a call without an answer",
    withMessages(CALLER),
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: c1",
    "messages",
    null,
  ],
  [
    "a call that is answered too late",
    withMessages(CALLER, USER, ANSWER),
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: c1",
    "messages.[2].role",
    null,
  ],
  [
    "an answer to another call",
    withMessages(CALLER, { ...ANSWER, tool_call_id: "c2" }),
    "Invalid parameter: 'tool_call_id' of 'c2' not found in 'tool_calls' of previous message.",
    "messages.[2].tool_call_id",
    null,
  ],
  [
    "an answer without an id",
    withMessages(CALLER, { role: "tool", content: "42" }),
    "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    "messages.[2].tool_call_id",
    null,
  ],
  [
    "a call answered twice",
    withMessages(CALLER, ANSWER, ANSWER),
    "Duplicate value for 'tool_call_id' of 'c1' in message[3]",
    "messages",
    null,
  ],
  [
    "two calls with one id",
    withMessages({ ...CALLER, tool_calls: [CALL, CALL] }, ANSWER),
    "Duplicate value for 'tool_call_id' of 'c1' in message[1]",
    "messages",
    null,
  ],
  [
    "empty tool_calls",
    withMessages({ ...CALLER, tool_calls: [] }),
    "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    "messages[1].tool_calls",
    "empty_array",
  ],
  [
    "a call with an index",
    withMessages({ ...CALLER, tool_calls: [{ ...CALL, index: 0 }] }, ANSWER),
    "Unknown parameter: 'messages[1].tool_calls[0].index'.",
    "messages[1].tool_calls[0].index",
    "unknown_parameter",
  ],
  [
    "arguments that are an object",
    withMessages({
      ...CALLER,
      tool_calls: [{ ...CALL, function: { name: "find", arguments: {} } }],
    }, ANSWER),
    "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    "messages[1].tool_calls[0].function.arguments",
    TYPE,
  ],
  [
    "a call's id of 41 letters",
    withMessages({ ...CALLER, tool_calls: [{ ...CALL, id: "c".repeat(41) }] }),
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    "messages[1].tool_calls[0].id",
    "string_above_max_length",
  ],
];

testRefusals(REFUSALS);

testAccepted([
  [
    "members that other providers' clients send back",
    withMessages({ role: "assistant", content: "x", reasoning_content: "y" }),
  ],
  [
    "answers to parallel calls in any order",
    withMessages(
      { ...CALLER, tool_calls: [CALL, { ...CALL, id: "c2" }] },
      { ...ANSWER, tool_call_id: "c2" },
      ANSWER,
      USER,
    ),
  ],
]);
