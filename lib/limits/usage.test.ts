import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { usageHours } from "@/db/schema";
import { createAccount } from "@/lib/accounts/accounts";
import { emptyUsage, flushUsage, recordUsage } from "./usage";

const database = vi.hoisted(() => ({ isDown: false }));
vi.mock("@/db/client", async (original) => {
  const client = await original<typeof import("@/db/client")>();
  const down = () => Promise.reject(new Error("the database is down"));
  return { ...client, sql: () => (database.isDown ? down : client.sql()) };
});

afterAll(closeDatabase);

test("what was used while the database was away is written once it is back, each request once", async () => {
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
  // An hour may have passed in between.
  const sum = (count: "requests" | "characters") => rows.reduce((all, row) => all + Number(row[count]), 0);
  expect([sum("requests"), sum("characters")]).toEqual([2, 14]);
});
