import type { Bytes } from "../../bytes.ts";
import { checkJson } from "./check_json.ts";
import { decodeName } from "./decode_name.ts";
import { JSON_BYTE } from "./json_byte.ts";
import { skipSpace, skipString, skipValue } from "./json_scan.ts";
import { applySplices, type Splice } from "./splice.ts";

/** Where a member of an object stands, in bytes from the beginning of the text. */
export interface JsonMember {
  /** Where its name begins, the quotation mark included. */
  readonly keyStart: number;
  /** The next byte behind its name. */
  readonly keyEnd: number;
  /** Where its value begins. */
  readonly start: number;
  /** The next byte behind its value. */
  readonly end: number;
}

/**
 * A JSON text as bytes, of which parts can be found and replaced while every other byte stays as it is: how numbers
 * are spelled, the order of members, escapes, white space, a byte order mark.
 *
 * Parts are found when they are asked for. Nothing recurses, so that no depth of nesting is too much.
 */
export class JsonDocument {
  /** The text. */
  readonly bytes: Bytes;
  /** Where its value begins. */
  readonly root: number;
  #rootMembers: readonly JsonMember[] | undefined;

  private constructor(bytes: Bytes, root: number) {
    this.bytes = bytes;
    this.root = root;
  }

  /**
   * Reads a text.
   *
   * @param bytes The text, which must not be changed from then on.
   * @throws {JsonSyntaxError} If it is no JSON in UTF-8.
   */
  static parse(bytes: Bytes): JsonDocument {
    return new JsonDocument(bytes, checkJson(bytes));
  }

  /** Tells whether the value at a place is an object. */
  isObject(at: number): boolean {
    return this.bytes[at] === JSON_BYTE.openObject;
  }

  /** Tells whether the value at a place is an array. */
  isArray(at: number): boolean {
    return this.bytes[at] === JSON_BYTE.openArray;
  }

  /** Gives the members of the object at a place, in order, each one that has the same name as another. */
  members(at: number): readonly JsonMember[] {
    if (at !== this.root) return readMembers(this.bytes, at);
    this.#rootMembers ??= readMembers(this.bytes, at);
    return this.#rootMembers;
  }

  /** Gives where the items of the array at a place begin, in order. */
  items(at: number): readonly number[] {
    const { bytes } = this;
    const starts: number[] = [];
    let next = skipSpace(bytes, at + 1);
    if (bytes[next] === JSON_BYTE.closeArray) return starts;
    for (;;) {
      starts.push(next);
      next = skipSpace(bytes, skipValue(bytes, next));
      if (bytes[next] === JSON_BYTE.closeArray) return starts;
      next = skipSpace(bytes, next + 1);
    }
  }

  /** Gives the value at a place as `JSON.parse` does; an object or an array as an empty one, to stay shallow. */
  shallow(at: number): unknown {
    if (this.isObject(at)) return {};
    if (this.isArray(at)) return [];
    const end = skipValue(this.bytes, at);
    const isShortString = this.bytes[at] === JSON_BYTE.quote && end - at <= SHORT_BYTES;
    if (isShortString) return decodeName(this.bytes, at, end);
    return JSON.parse(decoder.decode(this.bytes.subarray(at, end)));
  }

  /** Gives the name of a member, its escapes resolved. */
  nameOf(member: JsonMember): string {
    return decodeName(this.bytes, member.keyStart, member.keyEnd);
  }

  /** Tells whether a member has a name, whatever escapes it is written with. */
  isNamed(member: JsonMember, name: string): boolean {
    const { bytes } = this;
    const start = member.keyStart + 1;
    const length = member.keyEnd - 1 - start;
    for (let index = 0; index < length; index++) {
      const byte = bytes[start + index]!;
      if (byte >= 0x80 || byte === JSON_BYTE.backslash) return this.nameOf(member) === name;
      if (byte !== name.charCodeAt(index)) return false;
    }
    return length === name.length;
  }

  /** Gives the last of some members that has a name: the one that counts for `JSON.parse`. */
  last(members: readonly JsonMember[], name: string): JsonMember | undefined {
    for (let index = members.length - 1; index >= 0; index--) {
      const member = members[index]!;
      if (this.isNamed(member, name)) return member;
    }
    return undefined;
  }

  /**
   * Gives the text with parts of it replaced.
   *
   * @param splices What to replace, none before the value, and so that what comes out is JSON.
   * @returns The new text; this one itself if there is nothing to replace.
   */
  splice(splices: readonly Splice[]): JsonDocument {
    if (splices.length === 0) return this;
    return new JsonDocument(applySplices(this.bytes, splices), this.root);
  }
}

function readMembers(bytes: Bytes, at: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let keyStart = skipSpace(bytes, at + 1);
  if (bytes[keyStart] === JSON_BYTE.closeObject) return members;
  for (;;) {
    const keyEnd = skipString(bytes, keyStart);
    const colon = skipSpace(bytes, keyEnd);
    const start = skipSpace(bytes, colon + 1);
    const end = skipValue(bytes, start);
    members.push({ keyStart, keyEnd, start, end });
    const next = skipSpace(bytes, end);
    if (bytes[next] === JSON_BYTE.closeObject) return members;
    keyStart = skipSpace(bytes, next + 1);
  }
}

/** Up to which length a string is decoded faster here than by the platform, which costs much to call. */
const SHORT_BYTES = 64;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
