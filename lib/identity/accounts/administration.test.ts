import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs, users } from "@/db/schema";
import { newPerson, personOfToken } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import { signInWithPassword } from "@/lib/identity/auth/sign-in";
import { deleteFailedJob, listFailedJobs, retryJob } from "@/lib/work/jobs/failed-jobs";
import { sendJob } from "@/lib/work/jobs/queue";
import { changeAdminAccount, getAdminAccount, listAdminAccounts } from "./admin-accounts";
import { listUsers, setAdmin } from "./admin-users";
import { deleteUser } from "./deletion";
import { adminLink, setUp } from "./first-admin";

const PASSWORD = "larch-otter-42-vellum";
const BASE = "https://translate.example.org";

beforeEach(() => db().update(users).set({ isAdmin: false }));

test("the first administrator is created once, with any of the setup links printed at start", async () => {
  const token = tokenOf((await adminLink(BASE))!);
  const later = tokenOf((await adminLink(BASE))!);
  const input = () => ({ email: `${randomUUID()}@example.org`, name: "Root", password: PASSWORD });
  const both = await Promise.all([1, 2].map(() => outcome(setUp({ ...input(), token }))));
  expect(both.sort()).toEqual([404, "ok"]);
  expect(await outcome(setUp({ ...input(), token: later }))).toBe("already_set_up");
  expect(await adminLink(BASE), "there is one").toBeNull();
  const [admin] = await db().select().from(users).where(eq(users.isAdmin, true));
  expect(await signInWithPassword(admin!.email, PASSWORD, { network: randomUUID(), device: null })).toBe(admin!.id);
});

test("the first administrator's account has no hourly limit", async () => {
  const token = tokenOf((await adminLink(BASE))!);
  const { accountId } = await setUp({ email: `${randomUUID()}@example.org`, name: "Root", password: PASSWORD, token });
  expect(await getAdminAccount(accountId)).toMatchObject({ tier: "enterprise", limits: { requestsPerHour: null } });
});

describe("protecting the last administrator", () => {
  test("the last administrator can't lose the role or be deleted", async () => {
    const admin = await newPerson({ isAdmin: true, password: PASSWORD });
    expect(await outcome(setAdmin(admin.userId, false))).toBe("last_administrator");
    expect(await outcome(deleteUser(admin, { email: admin.email, password: PASSWORD }))).toBe("last_administrator");
  });

  test("one administrator remains if the last two administrators remove each other concurrently", async () => {
    const [first, second] = [await newPerson({ isAdmin: true }), await newPerson({ isAdmin: true })];
    const done = await Promise.all([first, second].map((one) => outcome(setAdmin(one.userId, false))));
    expect(done.sort()).toEqual(["last_administrator", "ok"]);
  });

  test("a former administrator has no administrator access from the next request on", async () => {
    const [first] = [await newPerson({ isAdmin: true }), await newPerson({ isAdmin: true })];
    await setAdmin(first.userId, false);
    expect((await personOfToken(first.token))?.isAdmin).toBe(false);
  });
});

describe("administering accounts", () => {
  test("accounts are found by name, by a member's address or by id, page by page", async () => {
    const person = await newPerson();
    for (const q of [person.email.slice(0, 20), person.accountId])
      expect((await listAdminAccounts({ q, limit: 20 })).accounts.map((one) => one.id)).toEqual([person.accountId]);
    const name = `Team ${randomUUID()}`;
    const team = [await newPerson({ name }), await newPerson({ name }), await newPerson({ name })];
    const first = await listAdminAccounts({ q: name, limit: 2 });
    const second = await listAdminAccounts({ q: name, limit: 2, cursor: first.nextCursor! });
    expect([first, second].map((page) => page.accounts.map((one) => one.id))).toEqual([
      [team[2]!.accountId, team[1]!.accountId],
      [team[0]!.accountId],
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test("a changed tier or limit applies to an account from its next request", async () => {
    const person = await newPerson({ tier: "free" });
    const changed = await changeAdminAccount(person.accountId, { tier: "pro", overrides: { requestsPerHour: 5000 } });
    expect(changed).toMatchObject({
      tier: "pro",
      overrides: { requestsPerHour: 5000 },
      owners: [{ id: person.userId }],
    });
    expect((await personOfToken(person.token))?.limits).toMatchObject({
      requestsPerHour: 5000,
      textCharacters: 50_000,
    });
    await changeAdminAccount(person.accountId, { overrides: {} });
    expect((await personOfToken(person.token))?.limits.requestsPerHour).toBe(1000);
  });

  test("reading an unknown account is answered with 404", async () => {
    expect(await outcome(changeAdminAccount("acc_0", { tier: "pro" }))).toBe(404);
  });
});

test("the list of people contains each person's workspaces and no secrets", async () => {
  const person = await newPerson({ password: PASSWORD });
  const { users: found } = await listUsers({ q: person.email, limit: 20 });
  expect(found).toMatchObject([
    { id: person.userId, hasPassword: true, workspaces: [{ accountId: person.accountId, role: "owner" }] },
  ]);
  expect(JSON.stringify(found)).not.toContain("argon2");
});

describe("administering failed jobs", () => {
  const failedJob = async () => {
    const { accountId } = await newPerson();
    const id = await db().transaction((tx) => sendJob(tx, { accountId, type: "test", payload: {} }));
    await db()
      .update(jobs)
      .set({ state: "failed", attempts: 3, error: { code: "timeout", message: "It took too long." } })
      .where(eq(jobs.id, id));
    return { id, accountId };
  };

  test("a failed job is listed with its error, and retrying it allows the full number of attempts again", async () => {
    const { id, accountId } = await failedJob();
    expect((await listFailedJobs({ limit: 100 })).jobs.find((job) => job.id === id)).toMatchObject({
      accountId,
      attempts: 3,
      error: { code: "timeout" },
    });
    await retryJob(id);
    expect(await db().select().from(jobs).where(eq(jobs.id, id))).toMatchObject([
      { state: "queued", attempts: 0, error: null },
    ]);
    expect(await outcome(retryJob(id)), "it is no failed one any more").toBe(404);
  });

  test("jobs that failed because of a damaged file are listed separately from server errors", async () => {
    const ours = await failedJob();
    const theirs = await failedJob();
    await db()
      .update(jobs)
      .set({ error: { code: "unreadable_file", message: "The file is damaged." } })
      .where(eq(jobs.id, theirs.id));
    const listed = async (cause: "server" | "content") => {
      const found = (await listFailedJobs({ limit: 100, cause })).jobs;
      expect(new Set(found.map((job) => job.cause))).toEqual(new Set([cause]));
      return found.map(({ id }) => id).filter((id) => id === ours.id || id === theirs.id);
    };
    expect(await listed("server")).toEqual([ours.id]);
    expect(await listed("content")).toEqual([theirs.id]);
  });

  test("a failed job can be deleted", async () => {
    const { id } = await failedJob();
    await deleteFailedJob(id);
    expect(await outcome(deleteFailedJob(id))).toBe(404);
  });
});

const tokenOf = (link: string) => link.slice(link.indexOf("#") + 1);

/** "ok", or the reason or status of the refusal. */
function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error) => {
      if (error instanceof AppError) return error.details.reason ?? error.status;
      throw error;
    },
  );
}
