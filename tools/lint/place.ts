const ROOT = new URL("../../", import.meta.url).pathname;

/** Entry points at the root of the package. */
const ENTRIES: ReadonlySet<string> = new Set(["mod.ts", "mock.ts", "testing.ts", "proxy.ts"]);

/** The path of a file inside the project, with forward slashes. */
export function placeOf(filename: string): string {
  // On Windows a URL's path begins with a slash before the drive letter; a file name does not.
  const path = filename.replaceAll("\\", "/").replace(/^file:\/\//, "");
  const root = path.startsWith("/") ? ROOT : ROOT.replace(/^\//, "");
  return path.startsWith(root) ? path.slice(root.length) : path;
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
