/**
 * A passthrough of `Deno.serve` and `fetch`, that looks at nothing: its body handed through, or read and written, as
 * whoever wants to know what is in it must. Prints its address.
 *
 * Usage: deno run -A serve_bare.mjs <upstream> <through|pump>
 *
 * @module
 */
const [upstream, how] = Deno.args;

function pumped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const onListen = ({ port }: { port: number }) => console.log(`http://127.0.0.1:${port}`);
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, async (request) => {
  const answer = await fetch(upstream + new URL(request.url).pathname, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    // A proxy that may have to send it again reads it whole.
    body: await request.arrayBuffer(),
  });
  const headers = { "content-type": answer.headers.get("content-type")! };
  const body = how === "pump" ? pumped(answer.body!) : answer.body;
  return new Response(body, { status: answer.status, headers });
});
