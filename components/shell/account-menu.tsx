"use client";

import { lazy } from "react";
import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { ChevronsUpDown, LockKeyhole } from "@/components/ui/icons";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useMe } from "@/lib/client/account";

const loadMenu = () => import("./account-menu-content");
const AccountMenuContent = lazy(loadMenu);

/** The signed-in person. Opens a menu with workspaces, appearance, language and sign-out, which is loaded on demand. */
export function AccountMenu({ look }: { look: "wide" | "icon" }) {
  const { data: me } = useMe();
  const t = useTranslations("shell");
  const name = me?.user?.name ?? "";
  return (
    <LazyMenu
      load={loadMenu}
      menu={(button) => <AccountMenuContent trigger={button} side={look === "wide" ? "top" : "bottom"} />}
      className={cx(
        "flex items-center rounded-md text-start hover:bg-hover data-[state=open]:bg-hover",
        look === "wide" ? "min-h-12 w-full gap-2.5 px-2 py-1.5" : "size-11 justify-center",
      )}
    >
      <span className="sr-only">{t("accountMenu", { name })}</span>
      <span className="relative">
        <Initials name={name} />
        {me?.account.localOnly ? (
          <span
            title={t("textsStay")}
            className="absolute -end-1 -bottom-1 grid size-4 place-items-center rounded-full border bg-canvas text-ink"
          >
            <LockKeyhole className="size-2.5" />
            <span className="sr-only">{t("textsStay")}</span>
          </span>
        ) : null}
      </span>
      {look === "wide" ? (
        <>
          <span className="flex min-w-0 grow flex-col">
            <bdi className="truncate text-sm font-medium rtl:text-right">{me?.account.name}</bdi>
            <span className="truncate text-xs text-muted">{me ? t("tier", { tier: me.account.tier }) : ""}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" />
        </>
      ) : null}
    </LazyMenu>
  );
}

function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("");
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
    >
      {letters.toLocaleUpperCase()}
    </span>
  );
}
