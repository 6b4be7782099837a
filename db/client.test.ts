import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, preparedDb } from "./client";

test.each([
  ["prepared", preparedDb],
  ["not prepared", db],
])("a statement sent after its transaction failed is refused and writes nothing (%s client)", async (_, database) => {
  await db().execute(sql`create table if not exists written_late (id int)`);
  let late: Promise<unknown> | undefined;
  const failed = database().transaction(async (tx) => {
    const writeLate = async () => {
      await tx.execute(sql`select 1`);
      await failed.catch(() => null);
      await tx.execute(sql`insert into written_late values (1)`);
    };
    late = writeLate();
    await Promise.all([late, tx.execute(sql`select 1 / 0`)]);
  });
  await expect(failed).rejects.toThrow();
  await expect(late).rejects.toMatchObject({ cause: { message: "The transaction of this statement has ended." } });
  expect(await db().execute(sql`select * from written_late`)).toHaveLength(0);
});

test("rolling back a savepoint doesn't roll back the outer transaction", async () => {
  await db().execute(sql`create table if not exists written_in_part (id int)`);
  await preparedDb().transaction(async (tx) => {
    await tx.execute(sql`insert into written_in_part values (1)`);
    const undone = tx.transaction(async (inner) => {
      await inner.execute(sql`insert into written_in_part values (2)`);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
  });
  expect(await db().execute(sql`select id from written_in_part`)).toEqual([{ id: 1 }]);
});

test("transactions that wait for statements on other connections don't deadlock, even if they outnumber the pool's connections", async () => {
  const transactions = Array.from({ length: 40 }, (_, i) =>
    db().transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      const [row] = await db().execute<{ n: number }>(sql`select ${i}::int as n`);
      return row?.n;
    }),
  );
  expect(await Promise.all(transactions)).toEqual(transactions.map((_, i) => i));
});

test("a transaction whose connection is lost fails, and its later statements fail without ending the process", async () => {
  const late: unknown[] = [];
  const lost = db().transaction(async (tx) => {
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db().execute(sql`select pg_terminate_backend(${own?.pid}::int)`);
    // As a job does that stores a document between two statements.
    await lost.catch(() => null);
    await tx.execute(sql`select 1`).catch((error) => late.push(error.cause.message));
    throw new Error("gives up");
  });
  await expect(lost).rejects.toThrow();
  await expect.poll(() => late).toEqual(["The transaction of this statement has ended."]);
  // Without the fix, the driver would write its rollback to a closed socket during this time.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const all = Array.from({ length: 20 }, (_, i) =>
    db().transaction((tx) => tx.execute<{ n: number }>(sql`select ${i}::int as n`)),
  );
  expect((await Promise.all(all)).map(([row]) => row?.n)).toEqual(all.map((_, i) => i));
});
