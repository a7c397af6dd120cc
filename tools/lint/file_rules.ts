import { isShipped, placeOf } from "./place.ts";

const MAX_SHIPPED_LINES = 250;
const MAX_OTHER_LINES = 400;
const MAX_FUNCTION_LINES = 40;

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}

type FunctionNode =
  | Deno.lint.FunctionDeclaration
  | Deno.lint.FunctionExpression
  | Deno.lint.ArrowFunctionExpression;

/**
 * Measures functions by their own lines: a function within another counts for itself only, so that
 * a factory may return an object of short methods.
 */
function functionMeter(context: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const inner: number[] = [0];
  function enter(): void {
    inner.push(0);
  }
  function exit(node: FunctionNode): void {
    const whole = lineCount(context.sourceCode.getText(node));
    const own = whole - (inner.pop() ?? 0);
    // The lines of its first and last line stay with the outer function.
    inner[inner.length - 1]! += Math.max(0, whole - 2);
    if (own <= MAX_FUNCTION_LINES) return;
    context.report({
      node,
      message: `A function has at most ${MAX_FUNCTION_LINES} lines of its own: this one has ${own}`,
    });
  }
  return {
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    "FunctionDeclaration:exit": exit,
    "FunctionExpression:exit": exit,
    "ArrowFunctionExpression:exit": exit,
  };
}

/** Files and functions that fit on a screen or two. */
export const sizeLimit: Deno.lint.Rule = {
  create(context) {
    const shipped = isShipped(placeOf(context.filename));
    const limit = shipped ? MAX_SHIPPED_LINES : MAX_OTHER_LINES;
    return {
      ...(shipped ? functionMeter(context) : {}),
      Program(node) {
        const lines = lineCount(context.sourceCode.text);
        if (lines <= limit) return;
        context.report({
          node,
          message: `A file here has at most ${limit} lines: this one has ${lines}`,
          hint: "Split it by concept",
        });
      },
    };
  },
};

/** Whoever silences a checker owes the reader a reason. */
export const ignoreReason: Deno.lint.Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const silencer = /^\s*(deno-lint-ignore(-file)?|@ts-(ignore|expect-error|nocheck))\b/;
          if (!silencer.test(comment.value) || / -- \S/.test(comment.value)) continue;
          context.report({
            range: comment.range,
            message: "A comment that silences a checker gives its reason after ' -- '",
          });
        }
      },
    };
  },
};

/** A leak that a test hides is a leak that a user finds. */
export const sanitizersOn: Deno.lint.Rule = {
  create(context) {
    return {
      Property(node) {
        if (node.key.type !== "Identifier" || !/^sanitize(Ops|Resources)$/.test(node.key.name)) {
          return;
        }
        if (node.value.type !== "Literal" || node.value.value !== false) return;
        context.report({ node, message: "Tests keep the sanitizers on", hint: "Close what leaks" });
      },
    };
  },
};

/** Our own names are in one style. Keys are not looked at: the wires spell theirs with underscores. */
export const camelCaseNames: Deno.lint.Rule = {
  create(context) {
    function inspect(node: Deno.lint.Node | null | undefined): void {
      if (node?.type === "ObjectPattern") {
        for (const item of node.properties) inspect(item.type === "Property" ? item.value : item);
      } else if (node?.type === "ArrayPattern") node.elements.forEach(inspect);
      else if (node?.type === "RestElement") inspect(node.argument);
      else if (node?.type === "AssignmentPattern") inspect(node.left);
      else if (node?.type === "Identifier" && /[a-z0-9]_/.test(node.name)) {
        context.report({ node, message: `The name '${node.name}' is not in camel case` });
      }
    }
    function inspectFunction(node: FunctionNode): void {
      inspect(node.type === "ArrowFunctionExpression" ? null : node.id);
      for (const item of node.params) inspect(item.type === "TSParameterProperty" ? null : item);
    }
    return {
      VariableDeclarator: (node) => inspect(node.id),
      FunctionDeclaration: inspectFunction,
      FunctionExpression: inspectFunction,
      ArrowFunctionExpression: inspectFunction,
    };
  },
};
