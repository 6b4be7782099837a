import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What the receiver of a webhook got for one event. */
export type Received = { times: number; readonly contents: Set<string> };

/** A receiver of webhooks that refuses the first delivery of every eleventh event. */
export async function startReceiver(): Promise<{
  url: string;
  received: ReadonlyMap<string, Received>;
  stop: () => void;
}> {
  const received = new Map<string, Received>();
  const refused = new Set<string>();
  let events = 0;
  const server = http.createServer((request, response) => {
    const hash = createHash("sha256");
    request.on("data", (bytes: Buffer) => hash.update(bytes));
    request.on("error", () => {});
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const known = received.get(id);
      if (!known && !refused.has(id) && ++events % 11 === 0) {
        refused.add(id);
        response.writeHead(503).end();
        return;
      }
      const one = known ?? { times: 0, contents: new Set<string>() };
      one.times += 1;
      one.contents.add(hash.digest("hex"));
      received.set(id, one);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
