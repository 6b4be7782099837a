"use client";

import { Command } from "cmdk";
import { Keyboard, Languages, LogOut, Search, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import { rank } from "@/components/ui/search-rank";
import { LOCALE_NAMES } from "@/lib/vocabulary/locales";
import { openCommands } from "./command-store";
import { type NavigationUser, pagesFor } from "./navigation";
import { signOutBrowser } from "./sign-out";
import { applyTheme, THEME_NAMES, THEMES } from "./theme";
import { useChooseLocale } from "./use-choose-locale";

/** Navigation and global actions by typing. */
export default function Palette({ user, onClose }: { user: NavigationUser; onClose: () => void }) {
  const t = useTranslations("palette");
  const shell = useTranslations("shell");
  const router = useRouter();
  const chooseLocale = useChooseLocale();
  const run = (work: () => void) => () => {
    onClose();
    work();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} titleHidden size="md">
      <Command label={t("placeholder")} loop filter={(_, search, words = []) => rank(search, words)}>
        <div className="-mt-9 flex items-center gap-2.5 border-b border-line pe-10">
          <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <Command.Input
            autoFocus
            placeholder={t("placeholder")}
            className="h-12 w-full bg-transparent text-lg outline-none"
          />
        </div>
        <Command.List label={t("title")} className="-mx-2 mt-2 max-h-[50vh] overflow-y-auto">
          <Command.Empty className="px-3 py-8 text-center text-sm text-muted">{t("empty")}</Command.Empty>
          <Group heading={t("pages")}>
            {pagesFor(user).map(({ href, name, icon: Icon }) => (
              <Entry key={href} words={[shell(name)]} onSelect={run(() => router.push(href))}>
                <Icon aria-hidden="true" />
                {shell(name)}
              </Entry>
            ))}
          </Group>
          <Group heading={t("actions")}>
            <Entry words={[shell("shortcuts")]} onSelect={run(() => openCommands("shortcuts"))}>
              <Keyboard aria-hidden="true" />
              {shell("shortcuts")}
            </Entry>
            {THEMES.map((theme) => {
              const name = shell(THEME_NAMES[theme]);
              return (
                <Entry
                  key={theme}
                  words={[t("appearance", { theme: name }), name]}
                  onSelect={run(() => applyTheme(theme))}
                >
                  <SunMoon aria-hidden="true" />
                  {t("appearance", { theme: name })}
                </Entry>
              );
            })}
            {Object.entries(LOCALE_NAMES).map(([locale, language]) => (
              <Entry
                key={locale}
                words={[language, locale, shell("language")]}
                onSelect={run(() => chooseLocale(locale))}
              >
                <Languages aria-hidden="true" />
                <span>
                  {t.rich("interfaceLanguage", { language, name: (name) => <bdi lang={locale}>{name}</bdi> })}
                </span>
              </Entry>
            ))}
            <Entry words={[shell("signOut")]} onSelect={run(signOutBrowser)}>
              <LogOut aria-hidden="true" />
              {shell("signOut")}
            </Entry>
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Entry({ words, onSelect, children }: { words: string[]; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={words[0]}
      keywords={words}
      onSelect={onSelect}
      className="flex min-h-10 items-center gap-3 rounded-sm px-2.5 text-base data-[selected=true]:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {children}
    </Command.Item>
  );
}
