const ROOT = new URL("../../", import.meta.url);

/** A block of code in a page. */
export interface Block {
  /** What follows its fence: the language, and how tests take it. */
  readonly tag: string;
  /** The code. */
  readonly code: string;
}

/** Reads a file of this package, by its path from the root. */
export function readText(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, ROOT));
}

/** Gives the blocks of code in a page, in order. */
export function blocksIn(page: string): readonly Block[] {
  return [...page.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)]
    .map(([, tag, code]) => ({ tag: tag!, code: code! }));
}
