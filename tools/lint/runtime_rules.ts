import { shippedRule } from "./place.ts";

/** The only files that may know Deno by name: the two programs and the one that picks a server. */
const KNOWS_DENO: ReadonlySet<string> = new Set(["mock.ts", "proxy.ts", "src/server/serve.ts"]);

/** Node and Bun have no `Deno`, and a type that names it breaks their users' builds. */
export const noDenoGlobal: Deno.lint.Rule = shippedRule((context, place) => {
  if (KNOWS_DENO.has(place)) return {};
  return {
    Identifier(node) {
      if (node.name !== "Deno") return;
      context.report({
        node,
        message: "Only mock.ts, proxy.ts and src/server/serve.ts may use Deno's own API",
        hint: "Use a Web API or a node: module, or take the thing as an option",
      });
    },
  };
});

/** Node 20 and 22 cannot parse `using`, and nothing lowers it on the way to them. */
export const noUsing: Deno.lint.Rule = shippedRule((context) => ({
  VariableDeclaration(node) {
    if (node.kind !== "using" && node.kind !== "await using") return;
    context.report({
      node,
      message: `Shipped code may not declare with '${node.kind}'`,
      hint: "Use try and finally: Node 20 and 22 do not know the syntax",
    });
  },
}));

/** A package that imports itself by name works here and breaks once published. */
export const noSelfImport: Deno.lint.Rule = shippedRule((context) => {
  function inspect(node: { source: Deno.lint.Node | null; range: Deno.lint.Range }): void {
    if (node.source?.type !== "Literal") return;
    const { value } = node.source;
    if (typeof value !== "string" || !/^(jsr:)?@wholeturn\/wholeturn\b/.test(value)) return;
    context.report({
      range: node.range,
      message: "Shipped code may not import its own package by name",
      hint: "Import the file by its relative path",
    });
  }
  return {
    ImportDeclaration: inspect,
    ExportNamedDeclaration: inspect,
    ExportAllDeclaration: inspect,
    ImportExpression: inspect,
  };
});

/** A timeout signal cannot be cleared: it pins what it reaches until it fires. */
export const clearableDeadline: Deno.lint.Rule = shippedRule((context) => ({
  MemberExpression(node) {
    const { object, property } = node;
    if (object.type !== "Identifier" || object.name !== "AbortSignal") return;
    if (property.type !== "Identifier" || property.name !== "timeout") return;
    context.report({
      node,
      message: "AbortSignal.timeout() cannot be cleared",
      hint: "Use withDeadline() of src/clock.ts",
    });
  },
}));

/** A library is silent; the programs at the root print. */
export const silentLibrary: Deno.lint.Rule = shippedRule((context, place) => {
  if (!place.startsWith("src/")) return {};
  return {
    MemberExpression(node) {
      if (node.object.type !== "Identifier" || node.object.name !== "console") return;
      context.report({
        node,
        message: "Library code does not print",
        hint: "Take a function that logs as an option",
      });
    },
  };
});
