"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Menu, MenuChoice, MenuLabel } from "@/components/ui/menu";
import { useEnginesFor } from "@/lib/client/translation";
import { engineName } from "./engine-name";
import type { Translator } from "./use-translator";

const BEST = "";

type EnginePickerProps = {
  readonly state: Translator;
  /** Engine that the translation in sight is from; null while there is none. */
  readonly carried: string | null;
};

/** Who carried the text; behind it, who else could. */
export function EnginePicker({ state, carried }: EnginePickerProps) {
  const t = useTranslations("translate");
  const [isOpen, setOpen] = useState(false);
  const { data: engines = [] } = useEnginesFor({ source: state.spoken ?? "", target: state.target }, isOpen);
  const name = engineName(carried ?? state.engine ?? "");
  return (
    <Menu
      align="start"
      side="top"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="-mx-1.5 inline-flex h-7 min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
        >
          <span className="sr-only">{t("engine")}: </span>
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0" />
        </button>
      }
    >
      <MenuLabel>{t("engine")}</MenuLabel>
      <MenuChoice
        value={state.engine ?? BEST}
        onValueChange={(id) => state.chooseEngine(id === BEST ? null : id)}
        options={[
          { value: BEST, label: t("bestEngine") },
          ...engines.map(({ id, isLocal }) => ({
            value: id,
            label: (
              <>
                {engineName(id)}
                {isLocal ? null : <span className="block text-xs text-muted">{t("leavesMachine")}</span>}
              </>
            ),
          })),
        ]}
      />
    </Menu>
  );
}
