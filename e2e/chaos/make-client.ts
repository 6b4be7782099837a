import { db } from "@/db/client";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { createKey } from "@/lib/identity/accounts/keys";
import { createWebhook } from "@/lib/work/webhooks/webhooks";
import type { Client } from "./requests";

/** Creates an account with a limit that it never reaches, a key, and a webhook for all its events. */
export async function makeClient(name: string, webhook: string): Promise<Client> {
  const account = await createAccount(db(), { name, tier: "enterprise", limits: { requestsPerHour: 1_000_000 } });
  const operator = await operatorOf(account.id);
  const { secret } = await createKey(operator, { name });
  const settings = { url: webhook, description: name, projectId: null, eventTypes: [], languages: [] };
  await db().transaction((tx) => createWebhook(operator, settings, tx));
  return { name, accountId: account.id, key: secret };
}
