"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Download } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { useLayer } from "@/components/ui/use-layer";
import { useDeletePerson } from "@/lib/client/profile";
import { useDeleteWorkspace } from "@/lib/client/workspace";
import type { Account } from "@/lib/schemas/account";
import type { Profile } from "@/lib/schemas/profile";

const DeleteDialog = lazy(() => import("./delete-dialog"));

type DataSettingsProps = { readonly profile: Profile; readonly account: Account };

/** Data export, and deletion of the workspace and the account. */
export function DataSettings({ profile, account }: DataSettingsProps) {
  const t = useTranslations("settings");
  const [asking, ask, close] = useLayer<"workspace" | "person">();
  const deleteWorkspace = useDeleteWorkspace();
  const deletePerson = useDeletePerson();
  const isOwner = account.role === "owner";
  // The deletion also removes all data on this page.
  const leave = () => window.location.assign("/");

  return (
    <>
      <Section beside title={t("export")} description={t("exportText")}>
        {isOwner ? (
          <a href="/api/v1/account/export" download className={`${buttonClass()} self-start`}>
            <Download />
            {t("exportAction")}
          </a>
        ) : (
          <Notice>{t("ownersOnly")}</Notice>
        )}
      </Section>
      <Section beside title={t("deleteWorkspace")} description={t("deleteWorkspaceText", { name: account.name })}>
        {isOwner ? (
          <Button variant="danger-secondary" className="self-start" onClick={() => ask("workspace")}>
            {t("deleteWorkspace")}
          </Button>
        ) : (
          <Notice>{t("ownersOnly")}</Notice>
        )}
      </Section>
      <Section beside title={t("deletePerson")} description={t("deletePersonText")}>
        <Button variant="danger-secondary" className="self-start" onClick={() => ask("person")}>
          {t("deletePerson")}
        </Button>
      </Section>
      <Suspense fallback={null}>
        {asking === "workspace" ? (
          <DeleteDialog
            title={t("deleteWorkspace")}
            text={t("deleteWorkspaceText", { name: account.name })}
            wanted={account.name}
            label={t("typeName", { name: account.name })}
            hasPassword={profile.hasPassword}
            pending={deleteWorkspace.isPending}
            error={deleteWorkspace.error}
            onDelete={({ typed, password }) =>
              deleteWorkspace.mutate({ name: typed, ...(password ? { password } : {}) }, { onSuccess: leave })
            }
            onClose={close}
          />
        ) : null}
        {asking === "person" ? (
          <DeleteDialog
            title={t("deletePerson")}
            text={t("deletePersonText")}
            wanted={profile.email}
            label={t("typeEmail", { email: profile.email })}
            hasPassword={profile.hasPassword}
            pending={deletePerson.isPending}
            error={deletePerson.error}
            onDelete={({ typed, password }) =>
              deletePerson.mutate({ email: typed, ...(password ? { password } : {}) }, { onSuccess: leave })
            }
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
