import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import vm from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { installGenerators } from "@/e2e/clients/install";
import { SCOPES } from "@/lib/vocabulary/rights";
import { baseUrl, newAccount, openApi } from "./client";

type Asked = {
  readonly folder: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** Script that runs after the response. */
  readonly script: string | null;
};

let key: string;
let requests: readonly Asked[];
/** Variables of the collection, which Postman would keep. */
const variables = new Map<string, string>();

/** Reads the collection with Postman's own library. */
beforeAll(async () => {
  key = (await newAccount({ key: { scopes: [...SCOPES] } })).key;
  const folder = await installGenerators();
  const response = await fetch(`${baseUrl()}/v1/postman.json`);
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  fs.writeFileSync(path.join(folder, "collection.json"), await response.text());
  fs.writeFileSync(
    path.join(folder, "read-collection.cjs"),
    `const { Collection, RequestBody } = require("postman-collection");
    const collection = new Collection(JSON.parse(require("node:fs").readFileSync("collection.json", "utf8")));
    const requests = [];
    collection.forEachItem((item) => {
      const auth = item.getAuth();
      const token = auth && auth.type === "bearer" ? auth.parameters().get("token") : null;
      const script = item.events.find(({ listen }) => listen === "test");
      const { request } = item;
      requests.push({
        folder: item.parent().name,
        name: item.name,
        method: request.method,
        url: request.url.toString(),
        headers: { ...request.getHeaders({ enabled: true }), ...(token ? { Authorization: "Bearer " + token } : {}) },
        body: request.body && request.body.mode === "raw" ? request.body.toString() : null,
        script: script ? script.script.toSource() : null,
      });
    });
    console.log(JSON.stringify({ requests, variables: collection.variables.all().map(({ key, value }) => [key, value]) }));`,
  );
  const options = { cwd: folder, maxBuffer: 16 * 1024 * 1024 };
  const read = JSON.parse((await promisify(execFile)(process.execPath, ["read-collection.cjs"], options)).stdout);
  requests = read.requests;
  for (const [name, value] of [...read.variables, ["apiKey", key]]) variables.set(name, value);
});

const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? "");

/** Sends a request, and runs its script with the part of Postman's `pm` that our scripts use. Returns the status. */
async function send({ method, url, headers, body, script }: Asked): Promise<{ status: number; text: string }> {
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
  const response = await fetch(fill(url), { method, headers: filled, ...(body === null ? {} : { body: fill(body) }) });
  const answered = { status: response.status, text: await response.text() };
  if (script === null) return answered;
  const answerOf = (code: number, text: string) => ({ code, json: () => JSON.parse(text) });
  const sendRequest = async (asked: any, done: (error: unknown, answer: unknown) => void) => {
    const { url, method, header, body } = asked;
    const got = await fetch(url, { method, headers: header, ...(body ? { body: body.raw } : {}) });
    done(null, answerOf(got.status, await got.text()));
  };
  const collectionVariables = { get: (name: string) => variables.get(name), set: variables.set.bind(variables) };
  const pm = { collectionVariables, variables: collectionVariables, sendRequest };
  const sandbox = { pm: { ...pm, response: answerOf(answered.status, answered.text) }, setTimeout };
  await vm.runInNewContext(script, sandbox);
  return answered;
}

test("the Postman collection has a request for each operation in the folder of its tag", async () => {
  const { document } = await openApi();
  const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, any>).map(([method, { tags, summary }]) =>
      [tags[0], summary, method.toUpperCase(), path.replace(/\{\w+\}/g, ":id")].join(" "),
    ),
  );
  const base = `${baseUrl()}/v1`;
  expect([requests[0]!.name, requests.at(-1)!.name]).toEqual(["Set up", "Clean up"]);
  const found = requests.slice(1, -1).map(({ folder, name, method, url }) =>
    [
      folder,
      name,
      method,
      url
        .replace("{{baseUrl}}", "")
        .split("?")[0]!
        .replace(/\{\{\w+\}\}/g, ":id"),
    ].join(" "),
  );
  expect(found.sort()).toEqual(wanted.sort());
  for (const { url, name, body } of requests) {
    expect(fill(url).startsWith(base), url).toBe(true);
    if (body !== null) expect(Object.keys(JSON.parse(body)), `${name} has an example`).not.toEqual([]);
  }
});

test("at least 110 requests of the Postman collection succeed after one setup request, and the cleanup leaves nothing", async () => {
  const [setUp, ...others] = requests;
  const cleanUp = others.pop()!;
  expect((await send(setUp!)).status).toBe(201);
  const refused: string[] = [];
  let succeeded = 0;
  for (const request of others) {
    // The stream has no end.
    if (request.url.endsWith("/stream")) continue;
    const { status, text } = await send(request);
    if (status < 300) succeeded += 1;
    else refused.push(`${request.name}: ${status} ${text.slice(0, 200)}`);
  }
  expect(succeeded, refused.join("\n")).toBeGreaterThanOrEqual(110);
  expect((await send(cleanUp)).status).toBe(204);
  const { projects } = await (
    await fetch(`${baseUrl()}/v1/projects`, { headers: { Authorization: `Bearer ${key}` } })
  ).json();
  expect(projects.filter(({ name }: { name: string }) => name.startsWith("Postman"))).toEqual([]);
});
