import type { Parsed, SyntaxProblem } from "./syntax_problem.ts";

/** What is said of each kind of mistake. */
const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: "is no JSON value: texts stand in double quotes",
  InvalidNumberFormat: "is no number",
  PropertyNameExpected: "must be the name of a member, in double quotes",
  ValueExpected: "must be a value",
  ColonExpected: "must be a colon",
  CommaExpected: "must be a comma",
  CloseBraceExpected: "must be '}' or a comma",
  CloseBracketExpected: "must be ']' or a comma",
  EndOfFileExpected: "must be the end of the file",
  InvalidCommentToken: "begins a comment that is none",
  UnexpectedEndOfComment: "ends within a comment",
  UnexpectedEndOfString: "ends within a text",
  UnexpectedEndOfNumber: "ends within a number",
  InvalidUnicode: "has an escape that is none",
  InvalidEscapeCharacter: "has an escape that is none",
  InvalidCharacter: "has a character that must be escaped",
};

/** As much of a node of the parser as is used. */
interface TreeNode {
  readonly type: string;
  readonly offset: number;
  readonly value?: unknown;
  readonly children?: readonly TreeNode[];
}

/**
 * Parses JSON with comments and commas at the end of lists.
 *
 * @param text The text.
 */
export async function parseJsonc(text: string): Promise<Parsed> {
  const { default: jsonc } = await import("npm:jsonc-parser@^3.3.1");
  const errors: { error: number; offset: number; length: number }[] = [];
  const tree = jsonc.parseTree(text, errors, { allowTrailingComma: true });
  const problems = errors.map(({ error, offset }) => {
    const name = jsonc.printParseErrorCode(error);
    return problemAt(text, offset, MESSAGES[name] ?? `is no JSON (${name})`);
  });
  if (tree === undefined && problems.length === 0) {
    problems.push(problemAt(text, 0, "holds nothing"));
  }
  const value = tree && problems.length === 0 ? valueOf(tree, text, problems) : undefined;
  return problems.length > 0 ? { problems } : { value };
}

function problemAt(text: string, offset: number, message: string): SyntaxProblem {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: lines.at(-1)!.length + 1, message };
}

function valueOf(node: TreeNode, text: string, problems: SyntaxProblem[]): unknown {
  const { type, children = [] } = node;
  if (type === "array") return children.map((child) => valueOf(child, text, problems));
  if (type !== "object") return node.value;
  const members = new Map<string, unknown>();
  for (const { children: [name, member] = [] } of children) {
    const key = String(name?.value);
    if (members.has(key)) {
      const message = `has the member ${JSON.stringify(key)} twice`;
      problems.push(problemAt(text, name!.offset, message));
    }
    members.set(key, member && valueOf(member, text, problems));
  }
  // Not by assignment, which would take a member named __proto__ for something else.
  return Object.fromEntries(members);
}
