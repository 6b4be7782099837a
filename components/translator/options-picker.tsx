"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { useLayer } from "@/components/ui/use-layer";
import type { Translator } from "./use-translator";

const loadMenu = () => import("./options-menu");
const OptionsMenu = lazy(loadMenu);

/** Glossary and formality of the translation, in a menu loaded on demand; marked while one is chosen. */
export function OptionsPicker({ state }: { state: Translator }) {
  const t = useTranslations("translate");
  const [wanted, want] = useLayer<true>();
  const { glossaryId, formality } = state.wishes;
  const chosen = [glossaryId, formality].filter(Boolean).length;
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => want(true)}
      className="-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
    >
      <SlidersHorizontal aria-hidden="true" className="size-3.5 shrink-0" />
      <span className={chosen > 0 ? "font-medium text-accent-ink" : undefined}>{t("options", { count: chosen })}</span>
    </button>
  );
  return <Suspense fallback={button}>{wanted ? <OptionsMenu state={state} trigger={button} /> : button}</Suspense>;
}
