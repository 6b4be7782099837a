import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { send } from "./send";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Sends `hello` with these headers to a client that disconnects after reading it, while the body's stream stays open.
 */
async function leftAfterHello(headers: Record<string, string>): Promise<"sent" | "interrupted"> {
  const body = new ReadableStream({ start: (sink) => sink.enqueue(new TextEncoder().encode("hello")) });
  return new Promise((resolve) => {
    const server = http.createServer((request, response) => {
      const reply = { status: 200, headers: new Headers(headers), body };
      send(reply as never, request, response).then(
        () => resolve("sent"),
        () => resolve("interrupted"),
      );
    });
    servers.push(server);
    server.listen(0, "127.0.0.1", () => {
      const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
      client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      client.on("data", (bytes) => String(bytes).includes("hello") && client.destroy());
    });
  });
}

test.each([
  ["the whole body", { "Content-Length": "5" }, "sent"],
  ["a part of the body", { "Content-Length": "6" }, "interrupted"],
  ["an unknown part of the body", {}, "interrupted"],
  ["some events of a stream", { "Content-Type": "text/event-stream; charset=utf-8" }, "sent"],
])("a client that disconnects after receiving %s is logged with the correct outcome", async (_, headers, outcome) => {
  expect(await leftAfterHello(headers)).toBe(outcome);
});
