import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { members, users } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { env } from "@/lib/base/env";
import { readGroupRules } from "@/lib/vocabulary/rights";
import { personOfProvider } from "./identities";
import { changeRole } from "./members";
import { describeGroupRules } from "./provider-groups";

let team: TestPerson;
beforeAll(async () => {
  team = await newPerson();
  // A second administrator, because the last one cannot lose the rights.
  await newPerson({ isAdmin: true });
  const rules = `readers=viewer@${team.accountId}; leads=manager@${team.accountId}; owners=owner@${team.accountId}; root=administrator`;
  Object.assign(env(), { OIDC_GROUPS: readGroupRules(rules) });
});
afterAll(() => Object.assign(env(), { OIDC_GROUPS: [] }));

test("a person gets the highest role of their provider groups, and loses the role when the group is removed", async () => {
  const sign = newSigner();
  expect(await sign(["readers", "leads", "others"])).toMatchObject({ role: "manager", workspaces: 1 });
  expect(await sign(["readers"])).toMatchObject({ role: "viewer", isAdmin: false });
  expect(await sign(["root"])).toMatchObject({ role: null, isAdmin: true });
  expect(await sign([])).toMatchObject({ role: null, isAdmin: false });
});

test("a role assigned in Dragoman is kept if no provider group sets a role, and replaced when a group does", async () => {
  const sign = newSigner();
  const { userId } = await sign(["leads"]);
  await changeRole(team, userId, "reviewer");
  expect(await sign([])).toMatchObject({ role: "reviewer" });
  expect(await sign(["leads"])).toMatchObject({ role: "manager" });
  expect(await sign([])).toMatchObject({ role: null });
});

test("a last owner who loses all provider groups stays owner, and keeps administrator rights that no group granted", async () => {
  const sign = newSigner();
  const { userId } = await sign(["owners", "root"]);
  await db().delete(members).where(eq(members.userId, team.userId));
  expect(await sign([])).toMatchObject({ role: "owner" });
  await db().update(users).set({ adminFromGroups: false, isAdmin: true }).where(eq(users.id, userId));
  expect(await sign([])).toMatchObject({ isAdmin: true });
});

test("administrators see the active group rules, and rules that name a missing workspace", async () => {
  const before = env().OIDC_GROUPS;
  expect(await describeGroupRules(), "without a provider").toBeNull();
  const missing = `acc_${"0".repeat(26)}`;
  const rules = readGroupRules(`leads=manager@${team.accountId}; root=administrator; gone=viewer@${missing}`);
  Object.assign(env(), { OIDC_GROUPS: rules, OIDC_ISSUER: "https://id.example.org", OIDC_NAME: "Example" });
  expect(await describeGroupRules()).toEqual({
    provider: "Example",
    claim: "groups",
    rules: [
      { group: "leads", role: "manager", workspace: { id: team.accountId, name: "Ada's" } },
      { group: "root", role: "administrator", workspace: null },
      { group: "gone", role: "viewer", workspace: { id: missing, name: null } },
    ],
  });
  Object.assign(env(), { OIDC_GROUPS: before, OIDC_ISSUER: undefined });
});

test.each(["admins", "admins=chief@acc_0", "=administrator", "a=manager", "a=manager@acc_zz;b=administrator"])(
  "an invalid group rule is refused: %j",
  (text) => {
    expect(readGroupRules(text)).toBeNull();
  },
);

/** Returns a function that signs in the same new person with the given groups. */
function newSigner() {
  const profile = {
    provider: "oidc",
    subject: randomUUID(),
    email: `${randomUUID()}@example.org`,
    emailVerified: true,
    name: "Ada",
  } as const;
  return async (groups: readonly string[]) => {
    const userId = await personOfProvider({ ...profile, groups }, null);
    const rows = await db().select().from(members).where(eq(members.userId, userId));
    const [user] = await db().select().from(users).where(eq(users.id, userId));
    const role = rows.find(({ accountId }) => accountId === team.accountId)?.role ?? null;
    return { userId, role, workspaces: rows.length, isAdmin: user!.isAdmin };
  };
}
