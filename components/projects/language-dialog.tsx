"use client";

import { type SubmitEvent, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useLanguageChanges } from "@/lib/client/project-work";
import { useMembers } from "@/lib/client/workspace";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { useLanguageOptions } from "./language-options";

/** Adds a language, or says who works on one and until when. */
export default function LanguageDialog({
  project,
  language,
  onClose,
}: {
  readonly project: Project;
  /** Null: a new one is added. */
  readonly language: ProjectLanguage | null;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const pick = useTranslations("languages");
  const options = useLanguageOptions();
  const { data: members } = useMembers([]);
  const { add, patch } = useLanguageChanges(project.id);
  const [code, setCode] = useState<string | null>(null);
  const groups = useMemo(() => {
    const taken = new Set([project.sourceLanguage, ...project.targetLanguages]);
    return [{ options: options.filter(({ value }) => !taken.has(value)) }];
  }, [options, project]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const day = String(data.get("due") ?? "");
    const body = {
      translatorId: String(data.get("translator") ?? "") || null,
      reviewerId: String(data.get("reviewer") ?? "") || null,
      dueAt: day === "" ? null : new Date(`${day}T23:59:59`).toISOString(),
    };
    const done = { onSuccess: onClose };
    if (language) patch.mutate({ language: language.language, ...body }, done);
    else if (code) add.mutate({ language: code, ...body }, done);
  };
  const able = (roles: readonly string[]) => members.filter(({ role }) => roles.includes(role));

  return (
    <Dialog open onOpenChange={onClose} title={language ? t("assign") : t("addLanguage")}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {language ? null : (
          <Field label={t("language")} required>
            <Combobox
              label={t("language")}
              searchLabel={pick("search")}
              emptyLabel={pick("empty")}
              placeholder={t("chooseLanguage")}
              groups={groups}
              value={code}
              onValueChange={setCode}
            />
          </Field>
        )}
        <Field label={t("translator")}>
          <Select name="translator" defaultValue={language?.translator?.id ?? ""}>
            <option value="">{t("nobody")}</option>
            {able(["translator", "reviewer", "manager", "owner"]).map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("reviewer")}>
          <Select name="reviewer" defaultValue={language?.reviewer?.id ?? ""}>
            <option value="">{t("nobody")}</option>
            {able(["reviewer", "manager", "owner"]).map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("due")} optionalLabel={ui("optional")}>
          <Input type="date" name="due" defaultValue={language?.dueAt?.slice(0, 10) ?? ""} />
        </Field>
        {add.error || patch.error ? <Failure error={add.error ?? patch.error} title={t("notDone")} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!language && !code}
            pending={add.isPending || patch.isPending}
          >
            {language ? ui("save") : t("addLanguage")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
