import { reasonOf } from "./reason_of.ts";
import { readState, type StateSnapshot } from "./state_text.ts";
import { whyNotWritable } from "./why_not_writable.ts";

/** What is found where state is to be kept, before it is. */
export interface FoundState {
  /** What was kept there; `undefined` if there is nothing of use. */
  readonly snapshot?: StateSnapshot | undefined;
  /** Whether it may be overwritten: what something else wrote, or what cannot be read, may not. */
  readonly isOurs: boolean;
  /** Whether it can be written. */
  readonly isWritable: boolean;
  /** What is wrong, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * Looks at the file that state is to be kept in, and leaves it as it is.
 *
 * @param file The file; it need not be there yet.
 */
export async function foundState(file: string): Promise<FoundState> {
  try {
    const text = await textOf(file);
    const read = text === undefined ? undefined : readState(text);
    if (read?.type === "foreign") {
      const what = "is not one that this version of the proxy wrote";
      return foreign(`The state file '${file}' ${what}: it is left alone, and nothing is kept`);
    }
    const broken = `The state file '${file}' is broken: it will be written anew`;
    const reason = await whyNotWritable(file);
    return {
      snapshot: read?.type === "state" ? read.snapshot : undefined,
      isOurs: true,
      isWritable: reason === undefined,
      warnings: [
        ...(read?.type === "broken" ? [broken] : []),
        ...(reason === undefined ? [] : [cannotWrite(file, reason)]),
      ],
    };
  } catch (error) {
    return foreign(`Cannot read the state file '${file}': ${reasonOf(error)}`);
  }
}

/** Says that a state file cannot be written. */
export function cannotWrite(file: string, reason: string): string {
  return `Cannot write the state file '${file}': ${reason}`;
}

function foreign(warning: string): FoundState {
  return { isOurs: false, isWritable: false, warnings: [warning] };
}

/** Of a folder it is told by the try to write it that it is one. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    const { readFile } = await import("node:fs/promises");
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
