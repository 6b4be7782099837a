"use client";

import { lazy, Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { SlidersHorizontal } from "@/components/ui/icons";
import { STICKY_END, Table, Td, Th } from "@/components/ui/table";
import { useLayer } from "@/components/ui/use-layer";
import { type AccountPage, useAdminAccounts } from "@/lib/client/admin";
import type { AdminAccount } from "@/lib/schemas/admin";
import { SearchedSection } from "./searched-section";

const AccountDialog = lazy(() => import("./account-dialog"));

/** The accounts of the server with tier, individual limits and usage of the last 30 days. */
export function AccountList({ accounts: first }: { accounts: AccountPage }) {
  const t = useTranslations("admin");
  const [q, setQ] = useState("");
  const accounts = useAdminAccounts(q, first);
  const [changing, change, close] = useLayer<AdminAccount>();
  const shown = accounts.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <>
      <SearchedSection
        title={t("accounts")}
        description={t("accountsText")}
        searchLabel={t("searchAccounts")}
        onSearch={setQ}
        list={accounts}
        count={shown.length}
      >
        <AccountTable accounts={shown} onChange={change} />
      </SearchedSection>
      <Suspense fallback={null}>{changing ? <AccountDialog account={changing} onClose={close} /> : null}</Suspense>
    </>
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
          <Th className={STICKY_END}>
            <span className="sr-only">{t("actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <Td className="max-w-72 min-w-44">
              <bdi className="font-medium wrap-anywhere">{account.name}</bdi>
              <span className="block text-xs wrap-anywhere text-muted">
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
            <Td className={cx(STICKY_END, "text-end")}>
              <Button icon={SlidersHorizontal} size="sm" onClick={() => onChange(account)}>
                {/* Hidden on phones to leave space for the tier. */}
                <span className="max-sm:sr-only">{t("change")}</span>
                <span className="sr-only"> {account.name}</span>
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
