import type { Metadata } from "next";
import { headers } from "next/headers";
import { KeysPage } from "@/components/keys/keys-page";
import { ClientMessages } from "@/components/shell/messages";
import { addressOf } from "@/lib/http/api/headers";
import { translator } from "@/lib/i18n/translator";
import { listKeys } from "@/lib/identity/accounts/keys";
import { limitsSummary } from "@/lib/identity/accounts/settings";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("keys");
  return { title: t("title") };
}

/** API keys and the state of the account's limits. Keys are for managers and owners; everyone sees the limits. */
export default async function Keys() {
  const caller = await requireCaller("/keys");
  const mayManage = roleAllows(caller.role, "manager");
  const [keys, limits, head] = await Promise.all([
    mayManage ? listKeys(caller, { limit: 20 }) : undefined,
    limitsSummary(caller),
    headers(),
  ]);
  return (
    <ClientMessages namespaces={["keys"]}>
      <KeysPage keys={keys} limits={limits} address={addressOf(head.get("host"))} />
    </ClientMessages>
  );
}
