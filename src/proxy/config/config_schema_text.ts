import { CONFIG_SCHEMA } from "./config_schema.ts";

/** Gives the schema of configurations as the text of a file, for editors and other programs. */
export function configSchemaText(): string {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...CONFIG_SCHEMA,
    title: "Configuration of the wholeturn proxy",
  };
  return JSON.stringify(schema, null, 2) + "\n";
}
