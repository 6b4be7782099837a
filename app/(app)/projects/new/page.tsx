import type { Metadata } from "next";
import { NewProjectForm } from "@/components/projects/new-project-form";
import { ClientMessages } from "@/components/shell/messages";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";
import { getAccount } from "@/lib/identity/accounts/settings";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listLanguages } from "@/lib/translation/languages";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("projects");
  return { title: t("new") };
}

export default async function NewProject() {
  const caller = await requireCaller("/projects/new");
  const t = await translator("projects");
  const display = await requestLocale();
  const [account, languages] = await Promise.all([
    getAccount(caller),
    // Without an engine, people can still create a project and translate it themselves.
    listLanguages(caller, { display }).catch(() => undefined),
  ]);
  return (
    <Page title={t("new")} description={t("newText")} width="text">
      {roleAllows(caller.role, "manager") ? (
        <ClientMessages namespaces={["projects", "languages"]}>
          <NewProjectForm
            languages={languages}
            defaults={{ source: account.defaultSource, targets: account.defaultTargets }}
          />
        </ClientMessages>
      ) : (
        <Notice>{t("managersOnly")}</Notice>
      )}
    </Page>
  );
}
