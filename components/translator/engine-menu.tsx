"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Menu, MenuChoice, MenuLabel } from "@/components/ui/menu";
import { useEnginesFor } from "@/lib/client/alternatives";
import { engineName } from "./engine-name";
import type { SteadyTranslator } from "./use-translator";

const BEST = "";

/** A menu of the available engines. Rendered open, because it is loaded on demand. */
export default function EngineMenu({ state, trigger }: { state: SteadyTranslator; trigger: ReactNode }) {
  const t = useTranslations("translate");
  const [isOpen, setOpen] = useState(true);
  const { spoken, target } = state;
  const { data: engines = [] } = useEnginesFor({ source: spoken ?? "", target }, isOpen && spoken !== null);
  return (
    <Menu align="start" side="top" open={isOpen} onOpenChange={setOpen} trigger={trigger}>
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
