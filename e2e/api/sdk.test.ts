import { execFile } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationsFile, sdkDocument } from "@/e2e/clients/sdk-files";
import { IS_LONG } from "@/e2e/long";
import { ApiError, ConnectionError, Dragoman, isDragomanError, OPERATIONS } from "@/lib/packages/sdk/sdk";
import { SCOPES } from "@/lib/vocabulary/rights";
import { baseUrl, newAccount, openApi } from "./client";
import { leftIn, samplesOf } from "./samples";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-sdk-"));
let dragoman: Dragoman;
let key: string;

beforeAll(async () => {
  key = (await newAccount()).key;
  dragoman = new Dragoman({ baseUrl: baseUrl(), apiKey: key });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("the SDK's table of operations", () => {
  test("the SDK's table of operations matches the OpenAPI document (npm run sdk)", () => {
    const file = path.join(root, "lib/packages/sdk/operations.ts");
    expect(fs.readFileSync(file, "utf8")).toBe(operationsFile(sdkDocument()));
  });

  test("the SDK's table of operations contains every operation of the server", async () => {
    const { document } = await openApi();
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(ids.sort());
    for (const id of ids) expect(typeof dragoman[id as keyof typeof OPERATIONS]).toBe("function");
  });
});

test("the SDK sends every operation as the OpenAPI document describes it", async () => {
  const { document } = await openApi();
  let sent: { method: string; url: URL; init: RequestInit } | undefined;
  const client = new Dragoman({
    baseUrl: "http://dragoman.test",
    apiKey: key,
    fetch: async (input, init) => {
      sent = { method: init?.method ?? "GET", url: new URL(String(input)), init: init ?? {} };
      return new Response("{}", { headers: { "Content-Type": "application/json" } });
    },
  });
  type Parameter = { name: string; in: string; required: boolean };
  type Described = { operationId: keyof typeof OPERATIONS; parameters: Parameter[]; requestBody?: { content: object } };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, described] of Object.entries(methods as unknown as Record<string, Described>)) {
      const { operationId, parameters, requestBody } = described;
      const named = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
      const input = Object.fromEntries([...named("path"), ...named("query")].map((name) => [name, `a/${name}`]));
      const types = Object.keys(requestBody?.content ?? {});
      const body = types.includes("application/json")
        ? { field: 1 }
        : types.length > 0
          ? { file: new Blob(["a"]) }
          : {};
      await (client[operationId] as (given: object) => PromiseLike<unknown>)({ ...input, ...body });
      const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`a/${name}`));
      expect([sent!.method, sent!.url.pathname], operationId).toEqual([method.toUpperCase(), `/v1${address}`]);
      const query = Object.fromEntries(named("query").map((name) => [name, `a/${name}`]));
      expect(Object.fromEntries(sent!.url.searchParams), operationId).toEqual(query);
      const headers = new Headers(sent!.init.headers);
      expect(headers.has("Idempotency-Key"), operationId).toBe(named("header").includes("Idempotency-Key"));
      if ("field" in body) expect(sent!.init.body, operationId).toBe('{"field":1}');
      else expect(sent!.init.body instanceof FormData, operationId).toBe("file" in body);
    }
});

describe("calls", () => {
  test("the SDK sends path, query and body fields, and returns the response", async () => {
    const { translation } = await dragoman.translateText({ text: "Good morning", source: "en", target: "es" });
    expect(translation).toBe("Buenos días");
    const project = await dragoman.createProject({ name: "SDK", sourceLanguage: "en", targetLanguages: ["es"] });
    expect((await dragoman.getProject({ projectId: project.id })).name).toBe("SDK");
    const { languages } = await dragoman.listLanguages({ source: "en", display: "fr" });
    expect(languages.map(({ name }) => name)).toEqual(["anglais"]);
    expect(await dragoman.deleteProject({ projectId: project.id })).toBeUndefined();
  });

  test("the SDK iterates over all pages of a list", async () => {
    const names = ["Page one", "Page two", "Page three"];
    for (const name of names) await dragoman.createProject({ name, sourceLanguage: "en", targetLanguages: ["es"] });
    const found: string[] = [];
    for await (const project of dragoman.listProjects({ limit: 1, q: "Page " })) found.push(project.name);
    expect(found).toEqual(names.reverse());
    expect((await dragoman.listProjects({ limit: 2 })).projects).toHaveLength(2);
  });

  test("the SDK translates a document and downloads it", async () => {
    const states: string[] = [];
    const { file, download } = await dragoman.translateDocument(
      { name: "a.txt", content: "The house is big." },
      { source: "en", target: "es" },
      { onProgress: ({ status }) => states.push(status) },
    );
    expect([file.status, download.name]).toEqual(["completed", "a.es.txt"]);
    expect(await download.text()).toContain("La casa es grande.");
    expect(states.at(-1)).toBe("completed");
  });

  test("a failed SDK call rejects with a typed error", async () => {
    const error = await dragoman
      .translateText({ text: "Hello", target: "xx" })
      .then(() => null)
      .catch((thrown: unknown) => (isDragomanError(thrown) ? thrown : null));
    expect(error).toBeInstanceOf(ApiError);
    if (error?.code !== "invalid_request") throw error;
    expect(error.details.errors[0]).toMatchObject({ path: "target", code: "unsupported_language" });
    const nowhere = new Dragoman({ baseUrl: "http://127.0.0.1:9", apiKey: key, maxRetries: 0 });
    await expect(nowhere.listLanguages()).rejects.toBeInstanceOf(ConnectionError);
  });

  test("aborting an SDK call ends its request", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(dragoman.listProjects({}, { signal })).rejects.toThrow("enough");
  });
});

describe("retries", () => {
  test("the SDK retries after the time in Retry-After, and repeats a creation with the same idempotency key", async () => {
    const seen: { at: number; key: string | undefined }[] = [];
    const server = createServer((request, response) => {
      seen.push({ at: performance.now(), key: request.headers["idempotency-key"] as string | undefined });
      const first = seen.length === 1;
      response.writeHead(first ? 503 : 201, {
        "Content-Type": "application/json",
        ...(first ? { "Retry-After": "1" } : {}),
      });
      response.end(
        JSON.stringify(first ? { error: { code: "overloaded", message: "", details: {} } } : { id: "prj_1" }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const client = new Dragoman({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "dgm_live_x" });
    try {
      const made = await client.createProject({ name: "x", sourceLanguage: "en", targetLanguages: ["es"] });
      expect(made.id).toBe("prj_1");
    } finally {
      server.close();
    }
    expect(seen).toHaveLength(2);
    expect(seen[0]!.key).toMatch(/^[\w-]{36}$/);
    expect(seen[1]!.key).toBe(seen[0]!.key);
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(990);
  });

  test("an SDK retry after a lost response doesn't repeat the work", async () => {
    let lost = 0;
    const client = new Dragoman({
      baseUrl: baseUrl(),
      apiKey: key,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method !== "POST" || lost++ > 0) return response;
        throw new TypeError("the connection broke");
      },
    });
    await client.createProject({ name: "Only once", sourceLanguage: "en", targetLanguages: ["es"] });
    expect(lost).toBe(2);
    expect((await client.listProjects({ q: "Only once" })).projects).toHaveLength(1);
  });

  test("the SDK doesn't retry if Retry-After asks for too long a wait", async () => {
    const { key: limited } = await newAccount({ tier: "enterprise", limits: { requestsPerHour: 1 } });
    const client = new Dragoman({ baseUrl: baseUrl(), apiKey: limited });
    await client.listLanguages();
    await expect(client.listLanguages()).rejects.toMatchObject({ code: "rate_limit_exceeded", status: 429 });
  });
});

if (IS_LONG)
  test("the SDK package offered by the server works in an empty npm project with import, require and types", async () => {
    fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const address = `${baseUrl()}/downloads/dragoman-sdk.tgz`;
    await run("npm", ["install", "--no-audit", "--no-fund", address], { cwd: folder });
    const use = `
    const dragoman = new Dragoman({ baseUrl: process.env.DRAGOMAN_URL, apiKey: process.env.DRAGOMAN_API_KEY });
    dragoman.translateText({ text: "Good morning", source: "en", target: "es" }).then((done) => console.log(done.translation));`;
    fs.writeFileSync(path.join(folder, "a.mjs"), `import { Dragoman } from "@dragoman/sdk";${use}`);
    fs.writeFileSync(path.join(folder, "b.cjs"), `const { Dragoman } = require("@dragoman/sdk");${use}`);
    const own = (await newAccount({ key: { scopes: [...SCOPES] } })).key;
    const env = { ...process.env, DRAGOMAN_URL: baseUrl(), DRAGOMAN_API_KEY: own };
    for (const file of ["a.mjs", "b.cjs"])
      expect((await run(process.execPath, [file], { cwd: folder, env })).stdout.trim()).toBe("Buenos días");
    const samples = samplesOf("sdk.md", "js");
    const printed: Record<string, string> = {};
    for (const [name, code] of Object.entries(samples)) {
      fs.writeFileSync(path.join(folder, `${name}.mjs`), code);
      printed[name] = (await run(process.execPath, [`${name}.mjs`], { cwd: folder, env })).stdout;
    }
    expect(printed).toEqual({
      text: "La casa es grande.\n",
      targets: expect.stringMatching(/^es La casa es grande\.\nca La casa és gran\.\n$/),
      file: "letter.es.txt\n",
      list: expect.stringContaining("true Help centre\n"),
      errors: expect.stringMatching(/^target /),
    });
    expect(fs.readFileSync(path.join(folder, "letter.es.txt"), "utf8")).toContain("La casa es grande.");
    expect(await leftIn(own), "samples delete what they create").toEqual([]);
    fs.writeFileSync(
      path.join(folder, "c.ts"),
      `import { Dragoman } from "@dragoman/sdk";
     const dragoman = new Dragoman({ baseUrl: "", apiKey: "" });
     const answer = await dragoman.translateText({ text: "a", target: "es" });
     const text: string = answer.translation;
     for await (const project of dragoman.listProjects()) console.log(project.name satisfies string, text);
     // @ts-expect-error the target is required
     dragoman.translateText({ text: "a" });`,
    );
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    // Compiler options that reject our own sources. They must not reject the installed SDK.
    const rules = ["--erasableSyntaxOnly", "--noPropertyAccessFromIndexSignature", "--exactOptionalPropertyTypes"];
    const options = [
      ...rules,
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--lib",
      "es2023,dom,dom.asynciterable",
      "--types",
      "",
    ];
    await run(process.execPath, [tsc, ...options, "c.ts"], { cwd: folder }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  });
