import { eq, sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { members, sessions } from "@/db/schema";
import { newPerson, personOfToken } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import { serverSecret } from "@/lib/base/secret-box";
import { authenticate } from "./authenticate";
import { callerOfCookie, endSessionOfToken, endSessions, sessionCookieName, startSession } from "./session";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

describe("sessions", () => {
  test("a session is recognised by its cookie", async () => {
    const person = await newPerson();
    expect(await callerOfCookie(await cookieOf(person.token))).toMatchObject({
      userId: person.userId,
      accountId: person.accountId,
      role: "owner",
      keyId: null,
    });
  });

  test("a session is invalid after sign-out, even if its cookie has not expired", async () => {
    const person = await newPerson();
    const cookie = await cookieOf(person.token);
    await endSessionOfToken(person.token);
    expect(await callerOfCookie(cookie)).toBeNull();
  });

  test("signing out other sessions ends them immediately and keeps the current session", async () => {
    const person = await newPerson();
    const elsewhere = await startSession(person.userId, person.accountId, "Elsewhere");
    expect(await endSessions(person.userId, { exceptId: person.sessionId })).toBe(1);
    expect(await personOfToken(elsewhere)).toBeNull();
    expect(await personOfToken(person.token)).not.toBeNull();
  });

  test.each([
    ["expired", { expiresAt: sql`now()` }],
    ["idle for more than seven days", { lastSeenAt: sql`now() - interval '7 days 1 second'` }],
  ])("a session is invalid if it is %s", async (_, change) => {
    const person = await newPerson();
    await db()
      .update(sessions)
      .set(change as never)
      .where(eq(sessions.id, person.sessionId));
    expect(await personOfToken(person.token)).toBeNull();
  });

  test("a session in a workspace ends when the person is removed from that workspace", async () => {
    const person = await newPerson();
    await db().delete(members).where(eq(members.userId, person.userId));
    expect(await personOfToken(person.token)).toBeNull();
  });

  test("the database stores only the hash of a session's token", async () => {
    const person = await newPerson();
    const [row] = await db().select().from(sessions).where(eq(sessions.id, person.sessionId));
    expect(JSON.stringify(row)).not.toContain(person.token);
    expect(row?.tokenHash).toHaveLength(32);
  });

  test("a session cookie with a wrong signature, changed content or invalid format is rejected", async () => {
    const { token } = await newPerson();
    const forged = await encode({ token: { sid: token }, secret: "another secret that is long enough, too" });
    const other = await encode({ token: { sub: token }, secret: serverSecret() });
    for (const cookie of [forged, other, token, "", "a.b.c.d.e"]) expect(await callerOfCookie(cookie)).toBeNull();
  });
});

describe("accepting session cookies by origin of the request", () => {
  const refused = async (headers: Record<string, string>, method = "POST") => {
    const { token } = await newPerson();
    const cookie = `${sessionCookieName()}=${await cookieOf(token)}`;
    const request = new Request("http://localhost:3000/v1/account", {
      method,
      headers: { host: "localhost:3000", cookie, ...headers },
    });
    return authenticate(request, { charge: true }).then(
      () => null,
      (error) => (error instanceof AppError ? error.status : error),
    );
  };

  test.each([
    ["the service's own pages", { "sec-fetch-site": "same-origin" }],
    ["an old browser on the service's own pages", { origin: "http://localhost:3000" }],
  ])("a session cookie is accepted from %s", async (_, headers) => {
    expect(await refused(headers as Record<string, string>)).toBeNull();
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["another host of the same site", { "sec-fetch-site": "same-site", origin: "http://other.localhost:3000" }],
    ["another site in an old browser", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    ["a client that sends no origin with a change", {}],
  ])("a session cookie isn't accepted from %s", async (_, headers) => {
    expect(await refused(headers as Record<string, string>)).toBe(403);
  });

  test("a session cookie isn't accepted when a link on another site leads to an API route", async () => {
    expect(await refused({ "sec-fetch-site": "cross-site" }, "GET")).toBe(403);
  });
});

/** A session cookie as next-auth creates it. */
function cookieOf(token: string): Promise<string> {
  return encode({ token: { sid: token }, secret: serverSecret() });
}
