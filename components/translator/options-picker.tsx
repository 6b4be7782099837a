"use client";

import { lazy } from "react";
import { useTranslations } from "use-intl";
import { SlidersHorizontal } from "@/components/ui/icons";
import { LazyMenu } from "@/components/ui/lazy-menu";
import type { SteadyTranslator } from "./use-translator";

const loadMenu = () => import("./options-menu");
const OptionsMenu = lazy(loadMenu);

/** Project, glossary and formality of the translation, in a menu loaded on demand; marked while one is chosen. */
export function OptionsPicker({ state }: { state: SteadyTranslator }) {
  const t = useTranslations("translate");
  const { projectId, glossaryId, formality } = state.wishes;
  const chosen = [projectId, glossaryId, formality].filter(Boolean).length;
  return (
    <LazyMenu
      load={loadMenu}
      menu={(button) => <OptionsMenu state={state} trigger={button} />}
      className="-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
    >
      <SlidersHorizontal aria-hidden="true" className="size-3.5 shrink-0" />
      <span className={chosen > 0 ? "font-medium text-accent-ink" : undefined}>{t("options", { count: chosen })}</span>
    </LazyMenu>
  );
}
