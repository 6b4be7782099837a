import type { ReactNode } from "react";
import { ClientMessages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { SectionNav } from "@/components/ui/section-nav";
import { translator } from "@/lib/i18n/translator";

/** Shared layout of the administration pages. Not an access check: each page requires its administrator. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const [t, audit] = await Promise.all([translator("admin"), translator("audit")]);
  return (
    <ClientMessages namespaces={["admin", "engines", "installation", "audit"]}>
      <Page title={t("title")} description={t("description")}>
        <SectionNav
          label={t("title")}
          links={[
            { href: "/admin", name: t("accounts") },
            { href: "/admin/people", name: t("people") },
            { href: "/admin/engines", name: t("engines") },
            { href: "/admin/models", name: t("models") },
            { href: "/admin/jobs", name: t("jobs") },
            { href: "/admin/sign-up", name: t("signUp") },
            { href: "/admin/audit", name: audit("title") },
          ]}
        />
        {children}
      </Page>
    </ClientMessages>
  );
}
