import { fileURLToPath } from "node:url";

const ROOT = toSlashes(fileURLToPath(new URL("../../", import.meta.url)));

/** Entry points at the root of the package. */
const ENTRIES: ReadonlySet<string> = new Set([
  "mod.ts",
  "mock.ts",
  "testing.ts",
  "proxy.ts",
  "redis.ts",
  "postgres.ts",
]);

function toSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** The path of a file inside the project, with forward slashes. */
export function placeOf(filename: string): string {
  const path = toSlashes(filename);
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

/** Whether the file is part of what is published. */
export function isShipped(place: string): boolean {
  return ENTRIES.has(place) || place.startsWith("src/");
}

/** Makes a rule that looks at published files only. */
export function shippedRule(
  create: (context: Deno.lint.RuleContext, place: string) => Deno.lint.LintVisitor,
): Deno.lint.Rule {
  return {
    create(context) {
      const place = placeOf(context.filename);
      return isShipped(place) ? create(context, place) : {};
    },
  };
}
