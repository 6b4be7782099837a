"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, Td, Th } from "@/components/ui/table";
import { type AccountPage, useAdminAccounts } from "@/lib/client/admin";
import type { AdminAccount } from "@/lib/schemas/admin";
import { SearchField } from "./search-field";

const AccountDialog = lazy(() => import("./account-dialog"));

/** The accounts of the server, with tier, own limits and what they used in the last 30 days. */
export function AccountList({ accounts: first }: { accounts: AccountPage }) {
  const t = useTranslations("admin");
  const [q, setQ] = useState("");
  const accounts = useAdminAccounts(q, first);
  const [changing, setChanging] = useState<AdminAccount | null>(null);
  const shown = accounts.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Section title={t("accounts")} description={t("accountsText")}>
      <SearchField label={t("searchAccounts")} onSearch={setQ} />
      {accounts.error ? (
        <Failure error={accounts.error} title={t("loadFailed")} onRetry={() => void accounts.refetch()} />
      ) : null}
      {accounts.isPending ? <Skeleton className="h-40" /> : null}
      {accounts.isSuccess && shown.length === 0 ? <p className="text-muted">{t("noneFit")}</p> : null}
      {shown.length > 0 ? (
        <>
          <AccountTable accounts={shown} onChange={setChanging} />
          <LoadMore
            shown={shown.length}
            hasMore={accounts.hasNextPage}
            pending={accounts.isFetchingNextPage}
            onMore={() => void accounts.fetchNextPage()}
          />
        </>
      ) : null}
      <Suspense fallback={null}>
        {changing ? <AccountDialog account={changing} onClose={() => setChanging(null)} /> : null}
      </Suspense>
    </Section>
  );
}

type AccountTableProps = { accounts: readonly AdminAccount[]; onChange: (account: AdminAccount) => void };

function AccountTable({ accounts, onChange }: AccountTableProps) {
  const t = useTranslations("admin");
  const shell = useTranslations("shell");
  const format = useFormatter();
  return (
    <Table caption={t("accounts")}>
      <thead>
        <tr>
          <Th>{t("name")}</Th>
          <Th>{t("tier")}</Th>
          <Th className="text-end!">{t("perHour")}</Th>
          <Th className="text-end!">{t("members")}</Th>
          <Th className="text-end!">{t("keys")}</Th>
          <Th className="text-end!">{t("requests30")}</Th>
          <Th className="text-end!">{t("characters30")}</Th>
          <Th>
            <span className="sr-only">{t("actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <Td className="max-w-72 min-w-44">
              <bdi className="font-medium break-words">{account.name}</bdi>
              <span className="block text-xs break-all text-muted">
                {account.owners.map((owner) => owner.email).join(", ")}
              </span>
            </Td>
            <Td className="whitespace-nowrap">
              {shell("tier", { tier: account.tier })}
              {Object.keys(account.overrides).length > 0 ? <Badge className="ms-2">{t("ownLimits")}</Badge> : null}
            </Td>
            <Td className="tabular text-end">
              {account.limits.requestsPerHour === null ? t("unlimited") : format.number(account.limits.requestsPerHour)}
            </Td>
            <Td className="tabular text-end">{format.number(account.memberCount)}</Td>
            <Td className="tabular text-end">{format.number(account.activeKeyCount)}</Td>
            <Td className="tabular text-end">{format.number(account.usage30Days.requests)}</Td>
            <Td className="tabular text-end">{format.number(account.usage30Days.characters)}</Td>
            <Td className="text-end">
              <Button size="sm" onClick={() => onChange(account)}>
                <SlidersHorizontal aria-hidden="true" />
                {t("change")}
                <span className="sr-only"> {account.name}</span>
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
