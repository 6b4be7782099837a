import { expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { emptyUsage, recordUsage } from "@/lib/identity/quota/usage";
import { usageDetail } from "./usage-detail";

test("a usage report can exclude page views of the dashboard, and still includes translations in the dashboard and all API use", async () => {
  const { accountId } = await newPerson();
  const use = (endpoint: string, keyId: string | null) =>
    recordUsage({ ...emptyUsage(), accountId, keyId, endpoint, outcome: "served" });
  for (let i = 0; i < 5; i++) use("GET /projects", null);
  use("POST /translate", null);
  use("GET /languages", "key_of_a_program");
  const query = { bucket: "day", format: "json" } as const;
  const caller = { accountId } as Parameters<typeof usageDetail>[0];
  expect((await usageDetail(caller, query)).total.requests).toBe(7);
  expect((await usageDetail(caller, { ...query, without: "dashboard_reads" })).total.requests).toBe(2);
});
