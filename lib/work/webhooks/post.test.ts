import type { LookupAddress } from "node:dns";
import http from "node:http";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Resolve } from "./address";
import { type PostOptions, post } from "./post";

let seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
let connections = 0;
const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
  const [, status, retryAfter] = request.url!.split("/");
  if (status === "hang") return;
  if (status === "endless") {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(1000)), 5);
    response.on("close", () => clearInterval(timer));
    return;
  }
  response.writeHead(Number(status), {
    ...(retryAfter ? { "retry-after": retryAfter } : {}),
    ...(status?.startsWith("3") ? { location: `http://127.0.0.1:${port()}/200` } : {}),
  });
  response.end("an answer that nobody reads");
});
server.on("connection", () => connections++);
const port = () => (server.address() as net.AddressInfo).port;

beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (address: string, options: Partial<PostOptions> = {}) => {
  seen = [];
  connections = 0;
  return post(address, { "webhook-id": "evt_1" }, '{"ä":1}', {
    allowPrivate: true,
    signal: new AbortController().signal,
    ...options,
  });
};
const here = (path: string) => `http://127.0.0.1:${port()}${path}`;

describe("posting to a webhook's receiver", () => {
  test("a webhook delivery posts the body with its headers, and any 2xx status is a success", async () => {
    for (const status of [200, 201, 202, 204])
      expect(await send(here(`/${status}`))).toMatchObject({ status, failure: null });
    expect(seen).toMatchObject([{ method: "POST", body: '{"ä":1}', headers: { "webhook-id": "evt_1" } }]);
  });

  test("a webhook delivery ends after the response headers, however long the response body is", async () => {
    expect(await send(here("/endless"))).toMatchObject({ status: 200, failure: null });
  });

  test.each([
    ["301", "redirect"],
    ["302", "redirect"],
    ["307", "redirect"],
    ["308", "redirect"],
    ["400", "status"],
    ["410", "gone"],
    ["429", "status"],
    ["500", "status"],
  ])(
    'a response with status %s is reported as failure "%s", and redirects are not followed',
    async (status, failure) => {
      expect(await send(here(`/${status}`))).toMatchObject({ status: Number(status), failure });
      expect(seen).toHaveLength(1);
    },
  );

  test.each([
    ["429/120", 120],
    ["503/3600", 3600],
    ["503/0", 0],
    ["503/soon", null],
    ["429", null],
    ["500/120", null],
  ])("a response with Retry-After %s delays the next attempt by %s seconds", async (path, seconds) => {
    expect((await send(here(`/${path}`))).retryAfterSeconds).toBe(seconds);
  });

  test("a webhook delivery fails if the receiver doesn't respond in time", async () => {
    expect(await send(here("/hang"), { timeoutMs: 100 })).toMatchObject({ status: null, failure: "timeout" });
  });

  test("a webhook delivery fails immediately if the receiver switches to another protocol", async () => {
    const switching = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
      );
    });
    await new Promise<void>((done) => switching.listen(0, "127.0.0.1", done));
    const { port } = switching.address() as net.AddressInfo;
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, failure: "connection" });
    switching.close();
  });

  test("a failed webhook delivery reports why the receiver couldn't be reached", async () => {
    const free = await freePort();
    const failure = async (address: string) => (await send(address)).failure;
    expect(await failure(`http://127.0.0.1:${free}/`)).toBe("connection");
    expect(await failure(`https://127.0.0.1:${port()}/`)).toBe("tls");
    const nowhere: Resolve = async () => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    };
    expect((await send("http://nowhere.example/", { resolve: nowhere })).failure).toBe("name_not_found");
  });

  test("a webhook delivery can be aborted by an abort signal", async () => {
    const abort = new AbortController();
    const sending = send(here("/hang"), { signal: abort.signal });
    await expect.poll(() => seen.length).toBe(1);
    abort.abort(new Error("stopping"));
    await expect(sending).rejects.toThrow("stopping");
  });
});

describe("receivers in a private network", () => {
  const inside: LookupAddress = { address: "127.0.0.1", family: 4 };
  const outside: LookupAddress = { address: "192.0.2.1", family: 4 };

  test.each(["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"])(
    "a webhook delivery doesn't connect to the private address %s",
    async (host) => {
      const answer = await send(`https://${host}:${port()}/200`, { allowPrivate: false });
      expect(answer).toMatchObject({ status: null, failure: "address_refused" });
      expect(connections).toBe(0);
    },
  );

  test("a webhook delivery doesn't connect to a host name that resolves to a private address, even over plain HTTP", async () => {
    const leadsInside: Resolve = async () => [inside];
    for (const address of [`https://public.example:${port()}/200`, `http://public.example:${port()}/200`]) {
      const answer = await send(address, { allowPrivate: false, resolve: leadsInside });
      expect(answer).toMatchObject({ status: null, failure: "address_refused" });
    }
    expect((await send(`https://localhost:${port()}/200`, { allowPrivate: false })).failure).toBe("address_refused");
    expect(connections).toBe(0);
  });

  test("a webhook delivery connects to the address that it checked, from a single DNS query", async () => {
    const answers = [inside, outside, outside, outside];
    let asked = 0;
    const rebinding: Resolve = async () => [answers[asked++]!];
    // Private addresses are allowed here, so that the connection shows which DNS answer was used.
    const answer = await send(`http://rebinding.example:${port()}/200`, { allowPrivate: true, resolve: rebinding });
    expect(answer).toMatchObject({ status: 200, failure: null });
    expect(asked).toBe(1);
  });
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => done(port));
    });
  });
}
