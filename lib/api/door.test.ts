import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/ids";
import { answerRequest } from "./answer-request";
import { type Contract, type Resource, route } from "./contract";
import { openDoor } from "./door";
import { Resources } from "./resources";

const open = { summary: "", tag: "", access: "public", scope: null } as const satisfies Partial<Contract>;
const Text = z.object({ text: z.string() });
let aborted: Promise<unknown>;
let reached = (): void => {};

const RESOURCES: readonly Resource[] = [
  {
    path: "/echo",
    routes: {
      GET: route({ ...open, response: Text, query: Text }, async ({ query }) => query),
      POST: route({ ...open, response: Text, body: Text, bodyBytes: () => 100 }, async ({ body }) => body),
    },
  },
  {
    path: "/files/{fileId}/content",
    routes: {
      GET: route(
        { ...open, response: null, produces: "text/plain", params: { fileId: "file" } },
        async ({ params }) => new Response(new Blob([params.fileId]).stream()),
      ),
    },
  },
  {
    path: "/broken",
    routes: {
      GET: route({ ...open, response: null, produces: "text/plain" }, async () => {
        const pieces = ["The first half, ", new Error("The database has gone.")];
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          const piece = pieces.shift();
          if (typeof piece === "string") controller.enqueue(Buffer.from(piece));
          else controller.error(piece);
        };
        return new Response(new ReadableStream({ pull }));
      }),
    },
  },
  {
    path: "/wait",
    routes: {
      GET: route({ ...open, response: null }, async ({ request }) => {
        aborted = once(request.signal, "abort");
        reached();
        await aborted;
      }),
    },
  },
];

let server: Server;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  server = createServer((message, response) => void response.writeHead(418).end(`behind ${message.url}`));
  const resources = new Resources();
  for (const resource of RESOURCES)
    resources.add(resource.path, (request, params) => answerRequest(resource, request, params));
  openDoor(server, resources);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  agent.destroy();
  server.close();
});

describe("which requests it takes", () => {
  test("the addresses of its paths, below /v1 and /api/v1", async () => {
    expect(await ask("/v1/echo?text=a")).toMatchObject({ status: 200, body: '{"text":"a"}' });
    expect(await ask("/api/v1/echo?text=a")).toMatchObject({ status: 200 });
    const id = newId("file");
    expect(await ask(`/v1/files/${id}/content`)).toMatchObject({ status: 200, body: id });
  });

  test("with more slashes than needed, for Next would send such requests elsewhere without a word", async () => {
    for (const path of ["/v1/echo/", "/v1//echo", "//v1/echo", "/api//v1/echo/"])
      expect(await ask(`${path}?text=a//b/`), path).toMatchObject({ status: 200, body: '{"text":"a//b/"}' });
  });

  test("every other address goes on to the server's own listeners", async () => {
    const others = ["/", "/v1", "/v1/%65cho", "/x/v1/echo", "/v1/files/a/b", "/signin/"];
    for (const path of others) expect(await ask(path), path).toMatchObject({ status: 418, body: `behind ${path}` });
    expect(await ask("/v1/?a=/"), "with its slashes in order").toMatchObject({ status: 418, body: "behind /v1?a=/" });
  });

  test("what no page is asked for gets the documented error, not a page", async () => {
    for (const [method, path] of [
      ["POST", "/translate"],
      ["DELETE", "/"],
      ["OPTIONS", "/"],
      ["GET", "/v2/echo"],
      ["POST", "/v2/translate?auth_key=x"],
    ] as const) {
      const answer = await ask(path, { method });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404 });
      expect(JSON.parse(answer.body).error).toMatchObject({ code: "not_found", details: { resource: "route" } });
    }
    expect(await ask("/_next/x", { method: "POST" })).toMatchObject({ status: 418 });
  });

  test("a method that nobody knows is answered on every address of the API", async () => {
    expect(await ask("/v1/none", { method: "PROPFIND" })).toMatchObject({ status: 404, type: JSON_TYPE });
    expect(await ask("/v1/echo", { method: "PROPFIND" })).toMatchObject({ status: 405, type: JSON_TYPE });
    expect(await ask("/signin", { method: "PROPFIND" })).toMatchObject({ status: 404, type: JSON_TYPE });
  });

  test("what asks about the server as a whole is answered too, and an expectation that nobody knows is let be", async () => {
    expect(await ask("*", { method: "OPTIONS" })).toMatchObject({ status: 404, type: JSON_TYPE });
    const Expect = "a-good-day";
    expect(await ask("/v1/echo?text=a", { headers: { Expect } })).toMatchObject({ status: 200, body: '{"text":"a"}' });
    expect(await ask("/signin", { headers: { Expect } })).toMatchObject({ status: 418 });
  });

  test("a method that a path lacks is answered with those that it has", async () => {
    expect(await ask("/v1/echo", { method: "DELETE" })).toMatchObject({
      status: 405,
      allow: "GET, POST, HEAD, OPTIONS",
    });
    expect(await ask("/v1/echo", { method: "OPTIONS" })).toMatchObject({
      status: 204,
      allow: "GET, POST, HEAD, OPTIONS",
    });
  });
});

describe("bodies", () => {
  test("a request may send its body in pieces", async () => {
    const sent = ask("/v1/echo", { method: "POST", headers: { "Content-Type": "application/json" } }, async (out) => {
      out.write('{"text"');
      await new Promise((resolve) => setImmediate(resolve));
      out.end(':"é"}');
    });
    expect(await sent).toMatchObject({ status: 200, body: '{"text":"é"}' });
  });

  test("after a body that was refused before its end, the connection serves the next request", async () => {
    const headers = { "Content-Type": "application/json" };
    const tooLong = await ask("/v1/echo", { method: "POST", headers }, async (out) => {
      for (let i = 0; i < 64; i++) out.write("x".repeat(16 * 1024));
      out.end();
    });
    expect(tooLong.status).toBe(413);
    const next = await ask("/v1/echo?text=next");
    expect(next).toMatchObject({ status: 200, port: tooLong.port });
  });

  test("a body that was refused is read to its end before the connection is closed", async () => {
    const sent = connect(port, "127.0.0.1");
    sent.write(
      "POST /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    for (let i = 0; i < 64; i++) sent.write(`4000\r\n${"x".repeat(0x4000)}\r\n`);
    sent.write("0\r\n\r\n");
    expect(await text(sent)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });

  test("headers that are longer than is read get the documented error", async () => {
    const sent = connect(port, "127.0.0.1");
    sent.write(`GET /v1/echo?text=${"x".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answer = await text(sent);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^x-request-id: req_/im);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).error.code).toBe("invalid_request");
  });

  test("a HEAD request is answered like GET, without the body", async () => {
    expect(await ask("/v1/echo?text=a", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
    expect(await ask(`/v1/files/${newId("file")}/content`, { method: "HEAD" })).toMatchObject({
      status: 200,
      body: "",
    });
  });

  test("one of unknown length that breaks off half-way is not taken for the whole", async () => {
    await expect(ask("/v1/broken")).rejects.toThrow();
    expect(await ask("/v1/broken", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  test("long answers are compressed for those that take it, and for nobody else", async () => {
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

test("the work learns that its client has gone", async () => {
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
