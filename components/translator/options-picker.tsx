"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { SlidersHorizontal } from "@/components/ui/icons";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useLayer } from "@/components/ui/use-layer";
import type { SteadyTranslator } from "./use-translator";

const loadMenu = () => import("./options-menu");
const OptionsMenu = lazy(loadMenu);
const ProtectDialog = lazy(() => import("./protect-dialog"));

/** Opens the menu of project, glossary, formality and protected text. Marked while one is chosen. */
export function OptionsPicker({ state }: { state: SteadyTranslator }) {
  const t = useTranslations("translate");
  const { projectId, glossaryId, formality, protect } = state.wishes;
  const chosen = [projectId, glossaryId, formality, protect].filter(Boolean).length;
  const [isProtecting, startProtecting, stopProtecting] = useLayer<true>();
  const menu = (
    <LazyMenu
      load={loadMenu}
      menu={(button) => <OptionsMenu state={state} trigger={button} onProtect={() => startProtecting(true)} />}
      className="-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
    >
      <SlidersHorizontal className="size-3.5 shrink-0" />
      <span className={chosen > 0 ? "font-medium text-accent-ink" : undefined}>{t("options", { count: chosen })}</span>
    </LazyMenu>
  );
  return (
    <>
      {menu}
      <Suspense fallback={null}>
        {isProtecting ? <ProtectDialog state={state} onClose={stopProtecting} /> : null}
      </Suspense>
    </>
  );
}
