import { beforeAll, expect, test } from "vitest";
import { endpoint as projects } from "@/app/api/v1/projects/route";
import { db, sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { createKey } from "@/lib/identity/accounts/keys";

beforeAll(useOwnDatabase);

test("reads are answered without being counted, and writes are refused with 503, while the disk is full", async () => {
  const { id } = await createAccount(db(), { name: "Test", limits: { requestsPerHour: 2 } });
  const { secret } = await createKey(await operatorOf(id), { name: "Test" });
  const ask = async (method: string) => {
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    const body =
      method === "POST" ? JSON.stringify({ name: "A", sourceLanguage: "en", targetLanguages: ["es"] }) : null;
    const request = new Request("http://127.0.0.1/v1/projects", { method, headers, body });
    return (await projects.answer(request as never, {})).status;
  };
  // PostgreSQL's error when the table of counted requests cannot grow.
  await sql()`create function no_space() returns trigger language plpgsql as
              $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
  await sql()`create trigger no_space before insert on rate_events execute function no_space()`;
  for (let i = 0; i < 3; i++) expect(await ask("GET")).toBe(200);
  expect(await ask("POST")).toBe(503);

  await sql()`drop trigger no_space on rate_events`;
  expect([await ask("GET"), await ask("POST"), await ask("GET")]).toEqual([200, 201, 429]);
});
