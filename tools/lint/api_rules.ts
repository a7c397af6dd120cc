import { shippedRule } from "./place.ts";

/** The text of a literal or template, with a placeholder for each value; `undefined` for others. */
function textOf(node: Deno.lint.Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map((part) => part.cooked).join("\0");
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const left = textOf(node.left);
    const right = textOf(node.right);
    if (left !== undefined || right !== undefined) return `${left ?? "\0"}${right ?? "\0"}`;
  }
  return undefined;
}

function faultOf(message: string): string | undefined {
  if (/^\p{Ll}/u.test(message)) return "begins with a capital letter";
  if (/[^.]\.\s*$/.test(message)) return "ends without a period";
  if (/\p{L}n't\b/u.test(message)) return "has no contraction";
  return undefined;
}

/** Messages are read by people: one sentence, in one style. */
export const errorMessage: Deno.lint.Rule = shippedRule((context) => ({
  NewExpression(node) {
    const { callee } = node;
    if (callee.type !== "Identifier" || !/(Error|Exception|Violation)$/.test(callee.name)) return;
    for (const argument of node.arguments) {
      const text = textOf(argument);
      // A text without a space is a code or a name.
      if (text === undefined || !text.includes(" ")) continue;
      const fault = faultOf(text);
      if (fault !== undefined) {
        context.report({ node: argument, message: `An error message ${fault}` });
      }
    }
  },
}));

function admitsUndefined(node: Deno.lint.Node | undefined): boolean {
  if (node?.type === "TSUndefinedKeyword" || node?.type === "TSUnknownKeyword") return true;
  return node?.type === "TSUnionType" && node.types.some(admitsUndefined);
}

/** Under exact optional types, a caller can pass an option through only if it says `undefined`. */
export const optionalOrUndefined: Deno.lint.Rule = shippedRule((context) => ({
  TSInterfaceDeclaration(node) {
    if (!node.id.name.endsWith("Options")) return;
    for (const member of node.body.body) {
      if (member.type !== "TSPropertySignature" || !member.optional) continue;
      if (admitsUndefined(member.typeAnnotation?.typeAnnotation)) continue;
      context.report({
        node: member,
        message: "An option that may be left out may also be undefined",
        hint: "Write `name?: Type | undefined`",
      });
    }
  },
}));

/** Default exports have no name to search for; enums and namespaces cannot be erased. */
export const plainExports: Deno.lint.Rule = shippedRule((context) => {
  function forbid(what: string) {
    return (node: Deno.lint.Node) =>
      context.report({ node, message: `Shipped code may not have ${what}` });
  }
  return {
    ExportDefaultDeclaration: forbid("a default export"),
    TSEnumDeclaration: forbid("an enum"),
    TSModuleDeclaration: forbid("a namespace"),
  };
});
