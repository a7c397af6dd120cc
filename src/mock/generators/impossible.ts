/**
 * Tells that no value of a schema can be made.
 *
 * @param path Where in the schema.
 * @param why What is wrong there.
 */
export function impossible(path: string, why: string): TypeError {
  return new TypeError(`Cannot make a value of the schema at '${path}' as ${why}`);
}
