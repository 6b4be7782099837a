import { beforeAll, expect, test } from "vitest";
import { closeDatabase, sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { newPerson } from "@/e2e/people";
import { emptyUsage, recordUsage } from "@/lib/identity/quota/usage";
import { usageDetail } from "./usage-detail";

beforeAll(useOwnDatabase);

test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"])(
  "usage is counted by UTC day even if the database's time zone is %s",
  async (zone) => {
    await sql().unsafe(
      `do $$ begin execute format('alter database %I set timezone = %L', current_database(), '${zone}'); end $$`,
    );
    await closeDatabase();
    expect((await sql()`show timezone`)[0]).toEqual({ TimeZone: zone });
    const person = await newPerson();
    recordUsage({
      ...emptyUsage(),
      accountId: person.accountId,
      keyId: null,
      endpoint: "POST /translate",
      outcome: "served",
    });
    const totalOf = async (day: number) => {
      const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
      return (await usageDetail(person, { bucket: "day", format: "json", from: date, to: date })).total.requests;
    };
    expect([await totalOf(-1), await totalOf(0), await totalOf(1)]).toEqual([0, 1, 0]);
  },
);
