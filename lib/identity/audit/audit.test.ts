import path from "node:path";
import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { endpoint as audit } from "@/app/api/v1/account/audit/route";
import { endpoint as key } from "@/app/api/v1/account/keys/[keyId]/route";
import { endpoint as keys } from "@/app/api/v1/account/keys/route";
import { endpoint as leave } from "@/app/api/v1/account/leave/route";
import { endpoint as member } from "@/app/api/v1/account/members/[userId]/route";
import { endpoint as profile } from "@/app/api/v1/account/profile/route";
import { endpoint as webhooks } from "@/app/api/v1/account/webhooks/route";
import { sql } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { ROOT, sourcesBelow } from "@/e2e/sources";
import { isRecord } from "@/lib/base/records";
import { serverSecret } from "@/lib/base/secret-box";
import { METHODS, type Resource } from "@/lib/http/api/contract";
import type { Endpoint } from "@/lib/http/api/endpoint";
import { deleteUser } from "@/lib/identity/accounts/deletion";
import { changeAccount } from "@/lib/identity/accounts/settings";
import { PEER_HEADER } from "@/lib/identity/auth/client-address";
import { sessionCookieName } from "@/lib/identity/auth/session";
import { deleteOldAudit } from "./expiry";
import { recordAudit } from "./record";
import { recordSession } from "./sessions";

const PASSWORD = "larch-otter-42-vellum";
const ADDRESS = "203.0.113.9";

describe("the audit log", () => {
  test("the audit log records who changed what from which address, and contains no secrets", async () => {
    const person = await newPerson();
    const made = await ask(person, keys, "POST", {
      body: { name: "Deploys", scopes: ["translate"], hourlyLimit: 600 },
    });
    const { secret, key: created } = made.body as { secret: string; key: { id: string } };
    await ask(person, key, "PATCH", { params: { keyId: created.id }, body: { allowedAddresses: ["203.0.113.0/24"] } });
    await ask(person, key, "DELETE", { params: { keyId: created.id } });
    const [revoked, limited, creation] = await entriesOf(person);
    expect(limited).toMatchObject({ action: "key.updated", details: { allowedAddresses: ["203.0.113.0/24"] } });
    expect(revoked).toMatchObject({ action: "key.revoked", target: { id: created.id, name: "Deploys" } });
    expect(creation).toMatchObject({
      action: "key.created",
      actor: { type: "user", id: person.userId, name: "Ada Test" },
      target: { id: created.id, name: "Deploys" },
      details: { scopes: ["translate"], hourlyLimit: 600, expiresAt: null },
      address: ADDRESS,
      userAgent: "Test browser",
    });
    expect(JSON.stringify(await sql()`select * from audit_entries`)).not.toContain(secret);
  });

  test("the audit log records a new name, but not the time zone and language that the browser stores automatically", async () => {
    const person = await newPerson();
    await ask(person, profile, "PATCH", { body: { preferences: { timeZone: "Europe/Madrid" } } });
    await ask(person, profile, "PATCH", { body: { locale: "es" } });
    expect(await entriesOf(person)).toEqual([]);
    await ask(person, profile, "PATCH", { body: { name: "Ada L.", locale: "es" } });
    expect(await entriesOf(person)).toMatchObject([
      { action: "user.updated", details: { fields: ["name", "locale"] } },
    ]);
  });

  test("the audit log lists each key that is revoked because its creator leaves the workspace", async () => {
    const owner = await newPerson({ tier: "pro" });
    const [removed, gone] = [
      await newPerson({ accountId: owner.accountId, role: "manager" }),
      await newPerson({ accountId: owner.accountId, role: "manager" }),
    ];
    const create = (person: TestPerson, name: string) => ask(person, keys, "POST", { body: { name } });
    await create(removed, "One");
    await create(removed, "Two");
    await create(gone, "Three");
    const revoked = async () =>
      ((await ask(owner, audit, "GET", { query: "?actions=key.revoked" })).body as Page).entries.map(
        ({ actor, target, address }) => [actor.id, target?.name, address],
      );
    await ask(owner, member, "DELETE", { params: { userId: removed.userId }, query: "?revokeKeys=true" });
    expect((await revoked()).sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1))).toEqual([
      [owner.userId, "One", ADDRESS],
      [owner.userId, "Two", ADDRESS],
    ]);
    await changeAccount(owner, { bindKeys: true });
    await ask(gone, leave, "POST");
    expect((await revoked())[0]).toEqual([gone.userId, "Three", ADDRESS]);
  });

  test("the audit log identifies a webhook by its description or host, never by the path of its URL", async () => {
    const person = await newPerson();
    const add = (url: string, description: string) => ask(person, webhooks, "POST", { body: { url, description } });
    await add("https://hooks.example.org/secret-path?token=secret-token", "");
    await add("https://hooks.example.org/in", "Content management");
    expect((await entriesOf(person)).map(({ target }) => target?.name)).toEqual([
      "Content management",
      "hooks.example.org",
    ]);
  });

  test("the audit log doesn't record refused requests", async () => {
    const person = await newPerson();
    expect((await ask(person, keys, "POST", { body: { name: "" } })).status).toBe(400);
    expect(await entriesOf(person)).toEqual([]);
  });

  test("workspace owners can read the workspace's audit log, and administrators the server's", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const manager = await newPerson({ accountId: person.accountId, role: "manager" });
    await ask(person, keys, "POST", { body: { name: "CI" } });
    expect(await entriesOf(stranger)).toEqual([]);
    expect((await ask(manager, audit, "GET")).status).toBe(403);
    expect((await ask(person, audit, "GET", { query: "?scope=server" })).status).toBe(403);
    const admin = await newPerson({ isAdmin: true });
    expect((await ask(admin, audit, "GET", { query: "?scope=server" })).status).toBe(200);
  });

  test("the audit log can be paged, filtered and exported completely as CSV and JSON", async () => {
    const person = await newPerson();
    for (const name of ["=1+1", "Two", "Three"])
      await recordAudit({
        action: "key.created",
        actor: { type: "user", id: person.userId, name },
        accountId: person.accountId,
        request: null,
      });
    const first = (await ask(person, audit, "GET", { query: "?limit=2" })).body as Page;
    const second = (await ask(person, audit, "GET", { query: `?limit=2&cursor=${first.nextCursor}` })).body as Page;
    expect([first.entries.length, second.entries.length, second.nextCursor]).toEqual([2, 1, null]);
    // Entries of the same millisecond have no defined order.
    const names = [...first.entries, ...second.entries].map((entry) => entry.actor.name);
    expect(names.sort()).toEqual(["=1+1", "Three", "Two"]);
    const none = await ask(person, audit, "GET", { query: "?actions=key.revoked" });
    expect(none.body).toEqual({ entries: [], nextCursor: null });
    const csv = (await ask(person, audit, "GET", { query: "?download=csv" })).body as string;
    expect(csv.trim().split("\r\n")).toHaveLength(5);
    expect(csv).toContain(",'=1+1,");
    const json = (await ask(person, audit, "GET", { query: "?download=json&actions=key.created" })).body as Page;
    expect(json.entries).toHaveLength(3);
    expect((await entriesOf(person))[0]).toMatchObject({ action: "audit.exported" });
  });

  test("the audit log records sign-ins and failed attempts, but not the address that was typed", async () => {
    const person = await newPerson();
    const typed = `secret-${person.userId}`;
    recordSession({ type: "failed", email: typed }, request("POST", "", {}));
    recordSession({ type: "failed", email: person.email }, request("POST", "", {}));
    await expect
      .poll(() => entriesOf(person))
      .toMatchObject([{ action: "session.failed", actor: { id: person.userId }, address: ADDRESS }]);
    expect(JSON.stringify(await sql()`select * from audit_entries`)).not.toContain(typed);
  });

  test("old entries of the audit log and the names of deleted people are deleted", async () => {
    const person = await newPerson({ password: PASSWORD });
    const colleague = await newPerson({ accountId: person.accountId });
    const entry = { action: "key.created", accountId: person.accountId, request: request("GET", "", {}) } as const;
    await recordAudit({ ...entry, actor: { type: "user", id: person.userId, name: "Ada Old" } });
    await sql()`update audit_entries set created_at = now() - interval '401 days' where actor_id = ${person.userId}`;
    await recordAudit({ ...entry, actor: { type: "user", id: person.userId, name: "Ada New" } });
    await deleteOldAudit();
    expect((await entriesOf(colleague)).map(({ actor }) => actor.name)).toEqual(["Ada New"]);
    await deleteUser(person, { email: person.email, password: PASSWORD });
    expect(await entriesOf(colleague)).toMatchObject([{ actor: { id: null, name: null }, address: null }]);
  });
});

test("every change by a signed-in person is audited, or is listed in this test with a reason", async () => {
  const NOT_AUDITED: Readonly<Record<string, string>> = {
    "PUT /account/workspace": "only what this browser shows",
    "PUT /account/presence/{projectId}": "kept nowhere, and over in a minute",
    "DELETE /account/presence/{projectId}": "kept nowhere",
    "POST /account/file-estimate": "keeps nothing",
    "POST /account/picture-text": "keeps nothing",
    "POST /account/dictionary": "changes nothing",
    "POST /account/remembered-translations": "changes nothing",
    "POST /account/language-requests": "an entry under the bell of administrators",
    "POST /account/notifications/read": "only what this person has seen",
    "POST /account/profile/confirmation": "only mails a link",
    "POST /account/sample-project": "an example, in the project's own events",
    "DELETE /account/sample-project": "an example, in the project's own events",
    "POST /account/device-logins/decide": "the key is audited when the command line fetches it",
    "POST /account/device-logins/preview": "changes nothing",
    "POST /account/second-factor/authenticator": "only begins: the first code is audited",
    "POST /account/second-factor/passkeys/challenge": "only begins: the passkey is audited",
    "POST /admin/engines/services/test": "changes nothing",
  };
  const unaudited: string[] = [];
  for (const { path: address, routes } of await resources())
    for (const method of METHODS) {
      const contract = routes[method]?.contract;
      if (contract?.access === "session" && method !== "GET" && !contract.audit) unaudited.push(`${method} ${address}`);
    }
  expect(unaudited.sort()).toEqual(Object.keys(NOT_AUDITED).sort());
});

type Named = { id: string | null; name: string | null };
type Entry = { action: string; actor: Named; target: Named | null; address: string | null };
type Page = { entries: Entry[]; nextCursor: string | null };

async function entriesOf(person: TestPerson): Promise<Entry[]> {
  return ((await ask(person, audit, "GET")).body as Page).entries;
}

type Asked = { body?: unknown; query?: string; params?: Record<string, string> };

/** Calls an endpoint as the dashboard does for a signed-in person. */
async function ask(person: TestPerson, endpoint: Endpoint, method: string, asked: Asked = {}) {
  const cookie = await encode({ token: { sid: person.token }, secret: serverSecret() });
  const headers = { cookie: `${sessionCookieName()}=${cookie}`, "sec-fetch-site": "same-origin" };
  const reply = await endpoint.answer(request(method, asked.query ?? "", headers, asked.body), asked.params ?? {});
  const text = reply.body === null ? "" : await new Response(reply.body as BodyInit).text();
  const isJson = reply.headers.get("content-type")?.includes("json");
  return { status: reply.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}

function request(method: string, query: string, headers: Record<string, string>, body?: unknown): Request {
  return new Request(`http://127.0.0.1/v1/x${query}`, {
    method,
    headers: {
      ...headers,
      [PEER_HEADER]: ADDRESS,
      "user-agent": "Test browser",
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function resources(): Promise<Resource[]> {
  const files = sourcesBelow("app/api/v1").filter((file) => file.endsWith("/route.ts"));
  const modules: unknown[] = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
  return modules.flatMap((module) =>
    isRecord(module) && isRecord(module.endpoint) && "routes" in module.endpoint ? [module.endpoint as Resource] : [],
  );
}
