import { assertEquals } from "@std/assert";
import { TEST_CERTIFICATE } from "../support/certificate.ts";
import { ask, codeOf, textOf, type TransportCase, withServer } from "../support/transport_case.ts";

const HI = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";

/** What needs more of the network than 127.0.0.1. */
export const NAME_CASES: readonly TransportCase[] = [
  {
    name: "looks names up, and tries each address",
    async run(make) {
      await withServer(
        { make, onRequest: ({ socket }) => void socket.write(HI) },
        async (transport, { url, requests }) => {
          const named = url.replace("127.0.0.1", "localhost");
          assertEquals(await textOf((await ask(transport, named)).body), "hi");
          assertEquals(/\r\nhost: (.*?):/i.exec(requests[0]!)![1], "localhost");
        },
      );
    },
  },
  {
    name: "tells of a name that nobody has",
    async run(make) {
      const transport = make();
      assertEquals(await codeOf(ask(transport, "http://nobody.invalid/")), "connect");
      transport.close();
    },
  },
  {
    name: "reaches addresses of IPv6",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket }) => void socket.write(HI),
        options: { hostname: "::1" },
      }, async (transport, { url }) => {
        assertEquals(await textOf((await ask(transport, url)).body), "hi");
      });
    },
  },
];

/** The same by TLS. */
export const SECURE_NAME_CASES: readonly TransportCase[] = [
  {
    name: "names the server in TLS, and asks for HTTP/1.1 alone",
    async run(make) {
      const told: unknown[] = [];
      await withServer({
        make,
        onRequest: ({ socket }) => {
          const { servername, alpnProtocol } = socket as unknown as Record<string, unknown>;
          told.push(servername, alpnProtocol);
          socket.write(HI);
        },
        options: { isSecure: true },
        transportOptions: { ca: [TEST_CERTIFICATE] },
      }, async (transport, { url }) => {
        const named = url.replace("127.0.0.1", "localhost");
        assertEquals(await textOf((await ask(transport, named)).body), "hi");
        assertEquals(told, ["localhost", "http/1.1"]);
      });
    },
  },
];
