import { once } from "node:events";
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/base/ids";
import type { Contract } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import type { Endpoint } from "@/lib/http/api/endpoint";
import { baseHeaders, jsonReply } from "@/lib/http/api/responses";
import { createDispatcher } from "./dispatcher";
import { createHttpServer, drain } from "./http-server";

const open = { summary: "", operationId: "test", tag: "", access: "public" } as const satisfies Partial<Contract>;
const Text = z.object({ text: z.string() });
let aborted: Promise<unknown>;
let reached = (): void => {};
let slow = async (): Promise<void> => {};

const RESOURCES = [
  defineRoutes("/echo", (route) => ({
    GET: route({ ...open, response: Text, query: Text }, async ({ query }) => query),
    POST: route({ ...open, response: Text, body: Text, bodyBytes: () => 100 }, async ({ body }) => body),
  })),
  defineRoutes("/files/{fileId}/content", (route) => ({
    GET: route(
      { ...open, response: null, produces: "text/plain" },
      async ({ params }) => new Response(new Blob([params.fileId]).stream()),
    ),
  })),
  defineRoutes("/broken", (route) => ({
    GET: route({ ...open, response: null, produces: "text/plain" }, async () => {
      const pieces = ["The first half, ", new Error("The database has gone.")];
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const piece = pieces.shift();
        if (typeof piece === "string") controller.enqueue(Buffer.from(piece));
        else controller.error(piece);
      };
      return new Response(new ReadableStream({ pull }));
    }),
  })),
  defineRoutes("/wait", (route) => ({
    GET: route({ ...open, response: null }, async ({ request }) => {
      aborted = once(request.signal, "abort");
      reached();
      await aborted;
    }),
  })),
];

let server: Server;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Matches every path below its address. */
const TAIL: Endpoint = {
  address: "/other/{rest...}",
  answer: async (_request, { rest }) => jsonReply(rest, 200, baseHeaders("req_tail")),
};

beforeAll(async () => {
  const endpoints = [TAIL, ...RESOURCES];
  const timeouts = { headersTimeout: 300, connectionsCheckingInterval: 50 };
  const pages: RequestListener = ({ url }, response) => void response.writeHead(418).end(`page ${url}`);
  server = createHttpServer(createDispatcher(endpoints, pages), timeouts);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  agent.destroy();
  server.close();
});

describe("handling of request URLs", () => {
  test("API routes are available below /v1 and /api/v1", async () => {
    expect(await ask("/v1/echo?text=a")).toMatchObject({ status: 200, body: '{"text":"a"}' });
    expect(await ask("/api/v1/echo?text=a")).toMatchObject({ status: 200 });
    const id = newId("file");
    expect(await ask(`/v1/files/${id}/content`)).toMatchObject({ status: 200, body: id });
    expect(await ask("/other/a/b")).toMatchObject({ status: 200, body: '["a","b"]' });
  });

  test("API paths may contain extra slashes", async () => {
    for (const path of ["/v1/echo/", "/v1//echo", "//v1/echo", "/api//v1/echo/"])
      expect(await ask(`${path}?text=a//b/`), path).toMatchObject({ status: 200, body: '{"text":"a//b/"}' });
  });

  test("API paths may contain unnecessary escapes, but an escaped slash is part of its path segment", async () => {
    const id = newId("file");
    for (const path of ["/v1/%65cho", "/%761/ech%6F", "/%61pi/v1/%65%63%68%6f"])
      expect(await ask(`${path}?text=%2f`), path).toMatchObject({ status: 200, body: '{"text":"/"}' });
    expect(await ask(`/v1/files/%66${id.slice(1)}/content`)).toMatchObject({ status: 200, body: id });
    expect(await ask("/v1%2Fecho?text=a"), "not below /v1").toMatchObject({ status: 418 });
    expect(await ask("/v1/files%2Fx")).toMatchObject({ status: 404, type: JSON_TYPE });
    expect(await ask("/v1/files/a%2Fcontent/content")).toMatchObject({ status: 400, type: JSON_TYPE });
    expect(await ask("/other/a%2Fb")).toMatchObject({ body: '["a/b"]' });
    expect(await ask("/%73ign-in")).toMatchObject({ status: 418, body: "page /sign-in" });
  });

  test("requests to URLs outside the API are passed to the web pages", async () => {
    for (const path of ["/", "/x/v1/echo", "/signin/", "/other", "/apis", "/%C3%A9%20?x=%41"])
      expect(await ask(path), path).toMatchObject({ status: 418, body: `page ${path}` });
    expect(await ask("/_next/x", { method: "POST" })).toMatchObject({ status: 418 });
  });

  test("unknown API paths, and HTTP methods that no page supports, are answered with the documented error", async () => {
    for (const [method, path] of [
      ["GET", "/v1"],
      ["GET", "/v1/"],
      ["GET", "/api"],
      ["GET", "/api/nothing"],
      ["GET", "/v1/nothing/at/all"],
      ["GET", "/v1/%E0%A4%A"],
      ["GET", "/v2/echo"],
      ["POST", "/v2/translate?auth_key=x"],
      ["POST", "/translate"],
      ["DELETE", "/"],
      ["OPTIONS", "/"],
      ["OPTIONS", "*"],
      ["PROPFIND", "/v1/none"],
      ["PROPFIND", "/signin"],
    ] as const) {
      const answer = await ask(path, { method });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, type: JSON_TYPE });
      expect(JSON.parse(answer.body).error).toMatchObject({ code: "not_found", details: { resource: "route" } });
    }
  });

  test("a path parameter of the wrong type is answered with 400, and the error names the parameter", async () => {
    const { status, body } = await ask("/v1/files/x/content");
    expect([status, JSON.parse(body).error.details.errors[0].path]).toEqual([400, "fileId"]);
  });
});

describe("malformed HTTP requests", () => {
  test.each([
    ["without Host", "GET /v1/echo?text=a HTTP/1.1\r\n\r\n", 400, "invalid_request"],
    ["in absolute form", "GET http://x/v1/echo?text=a HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_request"],
    ["for a proxy", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"],
    ["of an unknown method", "BREW /v1/echo HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_request"],
    [
      "with an address that is too long",
      `GET /${"x".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "with headers that are too long",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["whose headers do not end", "GET /v1/echo HTTP/1.1\r\nHost: x\r\nX-Slow", 400, "invalid_request"],
  ])(
    "a request rejected by Node's parser gets the documented error with a request id: %s",
    async (_name, request, status, code) => {
      const sent = connect(port, "127.0.0.1");
      sent.write(request.replace("\r\n", "\r\nConnection: close\r\n"));
      const answer = await text(sent);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/^x-request-id: req_/im);
      expect(answer).toMatch(/^x-content-type-options: nosniff/im);
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).error.code).toBe(code);
    },
  );

  test("a connection that sends no request is closed without a response, since a browser would use it for its next request", async () => {
    expect(await text(connect(port, "127.0.0.1"))).toBe("");
  });

  test("an HTTP/1.0 request without a Host header is accepted", async () => {
    const sent = connect(port, "127.0.0.1");
    sent.write("GET /v1/echo?text=a HTTP/1.0\r\n\r\n");
    expect(await text(sent)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("an unknown Expect header is ignored", async () => {
    const headers = { Expect: "a-good-day" };
    expect(await ask("/v1/echo?text=a", { headers })).toMatchObject({ status: 200, body: '{"text":"a"}' });
    expect(await ask("/signin", { headers })).toMatchObject({ status: 418 });
  });

  test("an Upgrade header is ignored, and the request is answered normally", async () => {
    const headers = { Connection: "Upgrade", Upgrade: "websocket" };
    expect(await ask("/v1/echo?text=a", { headers })).toMatchObject({ status: 200 });
  });
});

describe("HTTP methods", () => {
  test("a method that a path doesn't support is answered with 405 and the allowed methods", async () => {
    const allow = "GET, POST, HEAD, OPTIONS";
    expect(await ask("/v1/echo", { method: "DELETE" })).toMatchObject({ status: 405, allow });
    expect(await ask("/v1/echo", { method: "PROPFIND" })).toMatchObject({ status: 405, allow, type: JSON_TYPE });
    expect(await ask("/v1/echo", { method: "OPTIONS" })).toMatchObject({ status: 204, allow });
  });
});

test("each page gets a security policy with a new nonce, and forged internal headers are removed from the request", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const pages: RequestListener = ({ headers }, response) => {
    seen.push(headers);
    response.end();
  };
  const own = createHttpServer(createDispatcher([], pages));
  own.listen(0, "127.0.0.1");
  await once(own, "listening");
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}/sign-in`;
  const headers = { "x-nonce": "mine", "content-security-policy": "mine", "x-dragoman-peer": "10.0.0.1" };
  const policies = [await fetch(url, { headers }), await fetch(url, { headers })].map((response) =>
    response.headers.get("content-security-policy"),
  );
  expect(policies[0]).not.toBe(policies[1]);
  for (const [i, one] of seen.entries()) {
    expect(one["content-security-policy"]).toBe(policies[i]);
    expect(policies[i]).toContain(`'nonce-${one["x-nonce"]}'`);
    expect(one["x-dragoman-peer"]).toBe("127.0.0.1");
  }
  await drain(own);
});

test("a stopping server finishes running requests and closes all connections", async () => {
  let finish = (): void => {};
  const begun = new Promise<void>((resolve) => {
    const answered = new Promise<void>((done) => {
      finish = done;
    });
    slow = async () => {
      resolve();
      await answered;
    };
  });
  const pages: RequestListener = async (_request, response) => {
    await slow();
    response.end("done");
  };
  const own = createHttpServer(pages);
  own.listen(0, "127.0.0.1");
  await once(own, "listening");
  const answer = fetch(`http://127.0.0.1:${(own.address() as AddressInfo).port}/`);
  await begun;
  const drained = drain(own);
  finish();
  expect(await (await answer).text()).toBe("done");
  await drained;
});

test("a stopping server answers the last request on each busy connection, then closes it", async () => {
  const own = createHttpServer((_request, response) => response.end("done"));
  own.listen(0, "127.0.0.1");
  await once(own, "listening");
  const ownPort = (own.address() as AddressInfo).port;
  const get = async (through: Agent) => {
    const sent = request({ port: ownPort, host: "127.0.0.1", agent: through }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(await text(response)).toBe("done");
    return response.headers.connection;
  };
  const clients = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  for (const client of clients) expect(await get(client)).toBe("keep-alive");
  let notice = (): void => {};
  const drained = drain(own, new Promise<void>((resolve) => (notice = resolve)));
  for (const client of clients) {
    expect(await get(client), "on the connection that was kept").toBe("close");
    expect(await get(client), "on a new one").toBe("close");
  }
  notice();
  await drained;
  await expect(get(new Agent())).rejects.toThrow("ECONNREFUSED");
});

test("a stopping server with a busy event loop doesn't reset clients that reconnect", async () => {
  let answers = 0;
  const own = createHttpServer((_, response) => {
    answers++;
    response.end("answered");
  });
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  const { port } = own.address() as AddressInfo;
  // The clients run in another thread, so that they connect while this thread is busy.
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, clients: 8, begun } });
  const outcomes = new Promise<Record<string, number>>((resolve) => clients.once("message", resolve));
  // A thread may need longer to start than the server waits before it closes.
  await expect.poll(() => answers).toBeGreaterThan(8);
  let isOver = false;
  const block = () => {
    const start = performance.now();
    // Waits until answered clients have reconnected, however slow the other thread is, but at most a second.
    const isAwaited = () => Atomics.load(begun, 0) < 8 + answers && performance.now() < start + 1_000;
    while (performance.now() < start + 15 || isAwaited());
    if (!isOver) setImmediate(block);
  };
  block();
  await drain(own, new Promise((resolve) => setTimeout(resolve, 300)));
  isOver = true;
  const { answered, ...others } = await outcomes;
  expect(answered).toBeGreaterThan(8);
  expect(others).toEqual({ ECONNREFUSED: 8 });
});

/**
 * Clients that connect, send a request and connect again until the server stops listening. Counts in `begun` the
 * connections that were accepted or refused, and posts the number of each outcome.
 */
const CLIENTS = `
  const { request } = require("node:http");
  const { parentPort, workerData } = require("node:worker_threads");
  const counts = {};
  const count = (outcome) => { counts[outcome] = (counts[outcome] ?? 0) + 1; };
  const ask = () => new Promise((resolve) => {
    const asked = request({ port: workerData.port, host: "127.0.0.1", agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve("answered"));
      response.on("error", (error) => resolve(error.code));
    });
    asked.on("error", (error) => resolve(error.code));
    asked.on("socket", (socket) => {
      let isBegun = false;
      const begin = () => {
        if (!isBegun) Atomics.add(workerData.begun, 0, 1);
        isBegun = true;
      };
      socket.once("connect", begin);
      socket.once("error", begin);
    });
    asked.end();
  });
  const run = async () => {
    for (;;) {
      const outcome = await ask();
      count(outcome);
      if (outcome === "ECONNREFUSED") return;
    }
  };
  Promise.all(Array.from({ length: workerData.clients }, run)).then(() => parentPort.postMessage(counts));
`;

test("a stopping server answers connections that are established but not yet accepted", async () => {
  const own = createHttpServer((_request, response) => response.end("done"));
  own.listen(0, "127.0.0.1");
  await once(own, "listening");
  const clients = Array.from({ length: 8 }, () => connect((own.address() as AddressInfo).port, "127.0.0.1"));
  for (const client of clients) client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answers] = await Promise.all([Promise.all(clients.map((client) => text(client))), drain(own)]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n[\s\S]*done/);
});

describe("request and response bodies", () => {
  test("a request body may be sent in several chunks", async () => {
    const sent = ask("/v1/echo", { method: "POST", headers: { "Content-Type": "application/json" } }, async (out) => {
      out.write('{"text"');
      await new Promise((resolve) => setImmediate(resolve));
      out.end(':"é"}');
    });
    expect(await sent).toMatchObject({ status: 200, body: '{"text":"é"}' });
  });

  test("a connection can be used for another request after a request body was refused unread", async () => {
    const headers = { "Content-Type": "application/json" };
    const tooLong = await ask("/v1/echo", { method: "POST", headers }, async (out) => {
      for (let i = 0; i < 64; i++) out.write("x".repeat(16 * 1024));
      out.end();
    });
    expect(tooLong.status).toBe(413);
    const next = await ask("/v1/echo?text=next");
    expect(next).toMatchObject({ status: 200, port: tooLong.port });
  });

  test("a refused request body is read to its end before the connection is closed", async () => {
    const sent = connect(port, "127.0.0.1");
    sent.write(
      "POST /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    for (let i = 0; i < 64; i++) sent.write(`4000\r\n${"x".repeat(0x4000)}\r\n`);
    sent.write("0\r\n\r\n");
    expect(await text(sent)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });

  test("a HEAD request is answered like a GET request, without the body", async () => {
    expect(await ask("/v1/echo?text=a", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
    expect(await ask(`/v1/files/${newId("file")}/content`, { method: "HEAD" })).toMatchObject({
      status: 200,
      body: "",
    });
  });

  test("a streamed response that breaks off causes an error at the client", async () => {
    await expect(ask("/v1/broken")).rejects.toThrow();
    expect(await ask("/v1/broken", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  test("long responses are compressed only for clients that accept compression", async () => {
    const long = `/v1/echo?text=${"a".repeat(2000)}`;
    const packed = await ask(long, { headers: { "Accept-Encoding": "deflate, gzip;q=0.5" } });
    expect(packed).toMatchObject({ encoding: "gzip", vary: "Accept-Encoding" });
    expect(packed.body).toContain("aaaa");
    for (const taken of ["identity", "gzip;q=0", "deflate"])
      expect(await ask(long, { headers: { "Accept-Encoding": taken } })).toMatchObject({
        encoding: undefined,
        vary: "Accept-Encoding",
      });
    expect(await ask("/v1/echo?text=a", { headers: { "Accept-Encoding": "gzip" } })).toMatchObject({
      encoding: undefined,
    });
  });
});

test("a request handler is notified when its client disconnects", async () => {
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const sent = request({ port, host: "127.0.0.1", path: "/v1/wait" }).on("error", () => {});
  sent.end();
  await waiting;
  sent.destroy();
  await aborted;
});

const JSON_TYPE = "application/json; charset=utf-8";

type Options = { method?: string; headers?: Record<string, string> };

async function ask(path: string, options: Options = {}, write?: (out: ReturnType<typeof request>) => Promise<void>) {
  const sent = request({ port, host: "127.0.0.1", path, agent, ...options });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  if (write) await write(sent);
  else sent.end();
  const [response] = await answered;
  const encoding = response.headers["content-encoding"];
  const chunks: Buffer[] = [];
  const body = encoding === "gzip" ? gunzipped(response, chunks) : text(response);
  const { localPort } = response.socket;
  const { allow, vary, "content-type": type } = response.headers;
  return { status: response.statusCode, body: await body, encoding, allow, vary, type, port: localPort };
}

async function gunzipped(response: IncomingMessage, chunks: Buffer[]): Promise<string> {
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return gunzipSync(Buffer.concat(chunks)).toString();
}
