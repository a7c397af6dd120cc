/**
 * Tells whether an error says that another connection holds a SQLite database, also the one below a local Deno KV.
 * What was asked has then not been done.
 */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && /database (table )?is locked/.test(error.message);
}
