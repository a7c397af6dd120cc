/** As much of the client of Redis as is used. */
export interface RedisClient {
  /** Connects; rejects if that fails. */
  connect(): Promise<unknown>;
  /** Sends a command. */
  sendCommand(args: readonly string[]): Promise<unknown>;
  /** Hears what is told on a channel. */
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  /** Hears of errors, and of the end of the connection. */
  on(event: "error" | "end", listener: (error?: unknown) => void): unknown;
  /** Ends the connection at once. */
  destroy(): void;
}

/** How long it may take to be connected, in milliseconds. */
const CONNECT_MS = 2000;

/** More commands than these never wait for an answer. */
const MAX_COMMANDS = 10_000;

/** How often an idle connection shows that it is one, in milliseconds. */
const PING_MS = 5000;

/**
 * Makes a client that connects once: whoever uses it knows best when to try again.
 *
 * @param url Where the server is.
 */
export async function redisClient(url: string): Promise<RedisClient> {
  const { createClient } = await import("npm:@redis/client@^6.3.1");
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_COMMANDS,
    pingInterval: PING_MS,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
  }) as unknown as RedisClient;
}
