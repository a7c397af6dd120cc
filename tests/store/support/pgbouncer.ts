import { join } from "node:path";
import { POSTGRES_URL } from "./postgres_server.ts";

/** How many connections to the server there are for all clients together: fewer than clients. */
const POOL_SIZE = 6;

/** How long it may take until it answers, in milliseconds. */
const START_MS = 10_000;

/** A proxy that runs. */
export interface RunningPgBouncer {
  /** Where clients connect to. */
  readonly url: string;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Where the program is; `sbin` is not in everybody's path. */
const PROGRAM: string | undefined = await programThatRuns("pgbouncer", "/usr/sbin/pgbouncer");

/** Why there is no PgBouncer; undefined if there is one. */
export const NO_PGBOUNCER: string | undefined = PROGRAM === undefined
  ? "there is no program 'pgbouncer'"
  : undefined;

async function programThatRuns(...paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    try {
      const { success } = await new Deno.Command(path, { args: ["--version"] }).output();
      if (success) return path;
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

/** Starts a PgBouncer of its own in front of the server, which gives each transaction any of a few connections. */
export async function startPgBouncer(): Promise<RunningPgBouncer> {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-pgbouncer-" });
  const port = freePort();
  const file = join(folder, "pgbouncer.ini");
  await Deno.writeTextFile(file, configuration(port));
  const args = ["-q", file];
  const process = new Deno.Command(PROGRAM!, { args, stdout: "null", stderr: "null" }).spawn();
  const stop = async () => {
    // It keeps nothing, and what ends it gently differs from version to version.
    process.kill("SIGKILL");
    await process.status;
    await Deno.remove(folder, { recursive: true });
  };
  try {
    await untilItListens(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://anybody@127.0.0.1:${port}/test`, stop };
}

function configuration(port: number): string {
  const { hostname, port: serverPort, pathname, username, password } = new URL(POSTGRES_URL);
  const server = {
    host: hostname,
    port: serverPort || "5432",
    dbname: pathname.slice(1) || "postgres",
    user: decodeURIComponent(username) || "postgres",
    password: decodeURIComponent(password),
  };
  const connection = Object.entries(server)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`).join(" ");
  return [
    "[databases]",
    `test = ${connection}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${POOL_SIZE}`,
    "max_client_conn = 500",
    // It does not run as root; another user has no right to change.
    ...(Deno.uid() === 0 ? ["user = nobody"] : []),
    "",
  ].join("\n");
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function untilItListens(port: number): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
