import { fileURLToPath } from "node:url";

/** How long the proxy is watched, in milliseconds: long enough to see a rest begin, grow and end. */
const WATCH_MS = 12_000;

/** Shows the proxy at work in front of two made-up upstreams that fail now and then, then stops it. */
export async function proxyDemo(): Promise<void> {
  const program = fileURLToPath(new URL("../../proxy.ts", import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--quiet", program, "--demo", "--port", "0"],
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGTERM"), WATCH_MS);
  const { success } = await child.status;
  clearTimeout(timer);
  if (!success) throw new Error("The demonstration of the proxy failed");
}
