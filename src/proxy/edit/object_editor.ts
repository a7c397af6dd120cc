import { type Bytes, toBytes } from "../../bytes.ts";
import type { JsonDocument, JsonMember } from "./json_document.ts";
import type { Splice } from "./splice.ts";

/**
 * Collects what is to be changed in one object of a document.
 *
 * Of members of one name the last counts, as it does for `JSON.parse`. Other readers take the first, so that
 * whatever is changed here stands there once afterwards: the earlier ones of its name are removed.
 */
export class ObjectEditor {
  readonly #document: JsonDocument;
  readonly #at: number;
  readonly #members: readonly JsonMember[];
  readonly #removed = new Set<JsonMember>();
  readonly #added: string[] = [];
  readonly #within: Splice[] = [];

  /**
   * Begins to edit.
   *
   * @param document Where the object stands.
   * @param at Where it begins.
   */
  constructor(document: JsonDocument, at: number) {
    this.#document = document;
    this.#at = at;
    this.#members = document.members(at);
  }

  /** Gives the last member of a name. */
  find(name: string): JsonMember | undefined {
    return this.#document.last(this.#members, name);
  }

  /** Gives the last member of a name, and removes the others. */
  keepOne(name: string): JsonMember | undefined {
    const last = this.find(name);
    if (last === undefined) return undefined;
    for (const member of this.#members) {
      if (member === last) break;
      if (this.#document.isNamed(member, name)) this.#removed.add(member);
    }
    return last;
  }

  /** Removes every member of a name. */
  remove(name: string): void {
    const last = this.keepOne(name);
    if (last !== undefined) this.#removed.add(last);
  }

  /** Replaces the value of every member of a name by one, or adds a member behind all others. */
  set(name: string, value: unknown): void {
    const text = JSON.stringify(value);
    const member = this.keepOne(name);
    if (member === undefined) this.#added.push(`${JSON.stringify(name)}:${text}`);
    else this.#within.push({ start: member.start, end: member.end, bytes: toBytes(text) });
  }

  /** Takes in what is to be changed within the value of a member that stays. */
  nest(splices: readonly Splice[]): void {
    for (const splice of splices) this.#within.push(splice);
  }

  /** Gives what is to be changed, as parts of the document. */
  splices(): readonly Splice[] {
    if (this.#removed.size === 0 && this.#added.length === 0) return this.#within;
    const members = this.#members;
    const isRemoved = (member: JsonMember) => this.#removed.has(member);
    const lastKept = members.findLastIndex((member) => !isRemoved(member));
    const splices = this.#within.concat(this.#tail(lastKept));
    for (let index = 0; index < lastKept; index++) {
      if (!isRemoved(members[index]!)) continue;
      const { keyStart } = members[index]!;
      while (isRemoved(members[index + 1]!)) index++;
      // Members go with the commas behind them, and the space up to the next that stays.
      splices.push({ start: keyStart, end: members[index + 1]!.keyStart, bytes: NOTHING });
    }
    return splices;
  }

  /** What comes after the last member that stays: removed ones go with the comma before them, then what is added. */
  #tail(lastKept: number): Splice[] {
    const members = this.#members;
    const added = this.#added.join(",");
    const kept = members[lastKept];
    const end = members.at(-1)?.end ?? this.#at + 1;
    if (kept === undefined) {
      return [{ start: members[0]?.keyStart ?? end, end, bytes: toBytes(added) }];
    }
    if (added === "" && kept.end === end) return [];
    return [{ start: kept.end, end, bytes: toBytes(added === "" ? "" : `,${added}`) }];
  }
}

const NOTHING: Bytes = new Uint8Array(0);
