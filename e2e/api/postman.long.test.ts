import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { installGenerators } from "@/e2e/clients/install";
import { baseUrl, newAccount, openApi } from "./client";

type Asked = {
  readonly folder: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
};

let key: string;
let requests: readonly Asked[];

/** Reads the collection with Postman's own library, as its application does. */
beforeAll(async () => {
  key = (await newAccount()).key;
  const folder = await installGenerators();
  const response = await fetch(`${baseUrl()}/v1/postman.json`);
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  fs.writeFileSync(path.join(folder, "collection.json"), await response.text());
  fs.writeFileSync(
    path.join(folder, "read-collection.cjs"),
    `const { Collection, RequestBody } = require("postman-collection");
    const collection = new Collection(JSON.parse(require("node:fs").readFileSync("collection.json", "utf8")));
    collection.variables.upsert({ key: "apiKey", value: process.env.KEY });
    const requests = [];
    collection.forEachItem((item) => {
      const auth = item.getAuth();
      const fill = (text) => collection.variables.replace(text);
      const token = auth && auth.type === "bearer" ? fill(auth.parameters().get("token")) : null;
      const { request } = item;
      requests.push({
        folder: item.parent().name,
        name: item.name,
        method: request.method,
        url: fill(request.url.toString()),
        headers: { ...request.getHeaders({ enabled: true }), ...(token ? { Authorization: "Bearer " + token } : {}) },
        body: request.body && request.body.mode === "raw" ? request.body.toString() : null,
      });
    });
    console.log(JSON.stringify(requests));`,
  );
  const env = { ...process.env, KEY: key };
  const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
  requests = JSON.parse((await promisify(execFile)(process.execPath, ["read-collection.cjs"], options)).stdout);
});

test("the collection has a request for each operation, in the folder of its tag", async () => {
  const { document } = await openApi();
  const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, any>).map(([method, { tags, summary }]) =>
      [tags[0], summary, method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1")].join(" "),
    ),
  );
  const base = `${baseUrl()}/v1`;
  const found = requests.map(({ folder, name, method, url }) =>
    [folder, name, method, url.slice(base.length).split("?")[0]].join(" "),
  );
  expect(found.sort()).toEqual(wanted.sort());
  for (const { url, name, body } of requests) {
    expect(url.startsWith(base), url).toBe(true);
    if (body !== null) expect(Object.keys(JSON.parse(body)), `${name} has an example`).not.toEqual([]);
  }
});

test("its requests without ids work as they are", async () => {
  const plain = requests.filter(
    ({ url, method, body }) =>
      !url.includes("/:") && (method === "GET" || body !== null) && !url.includes("device-logins"),
  );
  expect(plain.length).toBeGreaterThan(15);
  const refused: string[] = [];
  for (const { method, url, headers, body, name } of plain) {
    const response = await fetch(url, { method, headers, ...(body === null ? {} : { body }) });
    // Keys have no right to create webhooks by default.
    if (!response.ok && !url.endsWith("/webhooks"))
      refused.push(`${name}: ${response.status} ${await response.text()}`);
  }
  expect(refused).toEqual([]);
});
