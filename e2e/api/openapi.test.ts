import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { call, openApi } from "./client";

const root = path.resolve(import.meta.dirname, "../..");

describe("/v1/openapi.json", () => {
  test("/v1/openapi.json is valid OpenAPI 3.1 according to an independent linter", async () => {
    const { document } = await openApi();
    const folder = await mkdtemp(path.join(tmpdir(), "openapi-"));
    writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
    const lint = promisify(execFile)(
      process.execPath,
      [path.join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", "--extends=spec", "openapi.json"],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    );
    await expect(lint).resolves.toBeDefined();
  });

  test("/v1/openapi.json lists exactly the public routes of the server", async () => {
    const { document } = await openApi();
    const found = new Set(routesBelow(path.join(root, "app/api/v1")));
    for (const internal of [...found].filter((route) =>
      /^\/(account|admin|setup|sign-in|sign-up|try|unsubscribe|confirm-email|password-reset|invitations?)(\/|$)/.test(
        route,
      ),
    ))
      found.delete(internal);
    for (const own of ["", "/openapi.json", "/postman.json"]) found.delete(own);
    expect(Object.keys(document.paths).sort()).toEqual([...found].sort());
  });

  test("every POST accepts an idempotency key, except operations that need no API key or store nothing", async () => {
    const { document } = await openApi();
    const without = Object.entries(document.paths).flatMap(([path, methods]) => {
      const { post } = methods as Record<string, { parameters?: { name: string }[] } | undefined>;
      return !post || post.parameters?.some(({ name }) => name === "Idempotency-Key") ? [] : [path];
    });
    expect(without.sort()).toEqual([
      "/detect",
      "/device-logins",
      "/device-logins/poll",
      "/segments/{segmentId}/suggestion",
      "/translate",
      "/translate/batch",
    ]);
  });

  test("/v1/openapi.json documents the default of each optional parameter", async () => {
    const { document } = await openApi();
    const { get } = document.paths["/projects/{projectId}/qa-issues"] as Record<string, any>;
    const schemaOf = (wanted: string) => get.parameters.find(({ name }: { name: string }) => name === wanted).schema;
    expect(schemaOf("limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 20 });
    expect(schemaOf("status")).toMatchObject({ type: "string", default: "open" });
  });

  test("the OpenAPI document describes supported headers, and request bodies other than JSON", async () => {
    const { document } = await openApi();
    const required = (path: string, method: string, header: string) =>
      (document.paths[path]![method] as Record<string, any>).parameters.find(
        ({ name, in: place }: Record<string, string>) => place === "header" && name === header,
      )?.required;
    const translation = "/segments/{segmentId}/translations/{language}";
    expect(required(translation, "patch", "If-Match")).toBe(true);
    expect(required(`${translation}/revert`, "post", "If-Match")).toBe(true);
    expect(required("/projects/{projectId}", "patch", "If-Match")).toBe(false);
    expect(required("/projects/{projectId}", "delete", "If-Match")).toBe(false);
    expect(required("/translate/file", "post", "Prefer")).toBe(false);
    const { 200: done, 202: begun } = document.paths["/translate/file"]!.post!.responses;
    expect(Object.keys(done.content)).toEqual(["application/json", "application/octet-stream"]);
    expect(Object.keys(begun.content)).toEqual(["application/json"]);
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { responses, operationId }] of Object.entries(methods)) {
        // This operation needs no `If-Match`: the body contains the revision of each text.
        if (responses[412] && operationId !== "resolveImportConflicts")
          expect(required(path, method, "If-Match"), `${method} ${path}`).toBeDefined();
      }
  });

  test("/v1/openapi.json is public and contains the address of this server", async () => {
    const { status, json } = await call("GET", "/v1/openapi.json", { documented: false });
    expect(status).toBe(200);
    expect(json.openapi).toBe("3.1.0");
    expect(json.servers[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  });

  test("every operation has a summary, a unique ID and the error body", async () => {
    const { document } = await openApi();
    const operations = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods as Record<string, any>),
    );
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation.summary).toMatch(/^[A-Z].{8,}/);
      for (const [status, response] of Object.entries<any>(operation.responses))
        if (Number(status) >= 400 && status !== "503")
          expect(response.content["application/json"].schema.$ref).toBe("#/components/schemas/Error");
    }
  });
});

/** API paths of the route files: `projects/[projectId]/route.ts` becomes `/projects/{projectId}`. */
function routesBelow(folder: string, at = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) {
      if (entry.name.startsWith("[...")) return [];
      return routesBelow(path.join(folder, entry.name), `${at}/${entry.name.replace(/^\[(.+)\]$/, "{$1}")}`);
    }
    return entry.name === "route.ts" ? [at] : [];
  });
}
