"use client";

import { lazy } from "react";
import { useTranslations } from "use-intl";
import { ChevronDown } from "@/components/ui/icons";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { engineName } from "./engine-name";
import type { SteadyTranslator } from "./use-translator";

const loadMenu = () => import("./engine-menu");
const EngineMenu = lazy(loadMenu);

type EnginePickerProps = {
  readonly state: SteadyTranslator;
  /** Engine of the displayed translation; null if there is none. */
  readonly carried: string | null;
};

/** The engine that translated the text, and a menu of others, which is loaded on demand. */
export function EnginePicker({ state, carried }: EnginePickerProps) {
  const t = useTranslations("translate");
  return (
    <LazyMenu
      load={loadMenu}
      menu={(button) => <EngineMenu state={state} trigger={button} />}
      className="-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
    >
      <span className="sr-only">{t("engine")}: </span>
      <span className="truncate">{engineName(carried ?? state.engine ?? "")}</span>
      <ChevronDown className="size-3.5 shrink-0" />
    </LazyMenu>
  );
}
