"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import WhyNot from "@/components/language/why-not";
import { Combobox } from "@/components/ui/combobox";
import { DateInput } from "@/components/ui/date-input";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import { dayOf, dueAtOf } from "@/lib/client/days";
import { useLanguageChanges } from "@/lib/client/project-work";
import { useMembers } from "@/lib/client/workspace";
import type { Member } from "@/lib/schemas/members";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { useTargetGroups } from "./language-options";

/** Adds a language, or changes its people and due date. */
export default function LanguageDialog({
  project,
  language,
  onClose,
}: {
  readonly project: Project;
  /** Null to add a new one. */
  readonly language: ProjectLanguage | null;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const pick = useTranslations("languages");
  const members = useMembers();
  const { add, patch } = useLanguageChanges(project.id);
  const [code, setCode] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isDueWrong, setDueWrong] = useState(false);
  const groups = useTargetGroups(project.sourceLanguage, project.targetLanguages);

  const submit = (data: FormData) => {
    const dueAt = dueAtOf(String(data.get("due") ?? ""));
    setDueWrong(dueAt === undefined);
    if (dueAt === undefined) return;
    const body = {
      translatorId: String(data.get("translator") ?? "") || null,
      reviewerId: String(data.get("reviewer") ?? "") || null,
      dueAt,
    };
    const done = { onSuccess: onClose };
    if (language) patch.mutate({ language: language.language, ...body }, done);
    else if (code === null) setMissing(true);
    else add.mutate({ language: code, ...body }, done);
  };

  return (
    <FormDialog
      title={language ? t("assign") : t("addLanguage")}
      submitLabel={language ? ui("save") : t("addLanguage")}
      pending={add.isPending || patch.isPending}
      disabled={!members.data}
      onSubmit={submit}
      onClose={onClose}
    >
      {language ? null : (
        <Field label={t("language")} error={isMissing && code === null ? t("languageMissing") : undefined} required>
          <Combobox
            label={t("language")}
            searchLabel={pick("search")}
            emptyLabel={pick("empty")}
            placeholder={t("chooseLanguage")}
            groups={groups}
            value={code}
            onValueChange={setCode}
          />
          {code && groups[1]?.options.some(({ value }) => value === code) ? (
            <WhyNot inline missing={{ source: project.sourceLanguage, target: code }} />
          ) : null}
        </Field>
      )}
      <Assignee
        name="translator"
        members={members.data?.filter(({ role }) => role !== "viewer")}
        assigned={language?.translator?.id}
      />
      <Assignee
        name="reviewer"
        members={members.data?.filter(({ role }) => role !== "viewer" && role !== "translator")}
        assigned={language?.reviewer?.id}
      />
      <Field label={t("due")} optionalLabel={ui("optional")} error={isDueWrong ? t("dueWrong") : undefined}>
        <DateInput name="due" defaultValue={language?.dueAt ? dayOf(language.dueAt) : ""} />
      </Field>
      <Failure error={add.error ?? patch.error} title={t("notDone")} />
      <Failure error={members.error} onRetry={() => void members.refetch()} />
    </FormDialog>
  );
}

type AssigneeProps = {
  readonly name: "translator" | "reviewer";
  /** The members to choose from; undefined until loaded. */
  readonly members: readonly Member[] | undefined;
  /** Id of the assigned person. */
  readonly assigned: string | undefined;
};

function Assignee({ name, members, assigned }: AssigneeProps) {
  const t = useTranslations("projects");
  return (
    <Field label={t(name)}>
      {/* Rerendered with its options, because a select must contain the option of its value. */}
      <Select
        key={members ? "known" : "unknown"}
        name={name}
        defaultValue={assigned ?? ""}
        disabled={!members}
        options={members?.map(({ userId, name }) => [userId, name])}
      >
        <option value="">{t("nobody")}</option>
      </Select>
    </Field>
  );
}
