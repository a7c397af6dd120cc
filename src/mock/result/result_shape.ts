import {
  aBoolean,
  aJsonValue,
  aText,
  aWhole,
  either,
  listOf,
  membersIn,
  misshapen,
  oneOf,
  type Shape,
  someText,
} from "../options/shape.ts";
import type { ModelResult, ResultCitation } from "./model_result.ts";
import { textOfValue } from "./regular_result.ts";

const CALL_MEMBERS: Readonly<Record<string, Shape>> = {
  name: someText,
  arguments: aJsonValue,
  input: aText,
  id: someText,
};

const REASONING_MEMBERS: Readonly<Record<string, Shape>> = {
  text: aText,
  signature: someText,
  redacted: someText,
};

const aCitation: Shape = membersIn({
  url: someText,
  title: aText,
  text: aText,
  start: aWhole(0),
  end: aWhole(0),
});

const CITATIONS = listOf(aCitation);

/** A call has arguments or an input, as the tool is one or the other. */
const aCall: Shape = (value, path) => {
  membersIn(CALL_MEMBERS, ["name"])(value, path);
  requireOneInput(value as object, path);
};

function requireOneInput(call: { arguments?: unknown; input?: unknown }, path: string): void {
  if (call.arguments === undefined || call.input === undefined) return;
  throw new TypeError(
    `Cannot use '${path}' as it must have either 'arguments' or 'input', and it has both`,
  );
}

/** A citation of words that the text does not have would be sent with places that are none. */
function requirePlaces(citations: readonly ResultCitation[], text: string, path: string): void {
  citations.forEach(({ start = 0, end = text.length }, index) => {
    if (start <= end && end <= text.length) return;
    throw new RangeError(
      `Cannot use '${path}[${index}]' as it must be a part of a text of ${text.length} characters: ` +
        `it begins at ${start} and ends at ${end}`,
    );
  });
}

const A_TEXT_BLOCK = membersIn({ type: aText, text: aText, citations: CITATIONS }, ["text"]);

const BLOCKS: Readonly<Record<string, Shape>> = {
  text: (value, path) => {
    A_TEXT_BLOCK(value, path);
    const { text, citations = [] } = value as {
      readonly text: string;
      readonly citations?: readonly ResultCitation[];
    };
    requirePlaces(citations, text, `${path}.citations`);
  },
  reasoning: membersIn({ type: aText, ...REASONING_MEMBERS }),
  tool_call: (value, path) => {
    membersIn({ type: aText, ...CALL_MEMBERS }, ["name"])(value, path);
    requireOneInput(value as object, path);
  },
  refusal: membersIn({ type: aText, text: aText }, ["text"]),
};

const aBlock: Shape = (value, path) => {
  const type = (value as { type?: unknown } | null)?.type;
  oneOf(...Object.keys(BLOCKS))(type, `${path}.type`);
  BLOCKS[type as string]!(value, path);
};

const USAGE = membersIn({
  input: aWhole(0),
  output: aWhole(0),
  reasoning: aWhole(0),
  cacheRead: aWhole(0),
  cacheWrite: aWhole(0),
});

const MEMBERS = membersIn({
  content: aJsonValue,
  reasoning: either(
    (value) => typeof value === "string",
    aText,
    listOf(membersIn(REASONING_MEMBERS)),
  ),
  toolCalls: listOf(aCall),
  refusal: someText,
  citations: CITATIONS,
  blocks: listOf(aBlock),
  finishReason: someText,
  usage: USAGE,
  id: someText,
  model: someText,
  unchecked: aBoolean,
});

/** What `blocks` stands in place of. */
const REPLACED = ["content", "reasoning", "toolCalls", "refusal", "citations"] as const;

/** Sources are told with the text that they are of. */
function requireCited({ content, citations, blocks }: ModelResult, path: string): void {
  if (citations === undefined || blocks !== undefined) return;
  if (citations.length > 0 && (content === undefined || content === null)) {
    throw new TypeError(`Cannot use '${path}.citations' as there is no 'content' that they are of`);
  }
  requirePlaces(citations, textOfValue(content), `${path}.citations`);
}

/**
 * A {@linkcode ModelResult}, or a text.
 *
 * @throws {TypeError} If it is none; the message says where.
 */
export const aModelResult: Shape = (value, path) => {
  if (typeof value === "string") return;
  if (typeof value !== "object" || value === null) {
    throw misshapen(path, "a text or an object that is a result", value);
  }
  MEMBERS(value, path);
  requireCited(value as ModelResult, path);
  const result = value as Readonly<Record<string, unknown>>;
  const doubled = REPLACED.find((name) => result[name] !== undefined);
  if (result.blocks === undefined || doubled === undefined) return;
  throw new TypeError(
    `Cannot use '${path}' as 'blocks' stands in place of '${doubled}', and it has both`,
  );
};
