import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { createKey } from "@/lib/identity/accounts/keys";
import { hashApiKey } from "@/lib/identity/auth/api-key";
import { admitKey } from "./limiter";

const database = vi.hoisted(() => ({ isDown: false }));
vi.mock("@/db/client", async (original) => {
  const client = await original<typeof import("@/db/client")>();
  const down = () => Promise.reject(new Error("the database is down"));
  return { ...client, limiterDb: () => (database.isDown ? down : client.limiterDb()) };
});

test("a refund that fails because the database is down is made exactly once when the database is back", async () => {
  const { id } = await createAccount(db(), { name: "Test", tier: "enterprise", limits: { requestsPerHour: 10 } });
  const { secret } = await createKey(await operatorOf(id), { name: "Test" });
  const ask = async (charge: boolean) => {
    const decision = await admitKey(hashApiKey(secret), charge);
    if (decision.state !== "active") throw new Error(decision.state);
    return decision;
  };
  const [first] = [await ask(true), await ask(true)];
  database.isDown = true;
  await first.refund();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  database.isDown = false;
  await expect.poll(async () => (await ask(false)).account?.remaining).toBe(9);
  // The first attempt may have succeeded although its answer was lost; the refund must count once.
  await first.refund();
  expect((await ask(false)).account?.remaining).toBe(9);
});
