import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { db } from "@/db/client";
import { engineServices } from "@/db/schema";
import { enEs, FakeVendor, interactive, remoteEngine } from "@/e2e/doubles/fake-vendor";
import { HOPS_HEADER, isLoop, nextHops, readHops, withHops } from "@/lib/base/hops";
import { findLocalServers } from "@/lib/engines/admin/local-servers";
import { setService, testService } from "@/lib/engines/admin/services";
import { setEngines } from "@/lib/engines/registry";
import type { Endpoint } from "@/lib/http/api/endpoint";
import { baseHeaders, jsonReply } from "@/lib/http/api/responses";
import { createDispatcher } from "@/lib/http/server/dispatcher";
import { createHttpServer } from "@/lib/http/server/http-server";
import { ServiceBody, ServiceTestBody } from "@/lib/schemas/engines";
import { plainSegment } from "@/lib/text/segment";
import { libreTranslate } from "./libretranslate";
import { answerProbe } from "./loop-probe";

const OTHER = "0123456789abcdef";
const LIST = { json: ["en", "es"].map((code) => ({ code, name: code })) };
const translation = ({ body }: { body: string }) => ({ translatedText: JSON.parse(body).q.map(() => "La casa.") });

/** Another LibreTranslate server. */
let there: FakeVendor;
/** This server, whose only route translates with the other server. */
let here: Server;
let url: string;
/** A proxy that forwards to this server. */
let proxy: Server;
let proxyUrl: string;

const engine = () => remoteEngine(libreTranslate({ url: there.url, backoffMs: 1 }));
const relay: Endpoint = {
  address: "/v1/relay",
  answer: async () => {
    const [answer] = await engine().translate([plainSegment("The house.")], enEs, interactive);
    return jsonReply({ text: answer?.text }, 200, baseHeaders("req_relay"));
  },
};

beforeAll(async () => {
  there = await FakeVendor.start((asked) => (asked.method === "GET" ? LIST : { json: translation(asked) }));
  here = createHttpServer(createDispatcher([relay], (_, response) => void response.writeHead(404).end("page")));
  url = await listening(here);
  proxy = createServer((asked, response) => {
    const passed = request(url + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(passed);
  });
  proxyUrl = await listening(proxy);
});
beforeEach(() => there.forget());
afterAll(async () => {
  for (const server of [here, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  await there.close();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the hops header", () => {
  test("the hops header lists the ids of the servers passed so far, ending with this server, and omits invalid entries", () => {
    const own = nextHops();
    expect(own).toMatch(/^[0-9a-f]{16}$/);
    expect(own).not.toContain(process.env.DRAGOMAN_SECRET);
    expect(withHops([OTHER], nextHops)).toBe(`${OTHER},${own}`);
    expect(readHops(` ${OTHER}, <script>, ${"a".repeat(40)}, ${own}`)).toEqual([OTHER, own]);
    expect(readHops(null)).toEqual([]);
  });

  test("a call is detected as a loop if its hops contain this server's id or too many other ids", () => {
    expect(isLoop([OTHER])).toBe(false);
    expect(isLoop([OTHER, nextHops()])).toBe(true);
    expect(isLoop(Array(8).fill(OTHER))).toBe(true);
  });

  test("requests that share an engine's queue are each forwarded with their own hops", async () => {
    const ids = Array.from({ length: 6 }, (_, at) => `${at}`.repeat(16));
    const shared = engine();
    const answers = ids.map((id) =>
      withHops([id], () => shared.translate([plainSegment(`The house of ${id}.`)], enEs, interactive)),
    );
    await Promise.all(answers);
    for (const { headers, body } of there.askedFor("/translate"))
      expect(headers[HOPS_HEADER]).toBe(`${/\d{16}/.exec(body)?.[0]},${nextHops()}`);
    expect(there.askedFor("/translate")).toHaveLength(6);
  });

  test("the hops of a forwarded request start with the ids of the previous servers", async () => {
    expect((await fetch(`${url}/v1/relay`, { headers: { [HOPS_HEADER]: OTHER } })).status).toBe(200);
    expect(there.askedFor("/translate")[0]?.headers[HOPS_HEADER]).toBe(`${OTHER},${nextHops()}`);
  });
});

test("every API route refuses a call that has already passed this server, and answers other calls", async () => {
  for (const path of [
    "/",
    "/v1/relay",
    "/v2/translate",
    "/translate",
    "/language/translate/v2",
    "/deeplx/translate",
    "/x",
  ])
    for (const base of [url, proxyUrl]) {
      const refused = await fetch(base + path, {
        method: "POST",
        headers: { [HOPS_HEADER]: `${OTHER},${nextHops()}` },
      });
      expect(refused.status, path).toBe(422);
      expect(await refused.json()).toMatchObject({ error: { code: "service_is_this_server" } });
    }
  expect((await fetch(`${url}/x`, { headers: { [HOPS_HEADER]: OTHER } })).status).toBe(404);
  expect(there.asked).toEqual([]);
});

test("two servers that forward to each other stop when the first call returns", async () => {
  const back: { status: number; body: string }[] = [];
  const pointing = createServer((asked, response) => {
    if (asked.method === "GET") return void response.end(JSON.stringify(LIST.json));
    // Forwards the text to this server, as its own engine would, and has no other engine then.
    const hops = `${asked.headers[HOPS_HEADER]},${OTHER}`;
    request(`${url}/v1/relay`, { headers: { [HOPS_HEADER]: hops } }, async (answer) => {
      back.push({ status: answer.statusCode ?? 0, body: await text(answer) });
      response.writeHead(400).end("{}");
    }).end();
  });
  const other = remoteEngine(libreTranslate({ url: await listening(pointing) }));
  const started = performance.now();
  await expect(other.translate([plainSegment("The house.")], enEs, interactive)).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(back).toMatchObject([{ status: 422, body: expect.stringContaining("service_is_this_server") }]);
  pointing.close();
});

describe("a service that points to this server", () => {
  const account = JSON.stringify({
    type: "service_account",
    project_id: "words-1",
    token_uri: "http://127.0.0.1:9/token",
    private_key: generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    }).privateKey,
    client_email: "robot@words-1.iam.gserviceaccount.com",
  });
  const kinds = (address: string) => [
    { kind: "libretranslate", url: address },
    { kind: "libretranslate", url: `${address}/libretranslate` },
    { kind: "deepl", url: address, key: "k:fx" },
    { kind: "azure", url: `${address}/translator/text/v3.0`, key: "k" },
    { kind: "google", url: address, key: account },
    { kind: "google", url: address, key: account.replace("http://127.0.0.1:9", address) },
    { kind: "openai", url: `${address}/v1`, model: "toy" },
    { kind: "apy", url: `${address}/deeplx` },
  ];

  test("a service that points to this server is refused for any kind and name, also through a proxy, switched off or forced", async () => {
    const { port } = new URL(url);
    const names = [url, proxyUrl, `http://localhost:${port}`, `http://127.1:${port}`, `http://127.0.0.1:${port}/v1`];
    const bodies = [...kinds(url), ...kinds(proxyUrl), ...names.map((name) => ({ kind: "apy", url: name }))];
    for (const [at, body] of bodies.entries()) {
      const started = performance.now();
      const wish = at % 2 ? { force: true } : { enabled: false };
      const saving = setService(ServiceBody.parse({ ...body, ...wish }));
      await expect(saving, JSON.stringify(body)).rejects.toMatchObject({
        code: "service_is_this_server",
        status: 422,
        details: { trial: { ok: false, refusal: { reason: "service_is_this_server" } } },
      });
      // The request for Google's token, at another address, is retried.
      expect(performance.now() - started).toBeLessThan(body.kind === "google" ? 10_000 : 2_000);
    }
    expect(await db().select().from(engineServices)).toEqual([]);
  });

  test.each([
    ["of the account's projects", "lv"],
    ["of this server", "fr"],
  ])("a service is not saved if it forwards a language pair %s to this server", async (_, back) => {
    const codes = ["en", "es", "lv", "fr"].map((code) => ({ code, name: code }));
    // Translates itself into all languages except one, which it requests from this server.
    const partly = await FakeVendor.start((asked) => {
      if (asked.method === "GET") return { json: codes };
      const { q, target } = JSON.parse(asked.body);
      return target === back ? { json: { translatedText: answerProbe(q) ?? q } } : { json: translation(asked) };
    });
    onTestFinished(async () => {
      setEngines(null);
      await partly.close();
    });
    setEngines([
      {
        ...{ id: "own", local: true, translate: async () => [], close: async () => {} },
        directions: async () => [{ source: "en", target: "fr", rank: 20 }],
        state: () => ({ id: "own", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
      },
    ]);
    const body = ServiceBody.parse({ kind: "libretranslate", url: partly.url, force: true });
    const saving = setService(body, [{ source: "en", target: "lv" }]);
    await expect(saving).rejects.toMatchObject({ code: "service_is_this_server" });
    // The pairs of the trial and of the project, and a common pair.
    expect(partly.askedFor("/translate").filter(({ body }) => !body.includes("Good morning"))).toHaveLength(3);
  });

  test("testing a service that points to this server fails with that reason, and the service is not suggested as a local server", async () => {
    const tested = await testService(ServiceTestBody.parse({ kind: "apy", url, isUnsaved: true }));
    expect(tested).toMatchObject({ ok: false, refusal: { reason: "service_is_this_server", status: null } });
    const candidate = { name: "LibreTranslate", kind: "libretranslate", url: there.url, path: "/languages" } as const;
    const itself = { ...candidate, url: proxyUrl };
    expect((await findLocalServers([candidate, itself])).servers.map((server) => server.url)).toEqual([there.url]);
  });

  test("a service that later points to this server becomes unavailable immediately and receives no more texts", async () => {
    let target = there.url;
    let calls = 0;
    const turning = createServer((asked, response) => {
      calls += 1;
      const passed = request(target + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(passed);
    });
    const used = remoteEngine(libreTranslate({ url: await listening(turning) }));
    const translate = () => used.translate([plainSegment("The house.")], enEs, interactive);
    expect(await translate()).toEqual([{ text: "La casa." }]);
    target = url;
    await expect(translate()).rejects.toMatchObject({ code: "unavailable" });
    expect(used.state()).toMatchObject({ state: "unavailable", refusal: { reason: "service_is_this_server" } });
    expect(await used.directions()).toEqual([]);
    const before = calls;
    await expect(translate()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("leads back"),
    });
    expect(calls).toBe(before);
    turning.close();
  });
});
