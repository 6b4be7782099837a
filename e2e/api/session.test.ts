import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { Browser } from "./browser";
import { baseUrl, call, newAccount } from "./client";

const PASSWORD = "larch-otter-42-vellum";

describe("a person who uses only the browser", () => {
  test("a person signs up, signs in, creates a key, uses it, revokes it and signs out in the browser", async () => {
    const browser = new Browser();
    const email = `${randomUUID()}@example.org`;
    expect((await browser.send("POST", "/v1/sign-up", { email, name: "Ada", password: PASSWORD })).status).toBe(204);
    expect(await browser.signIn(email, PASSWORD)).toEqual({ ok: true, error: null });
    expect((await browser.send("GET", "/v1/account/profile")).json).toMatchObject({ email, hasPassword: true });

    const made = await browser.send("POST", "/v1/account/keys", { name: "CI" });
    expect(made.status).toBe(201);
    expect((await call("GET", "/v1/me", { key: made.json.secret })).status).toBe(200);
    const { json } = await browser.send("GET", "/v1/account/keys");
    expect(json.keys).toMatchObject([{ id: made.json.key.id, requestsThisHour: 1 }]);
    expect((await browser.send("GET", "/v1/account/limits")).json.hour).toMatchObject({ limit: 100, used: 1 });
    expect((await browser.send("DELETE", `/v1/account/keys/${made.json.key.id}`)).status).toBe(204);
    expect((await call("GET", "/v1/me", { key: made.json.secret })).status).toBe(401);

    const stolen = browser.copy();
    await browser.signOut();
    expect((await browser.send("GET", "/v1/account")).status).toBe(401);
    expect((await stolen.send("GET", "/v1/account")).status, "the cookie is worth nothing any more").toBe(401);
  });

  test("sign-in returns the same answer for an unknown email address and for a wrong password", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const unknown = await new Browser().signIn(`${randomUUID()}@example.org`, PASSWORD);
    const wrong = await new Browser().signIn(email, "wrong password");
    expect(wrong).toEqual({ ok: false, error: "CredentialsSignin" });
    expect(unknown).toEqual(wrong);
  });

  test("a person can sign out other browsers", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const [here, there] = [new Browser(), new Browser()];
    await here.signIn(email, PASSWORD);
    await there.signIn(email, PASSWORD);
    expect((await here.send("DELETE", "/v1/account/sessions")).status).toBe(200);
    expect((await there.send("GET", "/v1/account")).status).toBe(401);
    expect((await here.send("GET", "/v1/account")).status).toBe(200);
  });

  test("each sign-in creates a new session and ends the earlier session of the same browser", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const browser = new Browser();
    await browser.signIn(email, PASSWORD);
    const before = browser.copy();
    await browser.signIn(email, PASSWORD);
    expect((await before.send("GET", "/v1/account")).status).toBe(401);
    expect((await browser.send("GET", "/v1/account")).status).toBe(200);
  });

  test("a session's cookie is inaccessible to scripts and not sent with forms of other sites", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const browser = new Browser();
    await browser.signIn(email, PASSWORD);
    expect(browser.setCookies.find((cookie) => cookie.includes("session-token"))).toMatch(/HttpOnly.*SameSite=Lax/i);
  });
});

describe("another site", () => {
  const CROSS = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

  test("another site can't use the cookie of a signed-in person", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const browser = new Browser();
    await browser.signIn(email, PASSWORD);
    for (const [method, path, body] of [
      ["GET", "/v1/account"],
      ["POST", "/v1/account/keys", { name: "Theirs" }],
      ["DELETE", "/v1/account/sessions"],
      ["POST", "/v1/translate", { text: "Hello", target: "es" }],
    ] as const)
      expect((await browser.send(method, path, body, CROSS)).status, `${method} ${path}`).toBe(403);
    expect((await browser.send("GET", "/v1/account/keys")).json.keys).toEqual([]);
  });

  test.each([
    ["/v1/sign-up"],
    ["/v1/try"],
    ["/v1/unsubscribe"],
    ["/v1/confirm-email"],
    ["/v1/sign-up/link"],
    ["/v1/setup"],
    ["/v1/password-reset"],
    ["/v1/password-reset/confirm"],
  ])("another site can't submit forms to %s", async (path) => {
    expect((await new Browser().send("POST", path, {}, CROSS)).status).toBe(403);
    expect((await call("POST", path, { body: {} })).status, "nor can a program without a page").toBe(403);
  });

  test("a person without an account can't translate unless the administrator allows it", async () => {
    const answer = await new Browser().send("POST", "/v1/try", { text: "Hello", source: "en", target: "es" });
    expect(answer.status).toBe(404);
  });

  test("another site can't sign a person in without the CSRF token of the sign-in page", async () => {
    const { email } = await newPerson({ password: PASSWORD });
    const response = await fetch(`${baseUrl()}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email, password: PASSWORD, csrfToken: "forged", json: "true" }),
    });
    expect(response.headers.getSetCookie().some((cookie) => cookie.includes("session-token"))).toBe(false);
  });
});

describe("routes for signed-in people", () => {
  const ROUTES = [
    ["GET", "/v1/account"],
    ["GET", "/v1/account/keys"],
    ["POST", "/v1/account/keys"],
    ["GET", "/v1/account/members"],
    ["GET", "/v1/account/export"],
    ["GET", "/v1/admin/accounts"],
    ["PUT", "/v1/admin/sign-up"],
  ] as const;

  test.each(ROUTES)(
    "a route for signed-in people refuses API keys and requests without a session: %s %s",
    async (method, path) => {
      const { key } = await newAccount();
      expect((await call(method, path, { key, ...(method === "GET" ? {} : { body: {} }) })).status).toBe(403);
      expect((await call(method, path, method === "GET" ? {} : { body: {} })).status).toBe(401);
    },
  );

  test("routes for signed-in people refuse members without the role and people who are not administrators", async () => {
    const owner = await newPerson();
    const { email } = await newPerson({ accountId: owner.accountId, role: "translator", password: PASSWORD });
    const browser = new Browser();
    await browser.signIn(email, PASSWORD);
    const status = async (method: string, path: string, body?: unknown) =>
      (await browser.send(method, path, body)).status;
    expect(await status("GET", "/v1/account")).toBe(200);
    expect(await status("GET", "/v1/account/members")).toBe(200);
    for (const [method, path, body] of [
      ["PATCH", "/v1/account", { name: "Mine" }],
      ["DELETE", "/v1/account", { name: "Ada's" }],
      ["GET", "/v1/account/keys"],
      ["POST", "/v1/account/keys", { name: "CI" }],
      ["POST", "/v1/account/invitations", { email, role: "viewer" }],
      ["PATCH", `/v1/account/members/${owner.userId}`, { role: "viewer" }],
      ["GET", "/v1/account/export"],
      ["GET", "/v1/admin/users"],
      ["PATCH", `/v1/admin/accounts/${owner.accountId}`, { tier: "enterprise" }],
    ] as const)
      expect(await status(method, path, body), `${method} ${path}`).toBe(403);
  });

  test("routes for signed-in people are not in the public OpenAPI document", async () => {
    const { json } = await call("GET", "/v1/openapi.json");
    expect(Object.keys(json.paths).filter((path) => /account|admin|sign|setup|reset|invit/.test(path))).toEqual([]);
  });
});

test("an administrator can open every administration page", async () => {
  const { email } = await newPerson({ isAdmin: true, password: PASSWORD });
  const browser = new Browser();
  await browser.signIn(email, PASSWORD);
  for (const page of ["accounts", "users", "engines", "sign-up", "jobs", "password-resets"])
    expect((await browser.send("GET", `/v1/admin/${page}`)).status, page).toBe(200);
});

test("usage can be downloaded as CSV, and the account's data as JSON", async () => {
  const { email } = await newPerson({ password: PASSWORD });
  const browser = new Browser();
  await browser.signIn(email, PASSWORD);
  const csv = await browser.send("GET", "/v1/account/usage?format=csv&groupBy=key");
  expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="usage-/);
  expect(csv.text).toMatch(/^at,group,label,requests/);
  const file = await browser.send("GET", "/v1/account/export");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(JSON.parse(file.text).people).toMatchObject([{ email }]);
});
