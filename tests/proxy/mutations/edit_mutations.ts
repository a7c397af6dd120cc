import type { Mutation } from "./mutation.ts";

const FIELD = ["edit/apply_reasoning_field_test.ts"];

/** Breakages of what is done to requests; the first is the seed's. */
export const EDIT_MUTATIONS: readonly Mutation[] = [
  {
    name: "messages without calls of tools are completed",
    file: "edit/apply_reasoning_field.ts",
    replace: "if (!isToolTurn(document, message)) return;",
    by: "",
    tests: FIELD,
  },
  {
    name: "messages with an empty list of calls are completed",
    file: "edit/apply_reasoning_field.ts",
    replace: "document.items(calls.start).length > 0",
    by: "true",
    tests: FIELD,
  },
  {
    name: "reasoning that is there is overwritten",
    file: "edit/apply_reasoning_field.ts",
    replace: 'if (!isMissing && value !== "") return;',
    by: "",
    tests: FIELD,
  },
  {
    name: "an empty text is written where that is not allowed",
    file: "edit/apply_reasoning_field.ts",
    replace: "(isMissing && emptyOk)",
    by: "isMissing",
    tests: FIELD,
  },
];
