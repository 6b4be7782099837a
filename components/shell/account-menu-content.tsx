"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { LockKeyhole, LogOut, Settings } from "@/components/ui/icons";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/lib/client/account";
import { signOutBrowser } from "@/lib/client/sign-in";
import { switchWorkspace, useWorkspaces } from "@/lib/client/workspaces";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";
import { applyTheme, readTheme, THEME_NAMES, THEMES } from "./theme";
import { useChooseLocale, useTheme } from "./use-preferences";

/** The content of the account menu. Rendered open, because it is loaded on a press. */
export default function AccountMenuContent({ trigger, side }: { trigger: ReactNode; side: "top" | "bottom" }) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const router = useRouter();
  const { data: me } = useMe();
  const { data: workspaces = [] } = useWorkspaces();
  const [open, setOpen] = useState(true);
  const theme = useTheme();
  const chooseLocale = useChooseLocale();
  return (
    <Menu
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      side={side}
      align={side === "top" ? "start" : "end"}
      className="w-60"
    >
      <p className="px-2.5 pt-2 pb-1.5 text-sm">
        <bdi className="block truncate rtl:text-right">{me?.user?.name}</bdi>
        <bdi dir="ltr" className="block truncate text-xs text-muted rtl:text-right">
          {me?.user?.email}
        </bdi>
      </p>
      {me?.account.localOnly ? (
        <p className="flex items-center gap-1.5 px-2.5 pb-1.5 text-xs text-muted">
          <LockKeyhole className="size-3.5 shrink-0" />
          {t("textsStay")}
        </p>
      ) : null}
      {workspaces.length > 1 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{t("workspaces")}</MenuLabel>
          <MenuChoice
            value={me?.account.id ?? ""}
            onValueChange={(id) => switchWorkspace(id).catch(() => toast(t("switchFailed"), { tone: "danger" }))}
            options={workspaces.map(({ accountId, name }) => ({ value: accountId, label: <bdi>{name}</bdi> }))}
          />
        </>
      ) : null}
      <MenuSeparator />
      <MenuLabel>{t("theme")}</MenuLabel>
      <MenuChoice
        value={theme ?? ""}
        onValueChange={(value) => applyTheme(readTheme(value))}
        options={THEMES.map((value) => ({ value, label: t(THEME_NAMES[value]) }))}
      />
      <MenuSeparator />
      <MenuLabel>{t("language")}</MenuLabel>
      <MenuChoice
        value={locale}
        onValueChange={chooseLocale}
        options={Object.entries(LOCALE_NAMES).map(([value, name]) => ({
          value,
          label: <span lang={value}>{name}</span>,
        }))}
      />
      <MenuSeparator />
      <MenuItem icon={Settings} onSelect={() => router.push("/settings")}>
        {t("settings")}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOutBrowser()}>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}
