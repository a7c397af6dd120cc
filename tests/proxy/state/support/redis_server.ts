/**
 * The server of Redis that tests use, and some of their own.
 *
 * @module
 */
import { type RedisClient, redisClient } from "../../../../src/proxy/state/redis/redis_client.ts";
import { REDIS_URL } from "./redis_url.ts";

/** Why there is none; undefined if it answers. */
export const NO_REDIS: string | undefined = await reasonOfNone();

async function reasonOfNone(): Promise<string | undefined> {
  const client = await redisClient(REDIS_URL);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.sendCommand(["PING"]);
    return undefined;
  } catch (error) {
    return `no Redis answers: ${error instanceof Error ? error.message : error}`;
  } finally {
    destroy(client);
  }
}

function destroy(client: RedisClient): void {
  try {
    client.destroy();
  } catch {
    // It was never connected.
  }
}

/** A test that needs the server, and is passed over with the reason where there is none. */
export function redisTest(name: string, run: () => Promise<void>): void {
  const reason = NO_REDIS === undefined ? "" : ` (${NO_REDIS})`;
  Deno.test({ name: name + reason, ignore: NO_REDIS !== undefined, fn: run });
}

/** A part of the server for one test, which is emptied at its end. */
export interface Corner {
  /** What the names of its keys begin with. */
  readonly prefix: string;
  /** Sends a command. */
  command(...args: readonly string[]): Promise<unknown>;
  /** Gives the names of all keys. */
  keys(): Promise<readonly string[]>;
  /** Removes all keys. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens one. */
export async function openCorner(url: string = REDIS_URL): Promise<Corner> {
  const client = await redisClient(url);
  client.on("error", () => {});
  await client.connect();
  const prefix = `wholeturn-test-${crypto.randomUUID()}:`;
  const command = (...args: readonly string[]) => client.sendCommand(args);
  const keys = async () => await command("KEYS", `${prefix}*`) as string[];
  return {
    prefix,
    command,
    keys,
    async [Symbol.asyncDispose]() {
      const found = await keys();
      if (found.length > 0) await command("DEL", ...found);
      client.destroy();
    },
  };
}

const PROGRAM = "redis-server";

/** A server that a test starts and stops. */
export class OwnRedis {
  readonly port: number;
  #process: Deno.ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
  }

  /** Why there can be none; undefined if there can. */
  static async reasonOfNone(): Promise<string | undefined> {
    try {
      await new Deno.Command(PROGRAM, { args: ["--version"], stdout: "null" }).output();
      return undefined;
    } catch (error) {
      return `cannot start ${PROGRAM}: ${error instanceof Error ? error.message : error}`;
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty. */
  async start(): Promise<void> {
    const args = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"];
    this.#process = new Deno.Command(PROGRAM, { args, stdout: "null", stderr: "null" }).spawn();
    for (;;) {
      const connected = await Deno.connect({ port: this.port }).catch(() => undefined);
      connected?.close();
      if (connected !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.status;
    this.#process = undefined;
  }

  /** Lets it answer nothing, while it forgets nothing either. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  /** Lets it go on. */
  goOn(): void {
    this.#process?.kill("SIGCONT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** Starts a server of one's own on a free port. */
export async function ownRedis(): Promise<OwnRedis> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const server = new OwnRedis(port);
  await server.start();
  return server;
}
