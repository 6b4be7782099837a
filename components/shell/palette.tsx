"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import {
  BookA,
  DatabaseZap,
  FolderKanban,
  type IconComponent,
  Keyboard,
  Languages,
  LogOut,
  SunMoon,
} from "@/components/ui/icons";
import { OptionList } from "@/components/ui/option-list";
import { useTyped } from "@/components/ui/use-typed";
import { useNamed } from "@/lib/client/named";
import { signOutBrowser } from "@/lib/client/sign-in";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";
import { commandLayer } from "./command-store";
import { type NavigationUser, pagesFor } from "./navigation";
import { applyTheme, THEME_NAMES, THEMES } from "./theme";
import { useChooseLocale } from "./use-preferences";

/** Finds pages, projects, glossaries, memories and global actions by typed text. */
export default function Palette({ user, onClose }: { user: NavigationUser; onClose: () => void }) {
  const t = useTranslations("palette");
  const [q, setQ] = useState("");
  const [typed, setTyped] = useTyped(q, setQ);
  const named = useNamed(q);
  const groups = useGroups(user, onClose, q === "" ? undefined : named.data);
  const isSearching = typed.trim() !== q || named.isFetching;
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} titleHidden size="md">
      <OptionList
        groups={groups}
        searchLabel={t("placeholder")}
        label={t("title")}
        emptyLabel={isSearching ? t("searching") : t("empty")}
        onSearch={setTyped}
        searchClassName="-mt-9 pe-10"
        inputClassName="h-12 text-lg"
        listClassName="-mx-2 mt-2 max-h-[50vh] overflow-y-auto"
        optionClassName="flex min-h-10 items-center gap-3 rounded-sm px-2.5 text-base [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted"
      />
    </Dialog>
  );
}

type Named = ReturnType<typeof useNamed>["data"];

function useGroups(user: NavigationUser, onClose: () => void, named: Named) {
  const t = useTranslations("palette");
  const shell = useTranslations("shell");
  const router = useRouter();
  const chooseLocale = useChooseLocale();
  // Independent of the page, so that the list is not rendered again while another page loads behind it.
  return useMemo(() => {
    const option = (
      id: string,
      words: string[],
      Icon: IconComponent,
      work: () => void,
      name: ReactNode = words[0],
    ) => ({
      id,
      words,
      onSelect: () => {
        onClose();
        work();
      },
      content: (
        <>
          <Icon />
          <span>{name}</span>
        </>
      ),
    });
    const pages = pagesFor(user).map(({ href, name, icon }) =>
      option(href, [shell(name)], icon, () => router.push(href)),
    );
    const themes = THEMES.map((theme) => {
      const name = shell(THEME_NAMES[theme]);
      return option(theme, [t("appearance", { theme: name }), name], SunMoon, () => applyTheme(theme));
    });
    const locales = Object.entries(LOCALE_NAMES).map(([locale, language]) =>
      option(
        locale,
        [language, locale, shell("language")],
        Languages,
        () => chooseLocale(locale),
        t.rich("interfaceLanguage", { language, name: (name) => <bdi lang={locale}>{name}</bdi> }),
      ),
    );
    const link = (href: string, name: string, icon: IconComponent) =>
      option(href, [name], icon, () => router.push(href), <bdi>{name}</bdi>);
    return [
      { heading: t("pages"), options: pages },
      {
        heading: shell("projects"),
        options: (named?.projects ?? []).map(({ id, name }) => link(`/projects/${id}`, name, FolderKanban)),
      },
      {
        heading: shell("glossaries"),
        options: (named?.glossaries ?? []).map(({ id, name }) => link(`/glossaries/${id}`, name, BookA)),
      },
      {
        heading: shell("memories"),
        options: (named?.memories ?? []).map(({ id, name }) => link(`/memories/${id}`, name, DatabaseZap)),
      },
      {
        heading: t("actions"),
        options: [
          option("shortcuts", [shell("shortcuts")], Keyboard, () => commandLayer.set("shortcuts")),
          ...themes,
          ...locales,
          option("signOut", [shell("signOut")], LogOut, signOutBrowser),
        ],
      },
    ];
  }, [named]);
}
