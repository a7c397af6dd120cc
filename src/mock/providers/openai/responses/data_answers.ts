import { stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { countInput } from "../../../result/count_usage.ts";
import type { DataCall, DataReply } from "../../endpoint.ts";
import { pathText } from "../../path_text.ts";
import { invalid } from "../../problem.ts";
import type { StoredTurn } from "../../turn_memory.ts";
import { checkCounted } from "./check_members.ts";
import { itemsBefore } from "./conversation.ts";
import { neutralRequest } from "./neutral_request.ts";
import { readItems } from "./read_responses.ts";

/** Gives a stored response; one that was streamed in the background as its events, if they are asked for. */
export function retrieve({ params, http: { query }, tools }: DataCall): DataReply {
  const { id, turn } = storedTurn(params, tools.turns);
  if (query.get("stream") !== "true") return { body: turn.body };
  const first = firstEvent(query.get("starting_after"));
  if (turn.events !== undefined) return { events: turn.events.slice(first) };
  throw invalid(
    `Response with id '${id}' cannot be streamed: it was not created with 'background' and 'stream'.`,
    "stream",
  );
}

function firstEvent(after: string | null): number {
  if (after === null) return 0;
  if (/^\d+$/.test(after)) return Number(after) + 1;
  throw invalid(
    `Invalid 'starting_after': expected an integer from 0, but got '${after}' instead.`,
    "starting_after",
    { code: "invalid_value" },
  );
}

/** Forgets a stored response. */
export function remove({ params, tools }: DataCall): DataReply {
  const { id } = storedTurn(params, tools.turns);
  tools.turns.forget(id);
  return { body: { id, object: "response", deleted: true } };
}

/** Cancels a response that is made in the background; one that is over stays as it is. */
export function cancel({ params, tools }: DataCall): DataReply {
  const { turn } = storedTurn(params, tools.turns);
  if (turn.body.background !== true) throw invalid("Cannot cancel a synchronous response.");
  turn.cancel?.();
  return { body: turn.body };
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** Lists what a stored response was given to answer, the latest first unless asked otherwise. */
export function listInputItems({ params, http: { query }, tools }: DataCall): DataReply {
  const { turn } = storedTurn(params, tools.turns);
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid(
      `Invalid 'limit': expected an integer from 1 to ${MAX_LIMIT}, but got '${
        query.get("limit")
      }' instead.`,
      "limit",
      { code: "invalid_value" },
    );
  }
  const items = query.get("order") === "asc" ? itemsBefore(turn) : itemsBefore(turn).toReversed();
  const start = startOf(items, query.get("after"));
  const data = items.slice(start, start + limit);
  return {
    body: {
      object: "list",
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: start + limit < items.length,
    },
  };
}

/** Counts the tokens that a request would make a model read. */
export function countInputTokens({ body, tools }: DataCall): DataReply {
  checkCounted(body, tools.unknownMembers);
  const { messages, tools: offered } = neutralRequest(body, readItems(body, tools));
  const request = Array.isArray(offered) ? { messages, tools: offered } : { messages };
  return { body: { object: "response.input_tokens", input_tokens: countInput(request) } };
}

function startOf(items: readonly JsonObject[], after: string | null): number {
  if (after === null) return 0;
  const at = items.findIndex(({ id }) => id === after);
  if (at >= 0) return at + 1;
  throw invalid(`Item with id '${after}' not found.`, "after", { status: 404 });
}

function storedTurn(
  params: DataCall["params"],
  turns: DataCall["tools"]["turns"],
): { readonly id: string; readonly turn: StoredTurn } {
  const id = pathText(stringOf(params.id));
  const turn = turns.find(id);
  if (turn !== undefined) return { id, turn };
  throw invalid(`Response with id '${id}' not found.`, undefined, { status: 404 });
}
