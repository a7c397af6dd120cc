import type { ConfigPath } from "../config/config_problem.ts";
import { CONFIG_SCHEMA } from "../config/config_schema.ts";

/** Something that does not fit the schema. */
export interface SchemaProblem {
  /** Where it stands. */
  readonly path: ConfigPath;
  /** What the validator says of it. */
  readonly text: string;
}

/** As much of an error of the validator as is used. */
interface ValidatorError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  readonly propertyName?: string | undefined;
}

/** As much of the validator as is used. */
interface Validator {
  (value: unknown): boolean;
  errors?: readonly unknown[] | null;
}

/** Made once, as that takes longer than to use it. */
let compiled: Promise<Validator> | undefined;

async function compile(): Promise<Validator> {
  const { Ajv } = await import("npm:ajv@^8.20.0");
  return new Ajv({ allErrors: true }).compile(CONFIG_SCHEMA);
}

/**
 * Validates a configuration by its JSON Schema, as an editor does.
 *
 * @param config The configuration: a JSON value.
 * @returns What does not fit, each place once.
 */
export async function schemaProblems(config: unknown): Promise<readonly SchemaProblem[]> {
  const validate = await (compiled ??= compile());
  if (validate(config)) return [];
  const found = new Map<string, SchemaProblem>();
  for (const error of meantErrors((validate.errors ?? []) as readonly ValidatorError[])) {
    const path = pathOf(error, config);
    found.set(JSON.stringify(path), {
      path,
      text: error.message ?? "does not fit the schema",
    });
  }
  return [...found.values()];
}

/**
 * Of a value that may be of several kinds, the validator tells of each kind why it is not that one. What is meant is the
 * kind of its own type: if there is such a kind, only that kind's errors are, else only that there is none.
 */
function meantErrors(errors: readonly ValidatorError[]): readonly ValidatorError[] {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf").map((choice) => {
    const within = errors.filter((error) => branchOf(error, choice) !== undefined);
    const wrongKinds = new Set(
      within.filter(({ keyword, instancePath }) =>
        keyword === "type" && instancePath === choice.instancePath
      ).map((error) => branchOf(error, choice)),
    );
    const isMeant = within.every((error) => wrongKinds.has(branchOf(error, choice)));
    return { choice, wrongKinds, isMeant };
  });
  return errors.filter((error) =>
    choices.every(({ choice, wrongKinds, isMeant }) =>
      error === choice ? isMeant : !wrongKinds.has(branchOf(error, choice))
    )
  );
}

/** Which kind of a choice an error belongs to, if any. */
function branchOf(error: ValidatorError, choice: ValidatorError): string | undefined {
  const { instancePath, schemaPath } = error;
  const isBelow = instancePath === choice.instancePath ||
    instancePath.startsWith(`${choice.instancePath}/`);
  if (!isBelow || !schemaPath.startsWith(`${choice.schemaPath}/`)) return undefined;
  return schemaPath.slice(choice.schemaPath.length + 1).split("/")[0];
}

/** The place of what is unknown or missing is its own, not that of the object around it. */
function pathOf(
  { instancePath, params, propertyName }: ValidatorError,
  config: unknown,
): ConfigPath {
  const named = params.additionalProperty ?? params.missingProperty ??
    params.propertyName ?? propertyName;
  const repeated = typeof params.i === "number" ? [params.i] : [];
  const parts = instancePath.split("/").slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const path: (string | number)[] = [];
  let value: unknown = config;
  for (const part of parts) {
    path.push(Array.isArray(value) ? Number(part) : part);
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[part];
  }
  return typeof named === "string" ? [...path, named] : [...path, ...repeated];
}
