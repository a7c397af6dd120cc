/**
 * Makes sure that a transaction was committed: where a statement of it failed, COMMIT rolls it back, and is no error.
 *
 * @param command What PostgreSQL says that the COMMIT did.
 * @throws {Error} If it did something else.
 */
export function requireCommitted(command: string): void {
  if (command === "COMMIT") return;
  throw new Error(
    `Cannot commit as PostgreSQL answered ${command}: a statement of the transaction failed. Behind a ` +
      "proxy that gives each transaction another connection, with npm:postgres, give postgres() " +
      "'prepare: false'",
  );
}
