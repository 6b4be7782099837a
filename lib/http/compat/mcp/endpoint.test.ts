import http from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoint } from "@/app/api/mcp/route";
import { ROUTES } from "@/app/api/v1/routes";
import { db } from "@/db/client";
import { createDispatcher } from "@/lib/http/server/dispatcher";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { createKey, type KeyInput } from "@/lib/identity/accounts/keys";

/** The endpoints over real HTTP, without pages, jobs and engines. */
const server = http.createServer(
  createDispatcher([...ROUTES, endpoint], (_, response) => response.writeHead(404).end()),
);
let url: string;
let key: string;
let projectId: string;

async function newKey(input: Partial<KeyInput> = {}, limits = {}): Promise<string> {
  const account = await createAccount(db(), { name: "Assistants", tier: "enterprise", limits });
  const operator = await operatorOf(account.id);
  return (await db().transaction((tx) => createKey(operator, { name: "Test", ...input }, tx))).secret;
}

async function ask(method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  return JSON.parse(await response.text());
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  key = await newKey();
  const project = { name: "Help centre", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human" };
  projectId = (await ask("POST", "/v1/projects", project)).id;
  const glossary = await ask("POST", "/v1/glossaries", { name: "Words", sourceLanguage: "en" });
  const term = { source: "tea", targets: [{ language: "es", text: "té" }] };
  await ask("POST", `/v1/glossaries/${glossary.id}/terms`, term);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const overHttp = async (apiKey = key) => {
  const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }) as never);
  return client;
};
const overStdio = async () => {
  const client = new Client({ name: "test", version: "1" });
  const env = { PATH: process.env.PATH!, DRAGOMAN_URL: url, DRAGOMAN_API_KEY: key };
  const args = ["--conditions=react-server", "--import", "tsx", "lib/packages/cli/main.ts", "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
};

async function use(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
  return isError
    ? { failed: JSON.parse((content as { text: string }[])[0]!.text) }
    : JSON.parse(JSON.stringify(structuredContent));
}

test.each([
  ["streamable HTTP", overHttp],
  ["standard input and output", overStdio],
])("the official MCP client can use tools and resources over %s", async (_, connect) => {
  const client = await connect();
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  expect(Object.keys(hints)).toHaveLength(12);
  expect(hints.translate_text).toMatchObject({ readOnlyHint: true });
  expect(hints.edit_segment).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect((await use(client, "list_projects")).projects[0]).toMatchObject({ id: projectId });
  const status = await use(client, "get_project_status", { projectId });
  expect(status).toMatchObject({ blockers: expect.any(Array), languages: [{ language: "es" }] });
  expect((await use(client, "search_glossary", { query: "tea" })).glossaries[0].terms[0].targets[0].text).toBe("té");
  const { resources } = await client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: `dragoman://projects/${projectId}` }));
  const { uri } = resources.find(({ name }) => name === "Words")!;
  const [glossary] = (await client.readResource({ uri })).contents as { text: string }[];
  expect(JSON.parse(glossary!.text)).toMatchObject({ terms: [{ source: "tea" }], hasMore: false });
  const { contents } = await client.readResource({ uri: `dragoman://projects/${projectId}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: "Help centre" });
  const edit = { segmentId: "seg_00000000000000000000000000", language: "es", revision: 0, text: "x" };
  expect((await use(client, "edit_segment", edit)).failed.code).toBe("not_found");
  expect((await use(client, "translate_text", { text: "a", targets: ["!"] })).failed).toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path: "target" }] },
  });
  await client.close();
});

describe("POST /mcp", () => {
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const send = (method: string, headers: Record<string, string>, body?: string) =>
    fetch(`${url}/mcp`, {
      method,
      headers: { Accept: "application/json, text/event-stream", "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
    });

  test("invalid requests to POST /mcp are answered with the API's usual errors", async () => {
    const auth = { Authorization: `Bearer ${key}` };
    for (const [response, status] of [
      [await send("POST", {}, message), 401],
      [await send("POST", { Authorization: "Bearer dgm_live_wrong" }, message), 401],
      [await send("GET", auth), 405],
      [await send("POST", { ...auth, "Content-Type": "text/plain" }, message), 415],
      [await send("POST", auth, "{"), 400],
    ] as const) {
      expect(response.status).toBe(status);
      const { error } = await response.json();
      expect(error.details.requestId).toBe(response.headers.get("x-request-id"));
    }
    expect((await (await send("POST", auth, message)).json()).result.tools).toHaveLength(12);
  });

  test("POST /mcp enforces scopes, account and hourly limit, and counts only tool calls as requests", async () => {
    const narrow = await overHttp(await newKey({ scopes: ["usage:read"] }));
    expect((await use(narrow, "list_projects")).failed.code).toBe("forbidden");
    expect((await narrow.listResources()).resources).toEqual([]);
    await narrow.close();
    const small = await overHttp(await newKey({}, { requestsPerHour: 2 }));
    await small.listTools();
    expect((await use(small, "get_project_status", { projectId })).failed.code).toBe("not_found");
    expect((await use(small, "list_projects")).projects).toEqual([]);
    expect((await use(small, "list_projects")).failed.code).toBe("rate_limit_exceeded");
    await small.close();
  });
});
