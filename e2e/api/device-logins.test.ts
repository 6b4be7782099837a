import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { deviceLogins, members } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { deleteExpired } from "@/lib/identity/auth/delete-expired";
import { hashToken } from "@/lib/identity/auth/session";
import type { Role } from "@/lib/vocabulary/rights";
import { Browser } from "./browser";
import { call } from "./client";

const PASSWORD = "larch-otter-42-vellum";

async function signedIn(options: { role?: Role; accountId?: string } = {}) {
  const person = await newPerson({ password: PASSWORD, ...options });
  const browser = new Browser();
  await browser.signIn(person.email, PASSWORD);
  const decide = (userCode: string, approve: boolean) =>
    browser.send("POST", "/v1/account/device-logins/decide", { userCode, approve });
  return { person, browser, decide };
}

async function start(clientName = "dragoman on laptop") {
  const { status, json } = await call("POST", "/v1/device-logins", { body: { clientName } });
  expect(status).toBe(201);
  return json as { deviceCode: string; userCode: string; verificationUrl: string; intervalSeconds: number };
}

const poll = (deviceCode: string) => call("POST", "/v1/device-logins/poll", { body: { deviceCode } });

/** Simulates that the minimum time between polls has passed. */
const pass = (deviceCode: string) =>
  db()
    .update(deviceLogins)
    .set({ polledAt: sql`now() - interval '1 minute'` })
    .where(eq(deviceLogins.secretHash, hashToken(deviceCode)));

test("a CLI login receives its key only after a manager confirms the code, and only the CLI sees the key", async () => {
  const { browser, person, decide } = await signedIn();
  const { deviceCode, userCode, verificationUrl } = await start();
  expect(userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(new URL(verificationUrl)).toMatchObject({ pathname: "/device", search: "", hash: `#${userCode}` });
  expect((await poll(deviceCode)).json).toEqual({ status: "pending" });
  const preview = await browser.send("POST", "/v1/account/device-logins/preview", { userCode: userCode.toLowerCase() });
  expect(preview.json).toMatchObject({ userCode, clientName: "dragoman on laptop" });
  expect(preview.text).not.toContain(deviceCode);
  const decided = await decide(userCode, true);
  expect([decided.status, decided.text]).toEqual([204, ""]);

  await pass(deviceCode);
  const { json, headers } = await poll(deviceCode);
  expect(json).toMatchObject({ status: "approved", key: { name: "dragoman on laptop" } });
  expect(headers.get("cache-control")).toContain("no-store");
  expect((await call("GET", "/v1/me", { key: json.secret })).json.account.id).toBe(person.accountId);
  const list = await browser.send("GET", "/v1/account/keys");
  expect(list.json.keys).toMatchObject([{ id: json.key.id, createdBy: { id: person.userId } }]);
  expect(list.text).not.toContain(json.secret);
  const audit = await browser.send("GET", "/v1/account/audit");
  expect(audit.json.entries[0]).toMatchObject({ action: "key.created", target: { id: json.key.id } });
  expect(audit.text).not.toContain(json.secret);
  expect((await poll(deviceCode)).status, "a second time").toBe(404);
  expect((await decide(userCode, true)).status).toBe(404);
});

test("a CLI login that polls too often is refused with the time to wait", async () => {
  const { deviceCode, intervalSeconds } = await start();
  expect((await poll(deviceCode)).status).toBe(200);
  const early = await poll(deviceCode);
  expect([early.status, early.headers.get("retry-after")]).toEqual([429, String(intervalSeconds)]);
});

test("a CLI login receives no key if it is denied or expires, or if the confirming manager loses the right to create keys", async () => {
  const { person, decide } = await signedIn();
  const denied = await start();
  expect((await decide(denied.userCode, false)).status).toBe(204);
  expect((await poll(denied.deviceCode)).json).toEqual({ status: "denied" });

  const manager = await signedIn({ role: "manager", accountId: person.accountId });
  const lost = await start();
  expect((await manager.decide(lost.userCode, true)).status).toBe(204);
  await db().update(members).set({ role: "viewer" }).where(eq(members.userId, manager.person.userId));
  expect((await poll(lost.deviceCode)).json).toEqual({ status: "denied" });

  const late = await start();
  const expire = (interval: string) =>
    db()
      .update(deviceLogins)
      .set({ expiresAt: sql`now() - ${interval}::interval` })
      .where(eq(deviceLogins.secretHash, hashToken(late.deviceCode)));
  await expire("1 second");
  expect((await decide(late.userCode, true)).status).toBe(404);
  expect((await poll(late.deviceCode)).status).toBe(404);
  await expire("2 days");
  await deleteExpired();
  expect(await db().$count(deviceLogins, eq(deviceLogins.secretHash, hashToken(late.deviceCode)))).toBe(0);
});

test("a login code can be confirmed only by a manager of a workspace below its key limit, and guessing codes is rate-limited", async () => {
  const { userCode } = await start();
  const viewer = await signedIn({ role: "reviewer" });
  expect((await viewer.decide(userCode, true)).status).toBe(403);
  const { browser, decide } = await signedIn();
  const { limits } = (await browser.send("GET", "/v1/me")).json;
  for (let i = 0; i < limits.activeKeys; i++) await browser.send("POST", "/v1/account/keys", { name: `${i}` });
  const full = await decide(userCode, true);
  expect([full.status, full.json.error.details.reason]).toEqual([409, "too_many_keys"]);
  const guesser = await signedIn();
  const statuses = [];
  for (let i = 0; i < 61; i++) statuses.push((await guesser.decide("BBBB-BBBB", false)).status);
  expect([statuses.indexOf(429), new Set(statuses)]).toEqual([60, new Set([404, 429])]);
});
