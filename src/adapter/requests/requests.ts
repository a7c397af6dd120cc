import type { WireId } from "../../wire/wire.ts";
import type { BuildRequest } from "./http_request.ts";
import { openAiChatRequest } from "./openai_chat.ts";

/** How each wire's requests are built. */
export const REQUESTS: Readonly<Partial<Record<WireId, BuildRequest>>> = {
  "openai-chat": openAiChatRequest,
};
