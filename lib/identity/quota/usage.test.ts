import { asc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { usageHours } from "@/db/schema";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { emptyUsage, flushUsage, recordUsage, recordWork, type UsageEntry } from "./usage";

const database = vi.hoisted(() => ({ isDown: false }));
vi.mock("@/db/client", async (original) => {
  const client = await original<typeof import("@/db/client")>();
  const execute = () => Promise.reject(new Error("the database is down"));
  return { ...client, db: () => (database.isDown ? { execute } : client.db()) };
});

test("usage recorded while the database is down is written afterwards, each request once", async () => {
  const { id: accountId } = await createAccount(db(), { name: "Test" });
  const use = () =>
    recordUsage({
      ...emptyUsage(),
      accountId,
      keyId: null,
      endpoint: "POST /translate",
      characters: 7,
      outcome: "served",
    });
  use();
  database.isDown = true;
  await expect(flushUsage()).rejects.toThrow("down");
  use();
  database.isDown = false;
  await flushUsage();
  const rows = await db().select().from(usageHours).where(eq(usageHours.accountId, accountId));
  // Sums all hours, because a new hour may have begun during the test.
  const sum = (count: "requests" | "characters") => rows.reduce((all, row) => all + Number(row[count]), 0);
  expect([sum("requests"), sum("characters")]).toEqual([2, 14]);
});

test("requests of the same kind share a usage row that also counts refused and failed requests", async () => {
  const { id: accountId } = await createAccount(db(), { name: "Test" });
  const now = Date.UTC(2026, 0, 2, 3, 30);
  const use = (outcome: UsageEntry["outcome"], over: Partial<UsageEntry> = {}) =>
    recordUsage({ ...emptyUsage(), accountId, keyId: null, endpoint: "GET /x", outcome, ...over }, now);
  for (const outcome of ["served", "refused", "failed", "failed"] as const) use(outcome, { files: 2 });
  use("failed", { keyId: "key_of_nobody" });
  await flushUsage();
  const rows = await db()
    .select()
    .from(usageHours)
    .where(eq(usageHours.accountId, accountId))
    .orderBy(asc(usageHours.keyId));
  expect(rows).toMatchObject([
    { keyId: "", hour: new Date(Date.UTC(2026, 0, 2, 3)), requests: 4, refused: 1, failed: 2, files: 8 },
    { keyId: "key_of_nobody", requests: 1, refused: 0, failed: 1, files: 0 },
  ]);
});

test("usage by a job doesn't count as a request, and is saved only if the job's transaction commits", async () => {
  const { id: accountId } = await createAccount(db(), { name: "Test" });
  const work = { ...emptyUsage(), accountId, keyId: null, endpoint: "POST /translate/file", characters: 7 };
  const interrupted = db().transaction(async (tx) => {
    await recordWork(tx, work);
    throw new Error("the connection was lost");
  });
  await expect(interrupted).rejects.toThrow("lost");
  await flushUsage();
  await db().transaction((tx) => recordWork(tx, work));
  const rows = await db().select().from(usageHours).where(eq(usageHours.accountId, accountId));
  expect(rows).toMatchObject([{ requests: 0, characters: 7 }]);
});
