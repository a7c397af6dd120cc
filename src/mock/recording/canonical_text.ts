/**
 * Writes a value of JSON with the keys of its objects in one order: two that say the same have one text.
 *
 * @param value The value.
 * @param ignored The names of members to leave out, wherever they stand.
 */
export function canonicalText(value: unknown, ignored: ReadonlySet<string>): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalText(item, ignored)).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([name, member]) => member !== undefined && !ignored.has(name))
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member, ignored)}`);
  return `{${members.join(",")}}`;
}
