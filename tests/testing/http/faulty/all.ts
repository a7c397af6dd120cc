import { ANSWERS, TOOLS } from "./answers.ts";
import { CHAT } from "./chat.ts";
import { ERRORS, LIFE } from "./failures.ts";
import type { FaultyServer } from "./faulty_server.ts";
import { FIELDS, USAGE } from "./fields.ts";
import { CONTENT, FRAMING } from "./frames.ts";
import { ORDER } from "./order.ts";

/** Servers with one fault each. */
export const FAULTY_SERVERS: readonly FaultyServer[] = [
  ...CONTENT,
  ...FRAMING,
  ...ORDER,
  ...FIELDS,
  ...USAGE,
  ...ANSWERS,
  ...TOOLS,
  ...ERRORS,
  ...LIFE,
  ...CHAT,
];
