/**
 * Gives ids new names by their first appearance, in values and in keys, so that two logs with fresh ids can be
 * compared.
 *
 * @param values Values of JSON.
 * @param isId Tells which texts are ids.
 */
export function renamed(values: readonly unknown[], isId: (text: string) => boolean): unknown[] {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    if (!isId(text)) return text;
    const name = names.get(text) ?? `id ${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return values.map((value) => renamedValue(value, nameOf));
}

function renamedValue(value: unknown, nameOf: (text: string) => string): unknown {
  if (typeof value === "string") return nameOf(value);
  if (Array.isArray(value)) return value.map((item) => renamedValue(item, nameOf));
  if (typeof value !== "object" || value === null) return value;
  // In one order, as ids are numbered by where they come first.
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(
    members.map(([name, member]) => [nameOf(name), renamedValue(member, nameOf)]),
  );
}
