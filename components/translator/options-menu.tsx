"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { BookA, ShieldCheck } from "@/components/ui/icons";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { useEnginesFor } from "@/lib/client/alternatives";
import { useAllGlossaries } from "@/lib/client/glossaries";
import { useRecentProjects } from "@/lib/client/projects";
import { baseLanguage } from "@/lib/text/languages";
import type { SteadyTranslator } from "./use-translator";

const NONE = "";

type OptionsMenuProps = {
  readonly state: SteadyTranslator;
  readonly trigger: ReactNode;
  readonly onProtect: () => void;
};

/** A menu for project, glossary, formality and protected text. Rendered open, because it is loaded on demand. */
export default function OptionsMenu({ state, trigger, onProtect }: OptionsMenuProps) {
  const t = useTranslations("translate");
  const router = useRouter();
  const [isOpen, setOpen] = useState(true);
  const { spoken, target, wishes, setWishes } = state;
  const { data: all = [] } = useAllGlossaries();
  const { data: recent = [] } = useRecentProjects();
  const { data: engines = [] } = useEnginesFor({ source: spoken ?? "", target }, isOpen && spoken !== null);
  const suits = (sourceLanguage: string) => spoken === null || baseLanguage(sourceLanguage) === baseLanguage(spoken);
  const glossaries = all.filter(({ id, sourceLanguage }) => id === wishes.glossaryId || suits(sourceLanguage));
  const projects = recent.filter(({ id, sourceLanguage }) => id === wishes.projectId || suits(sourceLanguage));
  const takesFormality = engines.some(({ formality }) => formality) || wishes.formality !== undefined;
  const { glossaryId: _, ...withoutGlossary } = wishes;
  const { formality: __, ...withoutFormality } = wishes;
  const { projectId: ___, ...withoutProject } = wishes;
  return (
    <Menu align="start" side="top" open={isOpen} onOpenChange={setOpen} trigger={trigger}>
      {projects.length > 0 ? (
        <>
          <MenuLabel>{t("project")}</MenuLabel>
          <MenuChoice
            value={wishes.projectId ?? NONE}
            onValueChange={(id) => setWishes(id === NONE ? withoutProject : { ...wishes, projectId: id })}
            options={[
              { value: NONE, label: t("noProject") },
              ...projects.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
            ]}
          />
          <p className="max-w-64 px-2.5 pb-2 text-sm text-muted">{t("projectHint")}</p>
          <MenuSeparator />
        </>
      ) : null}
      <MenuLabel>{t("glossary")}</MenuLabel>
      <MenuChoice
        value={wishes.glossaryId ?? NONE}
        onValueChange={(id) => setWishes(id === NONE ? withoutGlossary : { ...wishes, glossaryId: id })}
        options={[
          { value: NONE, label: t("noGlossary") },
          ...glossaries.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
        ]}
      />
      {glossaries.length === 0 ? (
        <MenuItem icon={BookA} onSelect={() => router.push("/glossaries")}>
          {t("toGlossaries")}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuLabel>{t("formality")}</MenuLabel>
      {takesFormality ? (
        <MenuChoice
          value={wishes.formality ?? NONE}
          onValueChange={(value) =>
            setWishes(value === "more" || value === "less" ? { ...wishes, formality: value } : withoutFormality)
          }
          options={[
            { value: NONE, label: t("formalityDefault") },
            { value: "more", label: t("formalityMore") },
            { value: "less", label: t("formalityLess") },
          ]}
        />
      ) : (
        <p className="max-w-64 px-2.5 pb-2 text-sm text-muted">{t("noFormality")}</p>
      )}
      <MenuSeparator />
      <MenuItem icon={ShieldCheck} onSelect={onProtect}>
        {t("protect", { count: wishes.protect?.length ?? 0 })}
      </MenuItem>
    </Menu>
  );
}
