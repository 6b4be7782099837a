import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useOwnDatabase } from "@/e2e/own-database";
import { startTestServer } from "@/e2e/server.mjs";
import { call, newAccount } from "./client";

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const TEXT = "The quiet larch of the otter";
let collector: Server;
let server: Awaited<ReturnType<typeof startTestServer>>;
const received: { authorization: string | undefined; path: string | undefined; body: string }[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ authorization: request.headers.authorization, path: request.url, body });
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  // A separate database, because the server shared by all tests would run some of the jobs.
  await useOwnDatabase();
  server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL,
    secret: process.env.DRAGOMAN_SECRET,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector",
      OTEL_SERVICE_NAME: "translations",
      OTEL_BSP_SCHEDULE_DELAY: "50",
    },
  });
});
afterAll(async () => {
  await server.stop();
  collector.close();
});

const spans = () =>
  received
    .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const waitFor = (name: string, matches: (span: Span) => boolean = () => true) =>
  expect.poll(() => spans().find((span) => span.name === name && matches(span)), { timeout: 20_000 }).toBeTruthy();
const attribute = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value.stringValue;

test("a translation is one trace from the caller's span down to the database statements", async () => {
  const { key } = await newAccount();
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const answer = await call("POST", "/v1/translate", {
    key,
    base: server.url,
    headers: { traceparent },
    body: { text: TEXT, source: "en", target: "es" },
  });
  expect(answer.status).toBe(200);
  await waitFor("POST /v1/translate");
  const trace = spans().filter(({ traceId }) => traceId === CALLER.traceId);
  const request = trace.find(({ name }) => name === "POST /v1/translate")!;
  expect(request.parentSpanId).toBe(CALLER.spanId);
  expect(attribute(request, "dragoman.request_id")).toBe(answer.headers.get("x-request-id"));
  const limiter = trace.find(({ name }) => name === "limiter")!;
  const engine = trace.find(({ name }) => name === "engine apertium")!;
  expect([limiter.parentSpanId, engine.parentSpanId]).toEqual([request.spanId, request.spanId]);
  expect(attribute(limiter, "dragoman.limiter.outcome")).toBe("admitted");
  const decision = trace.find(({ parentSpanId }) => parentSpanId === limiter.spanId)!;
  expect(attribute(decision, "db.system.name")).toBe("postgresql");
  const service = (JSON.parse(received[0]!.body) as Export).resourceSpans[0]!.resource.attributes;
  expect(service.find((one) => one.key === "service.name")?.value.stringValue).toBe("translations");
  expect([received[0]?.path, received[0]?.authorization]).toEqual(["/v1/traces", "Bearer collector"]);
});

test("the job of a file translation has its own trace, linked to the request that queued the job", async () => {
  const { key } = await newAccount();
  const form = new FormData();
  form.set("file", new Blob([`${TEXT}\n`]), "otter.txt");
  form.set("source", "en");
  form.set("target", "es");
  const answer = await call("POST", "/v1/translate/file", { key, base: server.url, raw: form });
  expect(answer.status).toBe(200);
  await waitFor("POST /v1/translate/file");
  const request = spans().find(({ name }) => name === "POST /v1/translate/file")!;
  const isItsJob = ({ links = [] }: Span) => links.some(({ traceId }) => traceId === request.traceId);
  await waitFor("job file", isItsJob);
  const job = spans().find((span) => span.name === "job file" && isItsJob(span))!;
  expect(job.parentSpanId ?? "").toBe("");
  expect(job.traceId).not.toBe(request.traceId);
  const below = spans().filter(({ parentSpanId }) => parentSpanId === job.spanId);
  expect(below.map(({ name }) => name)).toContain("engine apertium");
  expect(below.map(({ name }) => name)).toContain("UPDATE jobs");
});

test("traces contain no text, key, file name or content of an invalid request", async () => {
  const { key } = await newAccount();
  const typed = "zebra-typed-by-somebody";
  const wrong = { key, base: server.url, body: { [typed]: 1 }, documented: false };
  expect((await call("POST", `/v1/detect?${typed}=1`, wrong)).status).toBe(400);
  await waitFor("POST /v1/detect");
  const all = received.map(({ body }) => body).join("\n");
  for (const secret of [TEXT, "larch", "otter.txt", typed, key, "dgm_live_"]) expect(all).not.toContain(secret);
});
