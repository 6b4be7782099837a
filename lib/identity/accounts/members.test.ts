import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson, personOfToken, type TestPerson } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Role } from "@/lib/vocabulary/rights";
import { createWebhook, getWebhook } from "@/lib/work/webhooks/webhooks";
import { deleteUser } from "./deletion";
import { invite, listInvitations, previewInvitation } from "./invitations";
import { createKey, listKeys } from "./keys";
import { memberAccess } from "./member-access";
import { changeRole, leaveWorkspace, listMembers, removeMember } from "./members";
import { addMember } from "./people";
import { changeAccount } from "./settings";

const PASSWORD = "larch-otter-42-vellum";

describe("protecting the last owner", () => {
  test("the last owner can't leave, be removed or get a lower role", async () => {
    const owner = await newPerson();
    expect(await refusal(leaveWorkspace(owner))).toBe("last_owner");
    expect(await refusal(removeMember(owner, owner.userId))).toBe("last_owner");
    expect(await refusal(changeRole(owner, owner.userId, "viewer"))).toBe("last_owner");
    expect(await rolesOf(owner)).toEqual(["owner"]);
  });

  test("one owner remains if the last two owners remove each other, or leave, concurrently", async () => {
    for (let round = 0; round < 10; round++) {
      const first = await newPerson();
      const second = await newPerson({ accountId: first.accountId });
      const done =
        round % 2
          ? [removeMember(first, second.userId), removeMember(second, first.userId)]
          : [leaveWorkspace(first), leaveWorkspace(second)];
      await Promise.allSettled(done);
      expect((await rolesOf(first)).filter((role) => role === "owner")).toHaveLength(1);
    }
  });
});

describe("permissions of managers", () => {
  test("a manager can change members' roles up to manager", async () => {
    const { manager, viewer } = await team();
    await changeRole(manager, viewer.userId, "manager");
    expect((await personOfToken(viewer.token))?.role, "at the very next request").toBe("manager");
    await removeMember(manager, viewer.userId);
    expect(await personOfToken(viewer.token)).toBeNull();
  });

  test("a manager can't change an owner's role or make someone an owner", async () => {
    const { owner, manager, viewer } = await team();
    expect(await refusal(changeRole(manager, viewer.userId, "owner"))).toBe(403);
    expect(await refusal(changeRole(manager, manager.userId, "owner"))).toBe(403);
    expect(await refusal(changeRole(manager, owner.userId, "viewer"))).toBe(403);
    expect(await refusal(removeMember(manager, owner.userId))).toBe(403);
  });
});

describe("removing a member's keys and webhooks", () => {
  test("a removed member's keys and webhooks are kept, unless the request for removal also revokes the keys", async () => {
    const { owner, manager, viewer } = await team();
    const [theirs, other] = [await createKey(manager, { name: "Theirs" }), await createKey(owner, { name: "Other" })];
    const hook = await webhookOf(manager);
    // A webhook created with the member's key, not by the signed-in member.
    const keyHook = await webhookOf({ ...manager, userId: null, keyId: theirs.key.id });
    expect(await memberAccess(owner, manager.userId)).toMatchObject({
      keys: [{ id: theirs.key.id, name: "Theirs" }],
      webhooks: [{ id: hook }, { id: keyHook }],
    });
    await expect(memberAccess(await newPerson(), manager.userId)).rejects.toMatchObject({ status: 404 });
    await createKey(viewer, { name: "Left alone" });
    await removeMember(owner, viewer.userId);
    await removeMember(owner, manager.userId, { revokeKeys: true });
    const { keys } = await listKeys(owner, { limit: 20 });
    expect(keys.map(({ name, state, revokedBy }) => [name, state, revokedBy?.id ?? null])).toEqual([
      ["Left alone", "active", null],
      ["Other", "active", null],
      ["Theirs", "revoked", owner.userId],
    ]);
    expect(other.key.state).toBe("active");
    expect(await statesOf(owner, hook, keyHook)).toEqual(["disabled", "disabled"]);
  });

  test("keys are revoked when their creator is removed, leaves or is deleted, if the workspace is set to revoke them", async () => {
    const { owner, manager, viewer } = await team();
    const third = await newPerson({ accountId: owner.accountId, password: PASSWORD });
    await changeAccount(owner, { bindKeys: true });
    for (const person of [owner, manager, viewer, third]) await createKey(person, { name: "CI" });
    await removeMember(owner, manager.userId);
    await leaveWorkspace(viewer);
    await deleteUser(third, { email: third.email, password: PASSWORD });
    const { keys } = await listKeys(owner, { limit: 20 });
    expect(keys.map(({ state }) => state)).toEqual(["revoked", "revoked", "revoked", "active"]);
  });

  async function webhookOf(caller: Caller): Promise<string> {
    const input = { url: "https://example.org/hook", description: "", projectId: null, eventTypes: [], languages: [] };
    return (await db().transaction((tx) => createWebhook(caller, input, tx))).webhook.id;
  }

  async function statesOf(caller: Caller, ...ids: string[]): Promise<string[]> {
    return Promise.all(ids.map(async (id) => (await getWebhook(caller, id)).status));
  }
});

describe("invitations and sessions of a removed member", () => {
  const open = async (person: TestPerson) =>
    (await listInvitations(person, { limit: 20 })).invitations.map((invitation) => invitation.role).sort();
  const inviteAs = async (person: TestPerson, ...roles: Role[]) => {
    const made = [];
    for (const role of roles)
      made.push(await invite(person, { email: `${randomUUID()}@example.org`, role }, "https://translate.example.org"));
    return made.map(({ link }) => link.slice(link.indexOf("#") + 1));
  };

  test("a member's sessions in this workspace end when the member leaves or is removed; sessions in other workspaces continue", async () => {
    const { owner } = await team();
    const manager = () => newPerson({ accountId: owner.accountId, role: "manager", password: PASSWORD });
    const ends: ((person: TestPerson) => Promise<void>)[] = [
      (person) => removeMember(owner, person.userId),
      leaveWorkspace,
      (person) => deleteUser(person, { email: person.email, password: PASSWORD }),
    ];
    await inviteAs(owner, "viewer");
    for (const end of ends) {
      const gone = await manager();
      const [token] = await inviteAs(gone, "manager");
      await end(gone);
      expect(await refusal(previewInvitation(token!))).toBe(404);
    }
    expect(await open(owner)).toEqual(["viewer"]);
  });

  test("invitations are revoked if their sender's new role doesn't allow them", async () => {
    const { owner } = await team();
    const second = await newPerson({ accountId: owner.accountId });
    await inviteAs(second, "owner", "manager", "viewer");
    await changeRole(owner, second.userId, "manager");
    expect(await open(owner)).toEqual(["manager", "viewer"]);
    await changeRole(owner, second.userId, "reviewer");
    expect(await open(owner)).toEqual([]);
  });
});

test("changing a member of another workspace is answered with 404", async () => {
  const [owner, stranger] = [await newPerson(), await newPerson()];
  expect(await refusal(changeRole(owner, stranger.userId, "viewer"))).toBe(404);
  expect(await refusal(removeMember(owner, stranger.userId))).toBe(404);
});

test("a removed member can still use their other workspaces", async () => {
  const { owner, viewer } = await team();
  const other = await newPerson();
  await addMember(db(), other.accountId, viewer.userId, "translator");
  await removeMember(owner, viewer.userId);
  expect(await personOfToken(viewer.token)).toMatchObject({ accountId: other.accountId, role: "translator" });
});

test("accepting an invitation never lowers an existing member's role", async () => {
  const { owner, viewer } = await team();
  await addMember(db(), owner.accountId, viewer.userId, "reviewer");
  await addMember(db(), owner.accountId, viewer.userId, "viewer");
  expect((await personOfToken(viewer.token))?.role).toBe("reviewer");
});

async function team() {
  const owner = await newPerson({ tier: "pro" });
  const member = (role: Role) => newPerson({ accountId: owner.accountId, role });
  return { owner, manager: await member("manager"), viewer: await member("viewer") };
}

async function rolesOf(person: TestPerson): Promise<string[]> {
  return (await listMembers(person)).members.map((member) => member.role);
}

/** The error's reason or, if it has none, its HTTP status; null if `work` succeeded. */
function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error) => {
      if (error instanceof AppError) return error.details.reason ?? error.status;
      throw error;
    },
  );
}
