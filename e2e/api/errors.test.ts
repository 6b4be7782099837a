import { Agent, request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { webhookDeliveries, webhooks } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import { baseUrl, call, checkError, newAccount, openApi } from "./client";
import { edit, makeBranch, makeProject, makeScreenshot, segmentsOf } from "./project-work";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

describe("unknown routes and methods", () => {
  test.each([
    "/v1/nothing",
    "/api/v1/nothing/at/all",
    "/v1",
    "/api/nothing",
    "/api",
    "/v1/projects/x/y/z",
    "/v1/",
    "/api/v1/",
    "/v1/nothing/",
    "/v1/%E0%A4%A",
  ])("a request without a key to an unknown route returns the documented 404 or 400: %s", async (path) => {
    const answer = await call("GET", path, { documented: false });
    expect([400, 404]).toContain(answer.status);
    checkError(answer);
  });

  test("a path of another translation API returns 404 with the address of this API's document", async () => {
    for (const [method, path] of [
      ["POST", "/translate"],
      ["POST", "/v5/nothing"],
      ["GET", "/v4/languages"],
    ] as const) {
      const answer = await call(method, path, { documented: false });
      expect(answer.status, path).toBe(404);
      expect(answer.json.error.message).toContain("/v1/openapi.json");
      checkError(answer);
    }
  });

  test("a path with repeated or trailing slashes is handled like the path without them", async () => {
    for (const path of ["/v1/me/", "/v1//me", "//v1/me", "/api/v1//me/"])
      expect((await call("GET", path, { key, documented: false })).json?.account, path).toBeDefined();
  });

  test("a path with unnecessary escapes is decoded, and an escaped slash is no separator", async () => {
    for (const path of ["/v1/%6de", "/%761/me", "/%61pi/v1/m%65"])
      expect((await call("GET", path, { key, documented: false })).json?.account, path).toBeDefined();
    expect((await call("GET", "/v1/health%2Fready", { documented: false })).status).toBe(404);
  });

  test("an unknown HTTP method returns 405 on a known path, otherwise 404", async () => {
    for (const [path, status] of [
      ["/v1/me", 405],
      ["/v1/nothing", 404],
    ] as const) {
      const answer = await call("PROPFIND", path, { documented: false });
      expect(answer.status).toBe(status);
      checkError(answer);
    }
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])(
    "an unsupported method returns 405 with the allowed methods: %s /v1/translate",
    async (method) => {
      const answer = await call(method, "/v1/translate", { documented: false });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
      expect(answer.json.error.details.allowed).toEqual(["POST", "OPTIONS"]);
      checkError(answer);
    },
  );

  test("the OpenAPI document allows only GET, HEAD and OPTIONS, and returns the documented error for other methods", async () => {
    const path = "/v1/openapi.json";
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await call(method, path, { documented: false });
      expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "GET, HEAD, OPTIONS"]);
      checkError(answer);
    }
    const options = await call("OPTIONS", path, { documented: false });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  test("OPTIONS lists the allowed methods and grants no access to unknown origins", async () => {
    const answer = await call("OPTIONS", "/v1/translate", {
      documented: false,
      headers: { Origin: "https://evil.example" },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("errors of the sign-in routes", () => {
  const ask = async (method: string, path: string, fields?: Record<string, string>, cookie = "") => {
    const response = await fetch(`${baseUrl()}/api/auth/${path}`, {
      method,
      redirect: "manual",
      headers: { Cookie: cookie },
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    });
    for (const name of ["x-request-id", "content-security-policy", "x-content-type-options"])
      expect(response.headers.get(name), `${method} ${path} ${name}`).toBeTruthy();
    const text = await response.text();
    return { status: response.status, text, location: response.headers.get("location"), headers: response.headers };
  };
  const csrf = async () => {
    const { text, headers } = await ask("GET", "csrf");
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    return { csrfToken: JSON.parse(text).csrfToken as string, cookie };
  };

  test.each(["signin/credentials", "callback/credentials", "signout"])(
    "POST %s ignores a callback address that is malformed or of another site",
    async (path) => {
      const { csrfToken, cookie } = await csrf();
      for (const callbackUrl of [
        "the server.evil.example/",
        "//evil.example",
        "https://evil.example/x",
        "javascript:1",
        "\\\\evil",
      ]) {
        const answer = await ask("POST", path, { csrfToken, callbackUrl, json: "true" }, cookie);
        expect(answer.status, `${path} ${callbackUrl}`).toBeLessThan(500);
        const { url } = JSON.parse(answer.text) as { url: string };
        expect(new URL(url, baseUrl()).origin, callbackUrl).toBe(baseUrl());
      }
      const own = await ask("POST", path, { csrfToken, callbackUrl: "/projects?a=1", json: "true" }, cookie);
      expect(own.status).toBeLessThan(500);
    },
  );

  test("a malformed callback address in the query or the cookie of sign-in is ignored", async () => {
    const cookie = "next-auth.callback-url=the%20server.evil.example%2F";
    for (const path of [
      "signin",
      "session",
      "signin?callbackUrl=the%20server.evil.example/",
      "signin?callbackUrl=//evil",
    ]) {
      const answer = await ask("GET", path, undefined, cookie);
      expect([200, 302], path).toContain(answer.status);
      if (answer.location) expect(answer.location, path).not.toContain("evil");
    }
  });

  test.each([
    ["GET", "callback/credentials", 405],
    ["PUT", "session", 405],
    ["DELETE", "signin", 405],
    ["GET", "nothing", 404],
    ["GET", "callback/nobody", 404],
    ["GET", "verify-request", 404],
    ["POST", "callback", 404],
  ])("sign-in refuses %s %s with the documented error", async (method, path, status) => {
    const { text, ...answer } = await ask(method, path);
    expect(answer.status, text).toBe(status);
    expect(JSON.parse(text).error.details.requestId).toBe(answer.headers.get("x-request-id"));
  });

  test("sign-in refuses an invalid or oversized body with the documented error", async () => {
    for (const [body, status] of [
      ["{", 400],
      [JSON.stringify({ a: "x".repeat(100_000) }), 413],
    ] as const) {
      const headers = { "Content-Type": "application/json" };
      const answer = await call("POST", "/api/auth/signin/credentials", { raw: body, headers, documented: false });
      expect(answer.status).toBe(status);
      checkError(answer);
    }
  });
});

describe("API keys outside the Authorization header", () => {
  test("an API key in the query is refused with the reason, and the response does not repeat it", async () => {
    for (const query of [`api_key=${key}`, `key=${key}`, "auth_key=x", `anything=${key}`]) {
      const answer = await call("GET", `/v1/languages?${query}`, { key });
      expect(answer.status).toBe(400);
      expect(answer.json.error.message).toContain("Authorization header");
      expect(answer.text).not.toContain(key);
    }
  });

  test("an API key in the body is refused with the reason, and the response does not repeat it", async () => {
    const answer = await call("POST", "/v1/translate", { key, body: { text: "x", target: "es", api_key: key } });
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toContain("Authorization header");
    expect(answer.text).not.toContain(key);
  });
});

describe("the order of checks", () => {
  test("a request is checked for method, key, scope, content type, length, JSON syntax and fields, in this order", async () => {
    const { key: narrow } = await newAccount({ key: { scopes: ["usage:read"] } });
    const statuses = [
      await call("PUT", "/v1/translate", { documented: false }),
      await call("POST", "/v1/translate", { raw: "x", headers: { "Content-Type": "text/plain" } }),
      await call("POST", "/v1/translate", { key: narrow, raw: "x", headers: { "Content-Type": "text/plain" } }),
      await call("POST", "/v1/translate", { key, raw: "x", headers: { "Content-Type": "text/plain" } }),
      await call("POST", "/v1/translate", {
        key,
        raw: "x".repeat(4_000_000),
        headers: { "Content-Type": "application/json" },
      }),
      await call("POST", "/v1/translate", { key, raw: "{", headers: { "Content-Type": "application/json" } }),
      await call("POST", "/v1/translate", { key, body: { text: "" } }),
    ].map((answer) => answer.status);
    expect(statuses).toEqual([405, 401, 403, 415, 413, 400, 400]);
  });

  test("a compressed body returns 415", async () => {
    const raw = gzipSync(JSON.stringify({ text: "x", target: "es" }));
    const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
    const { status, json } = await call("POST", "/v1/translate", { key, raw, headers });
    expect([status, json.error.details.received, json.error.details.supported]).toEqual([415, "gzip", ["identity"]]);
    const facades = ["/v2/translate", "/language/translate/v2", "/microsoft/translate?api-version=3.0&to=es"];
    for (const path of [...facades, "/libretranslate/translate", "/deeplx/translate", "/mcp"]) {
      const { text } = await call("POST", path, { key, raw, headers, documented: false });
      expect(text, path).toContain("Send the body uncompressed, without Content-Encoding.");
    }
  });

  test("all faults of path, query and body are reported together, including fields named like built-in JavaScript properties", async () => {
    const { json } = await call("GET", "/v1/me?toString=1&b=2", { key });
    const faults = json.error.details.errors.map((one: { path: string; code: string }) => `${one.path} ${one.code}`);
    expect(faults).toEqual(["toString unknown_field", "b unknown_field"]);
    const { json: all } = await call("POST", "/v1/projects/prj_1/documents?dry=1&dry=2", {
      key,
      body: { segments: [] },
    });
    const paths = all.error.details.errors.map((one: { path: string; code: string }) => `${one.path} ${one.code}`);
    expect(paths).toEqual(
      expect.arrayContaining(["projectId format", "dry duplicate", "dry unknown_field", "name required"]),
    );
  });

  test("a whole number in the query accepts only decimal digits", async () => {
    const project = { name: "Help centre", sourceLanguage: "en", targetLanguages: ["es"] };
    const { id } = (await call("POST", "/v1/projects", { key, body: project })).json;
    for (const list of ["/v1/projects?limit=", `/v1/projects/${id}/segments?language=es&offset=`]) {
      const fault = async (text: string) => {
        const { status, json } = await call("GET", `${list}${encodeURIComponent(text)}`, { key });
        expect(status, text).toBe(400);
        return json.error.details.errors[0].code;
      };
      for (const text of ["1e1", "0x10", "0b1", " 10", "10\n", "+5", "1.0", "1_0", "١٠", "", "ten", "NaN", "--1"])
        expect(await fault(text), text).toBe("type");
      for (const text of ["-1", "200001", "9".repeat(20)]) expect(await fault(text), text).toBe("range");
      expect((await call("GET", `${list}007`, { key })).status).toBe(200);
    }
  });

  test("a body without a declared length is refused with 413 once it exceeds the size limit", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const agent = new Agent();
      const request = httpRequest(
        `${baseUrl()}/v1/translate`,
        {
          method: "POST",
          agent,
          headers: {
            Authorization: `Bearer ${key}`,
            "Content-Type": "application/json",
            "Transfer-Encoding": "chunked",
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      for (let i = 0; i < 64; i++) request.write("x".repeat(64 * 1024));
      request.end();
    });
    expect(status).toBe(413);
  });

  test("a body that is empty, invalid UTF-8 or not a JSON object returns 400", async () => {
    for (const raw of [Buffer.from([0x7b, 0xff, 0x7d]), "", "[]", "null", '"text"', "1e999"]) {
      const answer = await call("POST", "/v1/translate", { key, raw, headers: { "Content-Type": "application/json" } });
      expect(answer.status).toBe(400);
    }
  });
});

describe("authorization of every documented operation", () => {
  test("all operations return documented errors for missing, invalid, revoked, expired and unscoped keys, and 404 for another account's IDs", async () => {
    const { document } = await openApi();
    const revoked = await newAccount();
    await (await import("@/lib/identity/accounts/keys")).revokeKey({ ...revoked, userId: null }, revoked.keyId);
    const expired = await newAccount({ key: { expiresAt: new Date(Date.now() - 1000) } });
    const none = await newAccount({ key: { scopes: [] } });
    const own = await newAccount();
    const foreign = await makeResources(await newAccount());
    let operations = 0;
    for (const [template, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods) as [string, any][]) {
        if (operation.security?.length === 0) continue;
        operations += 1;
        const path = `/v1${fill(template, foreign)}${query(operation)}`;
        const ask = (withKey: string | null, at = path) =>
          call(method.toUpperCase(), at, { key: withKey, headers: { "If-Match": '"0"' }, ...body(operation) });
        const name = `${method} ${template}`;
        const missing = await ask(null);
        expect(
          [missing.status, missing.json.error.details.reason, missing.headers.get("www-authenticate")],
          name,
        ).toEqual([401, "missing", "Bearer"]);
        const generate = (await import("@/lib/identity/auth/api-key")).generateApiKey;
        const bodies = new Map<string, string>();
        for (const [kind, wrong] of Object.entries({
          malformed: "nonsense",
          unknown: generate().secret,
          revoked: revoked.key,
          expired: expired.key,
        })) {
          const answer = await ask(wrong);
          // After 20 failures a minute from one address, 429 is the documented response.
          expect([401, 429], `${name} ${kind}`).toContain(answer.status);
          if (answer.status === 401)
            expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
          bodies.set(kind, answer.status === 401 ? answer.json.error.message : "");
        }
        if (bodies.get("unknown") && bodies.get("revoked")) expect(bodies.get("unknown")).toBe(bodies.get("revoked"));
        if (operation["x-scope"]) {
          const unscoped = await ask(none.key);
          expect([unscoped.status, unscoped.json.error.details.required], name).toEqual([403, operation["x-scope"]]);
        }
        if (template.includes("{")) {
          const others = await ask(own.key);
          const absent = await ask(own.key, `/v1${fill(template, missingIds())}${query(operation)}`);
          expect(others.status, name).toBe(404);
          expect(others.text.replace(others.headers.get("x-request-id")!, "")).toBe(
            absent.text.replace(absent.headers.get("x-request-id")!, ""),
          );
        }
      }
    }
    expect(operations).toBeGreaterThan(12);
  });

  test("malformed IDs and IDs of another resource type return 400", async () => {
    for (const id of [newId("file"), "prj_x", "prj_UPPER", "1"])
      expect((await call("GET", `/v1/projects/${id}`, { key })).status).toBe(400);
  });

  test("IDs of another resource type in a body or query return 400 with the name of the field", async () => {
    const ids = { glossaryId: newId("project"), projectId: "prj_1" };
    const { json } = await call("POST", "/v1/translate", { key, body: { text: "x", target: "es", ...ids } });
    expect(json.error.details.errors).toMatchObject([
      { path: "glossaryId", code: "format" },
      { path: "projectId", code: "format" },
    ]);
    const { projectId } = await makeProject(key);
    const listed = await call("GET", `/v1/projects/${projectId}/segments?language=es&documentId=x`, { key });
    expect(listed.json.error.details.errors).toMatchObject([{ path: "documentId", code: "format" }]);
  });

  test("IDs of another account in a body return 404, like unknown IDs", async () => {
    const foreign = await makeResources(await newAccount());
    for (const named of [
      { projectId: foreign.projectId },
      { projectId: newId("project") },
      { glossaryId: foreign.glossaryId },
      { glossaryId: newId("glossary") },
    ]) {
      const answer = await call("POST", "/v1/translate", {
        key,
        body: { text: "x", source: "en", target: "es", ...named },
      });
      expect(answer.status).toBe(404);
    }
  });
});

type Ids = Record<string, string>;

/** Creates one resource of each kind, which the key's account owns. */
async function makeResources({ key: owner, accountId }: { key: string; accountId: string }): Promise<Ids> {
  const form = new FormData();
  form.set("target", "es");
  form.set("source", "en");
  form.set("file", new File(["The house"], "a.txt"));
  const file = await call("POST", "/v1/translate/file", { key: owner, raw: form });
  const segments = [
    { key: "a", source: "Hello {name}." },
    { key: "b", source: "The house." },
  ];
  const { projectId, documentId } = await makeProject(owner, { segments });
  const [faulty, sound] = await segmentsOf(owner, projectId);
  await edit(owner, faulty, { text: "Hola." });
  await edit(owner, sound, { text: "La casa.", state: "reviewed" });
  const read = async (path: string, list: string) =>
    (await call("GET", `/v1/${path}`, { key: owner })).json[list][0].id;
  const make = async (path: string, body: unknown) => (await call("POST", `/v1/${path}`, { key: owner, body })).json.id;
  const memoryId = await read("translation-memories", "translationMemories");
  const glossaryId = await make("glossaries", { name: "Terms", sourceLanguage: "en" });
  const webhookId = newId("webhook");
  const deliveryId = newId("delivery");
  await db()
    .insert(webhooks)
    .values({ id: webhookId, accountId, url: "https://example.org/", secret: Buffer.alloc(1) });
  const eventId = await read("events", "events");
  await db().insert(webhookDeliveries).values({ id: deliveryId, accountId, webhookId, eventId, status: "failed" });
  return {
    fileId: file.json.id,
    projectId,
    documentId,
    branch: await makeBranch(owner, projectId),
    screenshotId: await makeScreenshot(owner, projectId),
    language: "es",
    segmentId: faulty.id,
    issueId: await read(`projects/${projectId}/qa-issues`, "issues"),
    commentId: await make(`projects/${projectId}/comments`, { segmentId: faulty.id, body: "x" }),
    jobId: await read(`projects/${projectId}/jobs`, "jobs"),
    exportId: await make(`projects/${projectId}/exports`, {}),
    memoryId,
    unitId: await read(`translation-memories/${memoryId}/units`, "units"),
    glossaryId,
    termId: await make(`glossaries/${glossaryId}/terms`, {
      source: "house",
      targets: [{ language: "es", text: "casa" }],
    }),
    webhookId,
    deliveryId,
    eventId,
  };
}

/** Unknown ids in place of those of {@link makeResources}. */
const missingIds = (): Ids => ({
  fileId: newId("file"),
  projectId: newId("project"),
  documentId: newId("document"),
  branch: "missing",
  screenshotId: newId("screenshot"),
  language: "es",
  segmentId: newId("segment"),
  issueId: newId("issue"),
  commentId: newId("comment"),
  jobId: newId("job"),
  exportId: newId("export"),
  memoryId: newId("memory"),
  unitId: newId("unit"),
  glossaryId: newId("glossary"),
  termId: newId("term"),
  webhookId: newId("webhook"),
  deliveryId: newId("delivery"),
  eventId: newId("event"),
});

function fill(template: string, ids: Ids): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`The test knows no id for {${name}}: add one, so that the new endpoint is covered.`);
    return id;
  });
}

/** The required query parameters of an operation. */
function query(operation: any): string {
  const inQuery = (operation.parameters ?? []).filter((one: any) => one.in === "query");
  // Segments are listed in one language or in several, so one of these two parameters is required.
  const needed = inQuery.filter((one: any) => one.required || one.name === "language");
  if (needed.length === 0) return "";
  return `?${needed.map(({ name }: { name: string }) => `${name}=${name === "language" ? "es" : "x"}`).join("&")}`;
}

function body(operation: any): { body?: unknown; raw?: BodyInit } {
  const content = operation.requestBody?.content ?? {};
  if (content["application/json"]) return { body: content["application/json"].example ?? {} };
  if (content["multipart/form-data"]) return { raw: new FormData() };
  return {};
}
