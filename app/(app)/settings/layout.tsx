import type { ReactNode } from "react";
import { ClientMessages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { SectionNav } from "@/components/ui/section-nav";
import { translator } from "@/lib/i18n/translator";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

/** Shared layout of the settings pages. Not an access check: each page requires its caller. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [t, audit, caller] = await Promise.all([translator("settings"), translator("audit"), optionalCaller()]);
  return (
    <ClientMessages namespaces={["settings", "languages", "audit", "secondFactor"]}>
      <Page title={t("title")}>
        <SectionNav
          label={t("title")}
          links={[
            { href: "/settings", name: t("profile") },
            { href: "/settings/security", name: t("security") },
            { href: "/settings/workspace", name: t("workspace") },
            { href: "/settings/members", name: t("members") },
            { href: "/settings/appearance", name: t("appearance") },
            { href: "/settings/notifications", name: t("notifications") },
            { href: "/settings/data", name: t("data") },
            ...(caller && roleAllows(caller.role, "owner") ? [{ href: "/settings/audit", name: audit("title") }] : []),
          ]}
        />
        {children}
      </Page>
    </ClientMessages>
  );
}
