import { expect, test } from "vitest";
import { hasPgBouncer, startPgBouncer } from "@/e2e/pgbouncer";
import { closeDatabase, sql } from "./client";

const name =
  "PgBouncer answers all statements that are sent concurrently, with and without parameters, outside and inside transactions";

test.skipIf(!hasPgBouncer)(
  hasPgBouncer ? name : `${name} (skipped: pgbouncer is not installed)`,
  async () => {
    const direct = process.env.DATABASE_URL ?? "";
    const pooler = await startPgBouncer(direct);
    process.env.DATABASE_URL = pooler.url;
    process.env.DATABASE_DIRECT_URL = direct;
    // Takes a moment to parse.
    const columns = Array.from({ length: 1_000 }, (_, i) => `${i} as c${i}`).join(", ");
    const withParameter = (n: number) => sql().unsafe(`select $1::int as answer, ${columns}`, [n]);
    try {
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all([
          sql()`select 'none' as answer`,
          withParameter(round),
          sql()`select 'none' as answer`,
          withParameter(round),
          sql().begin(async (tx) => {
            await tx`select 'none'`;
            return tx`select ${round}::int as answer`;
          }),
        ]);
        expect(answers.map(([row]) => row?.answer)).toEqual(["none", round, "none", round, round]);
      }
    } finally {
      await closeDatabase();
      await pooler.stop();
    }
  },
  20_000,
);
