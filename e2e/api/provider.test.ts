import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, type TestPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { Browser } from "./browser";
import { type Claims, startIdentityProvider } from "./identity-provider";

const PASSWORD = "larch-otter-42-vellum";
const CLIENT = "dragoman";

/** Tests of sign-in through OpenID Connect. Their server is configured for the test's provider. */
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let team: TestPerson;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  provider = await startIdentityProvider(CLIENT);
  team = await newPerson({ password: PASSWORD });
  // A second administrator, because the last one cannot lose the rights.
  await newPerson({ isAdmin: true });
  const groups = [
    `cn=Readers,dc=example=viewer@${team.accountId}`,
    `/leads=manager@${team.accountId}`,
    "root=administrator",
  ];
  server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_ID: CLIENT,
      OIDC_SECRET: "a secret",
      OIDC_NAME: "Test provider",
      OIDC_GROUPS_CLAIM: "roles.names",
      OIDC_GROUPS: groups.join("; "),
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

describe("groups of an identity provider", () => {
  test("groups of an identity provider grant and revoke roles and administrator rights at each sign-in", async () => {
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true, name: "Ada" };
    const sign = async (groups: string | string[] | undefined) => {
      const { browser, end } = await signInAs({ ...claims, roles: { names: groups } });
      expect(end).toBe("/");
      const { workspaces } = (await browser.send("GET", "/v1/account/workspaces")).json;
      const roles = workspaces.filter((one: { accountId: string }) => one.accountId === team.accountId);
      const { isAdmin } = (await browser.send("GET", "/v1/account/profile")).json;
      return { count: workspaces.length, role: roles[0]?.role ?? null, isAdmin };
    };
    expect(await sign(["cn=Readers,dc=example", "others"])).toEqual({ count: 1, role: "viewer", isAdmin: false });
    expect(await sign(["cn=Readers,dc=example", "/leads"])).toEqual({ count: 1, role: "manager", isAdmin: false });
    expect(await sign(["/leads", "root"])).toEqual({ count: 1, role: "manager", isAdmin: true });
    expect(await sign("cn=Readers,dc=example")).toEqual({ count: 1, role: "viewer", isAdmin: false });
    // Without any group the person gets a new workspace, as after a normal sign-up.
    expect(await sign(undefined)).toMatchObject({ count: 1, role: null, isAdmin: false });
    const owner = new Browser(server.url);
    await owner.signIn(team.email, PASSWORD);
    const { entries } = (await owner.send("GET", "/v1/account/audit?limit=20")).json;
    expect(entries.map(({ action }: { action: string }) => action).filter((one: string) => /member/.test(one))).toEqual(
      ["member.removed", "member.role_changed", "member.role_changed", "member.joined"],
    );
  });

  test("an identity provider's groups never demote the last owner or change roles that were set in Dragoman", async () => {
    const claims = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true };
    const browser = new Browser(server.url);
    await browser.signIn(team.email, PASSWORD);
    await signInAs({ ...claims, roles: { names: [] } }, browser);
    const { end } = await signInAs({ ...claims, roles: { names: ["cn=Readers,dc=example"] } });
    expect(end).toBe("/");
    expect((await browser.send("GET", "/v1/account")).json.role).toBe("owner");
  });
});

test("the sign-in page shows the name of the identity provider", async () => {
  const { json } = await new Browser(server.url).send("GET", "/v1/sign-in");
  expect(json.providers).toEqual([{ id: "oidc", name: "Test provider" }]);
});

test("a new person is signed in through the identity provider, and recognized the next time", async () => {
  const claims = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true, name: "Ada" };
  const first = await profileOf(await signInAs(claims));
  expect(first).toMatchObject({ email: claims.email, emailVerified: true, hasPassword: false, providers: ["oidc"] });
  expect((await profileOf(await signInAs(claims))).id).toBe(first.id);
});

test("an identity provider's account is not linked to an existing account with an unverified email address", async () => {
  const { email } = await newPerson({ password: PASSWORD });
  const { browser, end } = await signInAs({ sub: randomUUID(), email, email_verified: true });
  expect(end).toBe("/sign-in?error=not_linked");
  expect((await browser.send("GET", "/v1/account")).status).toBe(401);
});

test("a person whose email address the identity provider has not verified cannot sign in", async () => {
  const { email } = await newPerson({ emailVerified: true });
  const { browser, end } = await signInAs({ sub: randomUUID(), email, email_verified: false });
  expect(end).toBe("/sign-in?error=email_not_verified");
  expect((await browser.send("GET", "/v1/account")).status).toBe(401);
});

test("a signed-in person can link an identity provider and then sign in through that provider", async () => {
  const { email, userId } = await newPerson({ password: PASSWORD });
  const claims = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: false };
  const browser = new Browser(server.url);
  await browser.signIn(email, PASSWORD);
  await signInAs(claims, browser);
  expect((await profileOf(await signInAs(claims))).id).toBe(userId);
});

async function signInAs(claims: Claims, browser = new Browser(server.url)) {
  provider.state.claims = claims;
  const end = await browser.signInThrough("oidc");
  return { browser, end };
}

async function profileOf({ browser, end }: { browser: Browser; end: string }) {
  expect(end).toBe("/");
  return (await browser.send("GET", "/v1/account/profile")).json;
}
