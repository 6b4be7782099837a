"use client";

import { type SubmitEvent, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useFieldError } from "@/lib/client/field-errors";
import { useLanguages } from "@/lib/client/languages";
import { useChangeWorkspace } from "@/lib/client/workspace";
import type { Account } from "@/lib/schemas/account";
import type { Languages } from "@/lib/schemas/translate";

const FIELDS = ["name", "defaultSource", "defaultTargets", "fileRetentionHours"];
const RETENTIONS = [1, 6, 24, 72, 168, 336, 720];

type WorkspaceFormProps = { readonly account: Account; readonly languages: Languages | undefined };

/**
 * Name, default languages, retention of files, and whether texts may be sent to services on other machines. Managers
 * can change them, all members can see them.
 */
export function WorkspaceForm({ account: first, languages }: WorkspaceFormProps) {
  const t = useTranslations("settings");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const change = useChangeWorkspace();
  const [account, setAccount] = useState(first);
  const [source, setSource] = useState(first.defaultSource);
  const [targets, setTargets] = useState<readonly string[]>(first.defaultTargets);
  const [localOnly, setLocalOnly] = useState(first.localOnly);
  const [bindKeys, setBindKeys] = useState(first.bindKeys);
  const [requireSecondFactor, setRequireSecondFactor] = useState(first.requireSecondFactor);
  const mayChange = account.role === "manager" || account.role === "owner";

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const hours = String(data.get("retention") ?? "");
    change.mutate(
      {
        name: String(data.get("name") ?? ""),
        defaultSource: source,
        defaultTargets: [...targets],
        fileRetentionHours: hours === "" ? null : Number(hours),
        localOnly,
        requireSecondFactor,
        bindKeys,
      },
      {
        onSuccess: (next) => {
          setAccount(next);
          toast(ui("saved"), { tone: "success" });
        },
      },
    );
  };

  return (
    <Section beside title={t("workspace")} description={t("workspaceText")}>
      {mayChange ? null : <Notice>{t("managersChange")}</Notice>}
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} className="flex max-w-md flex-col gap-6">
          <legend className="sr-only">{t("workspace")}</legend>
          <Field label={t("workspaceName")} error={fieldError(change.error, "name")} required>
            <Input name="name" defaultValue={first.name} maxLength={100} autoComplete="organization" dir="auto" />
          </Field>
          <UsualLanguages
            languages={languages}
            source={source}
            targets={targets}
            onSource={setSource}
            onTargets={setTargets}
            error={change.error}
            disabled={!mayChange}
          />
          <Field
            label={t("retention")}
            hint={t("retentionHint")}
            error={fieldError(change.error, "fileRetentionHours")}
          >
            <Select
              name="retention"
              defaultValue={first.fileRetentionIsDefault ? "" : String(first.fileRetentionHours)}
              options={retentionsWith(first).map((hours) => [
                String(hours),
                hours % 24 === 0 ? t("days", { count: hours / 24 }) : t("hours", { count: hours }),
              ])}
            >
              <option value="">
                {first.fileRetentionIsDefault
                  ? t("retentionDefaultOf", { hours: t("hours", { count: first.fileRetentionHours }) })
                  : t("retentionDefault")}
              </option>
            </Select>
          </Field>
          <Switch
            label={t("localOnly")}
            hint={t("localOnlyText")}
            checked={localOnly}
            onChange={(event) => setLocalOnly(event.target.checked)}
          />
          <Switch
            label={t("requireSecondFactor")}
            hint={t("requireSecondFactorText")}
            checked={requireSecondFactor}
            onChange={(event) => setRequireSecondFactor(event.target.checked)}
          />
          <Switch
            label={t("bindKeys")}
            hint={t("bindKeysText")}
            checked={bindKeys}
            onChange={(event) => setBindKeys(event.target.checked)}
          />
          <Failure error={change.error} fields={FIELDS} title={t("notSaved")} />
          {mayChange ? (
            <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
              {ui("save")}
            </Button>
          ) : null}
        </fieldset>
      </form>
    </Section>
  );
}

/** The usual choices and the current value. */
function retentionsWith(account: Account): readonly number[] {
  const ownHours = account.fileRetentionHours;
  if (account.fileRetentionIsDefault || RETENTIONS.includes(ownHours)) return RETENTIONS;
  return [...RETENTIONS, ownHours].sort((a, b) => a - b);
}

type UsualLanguagesProps = {
  languages: Languages | undefined;
  source: string | null;
  targets: readonly string[];
  onSource: (source: string | null) => void;
  onTargets: (targets: readonly string[]) => void;
  error: unknown;
  disabled: boolean;
};

function UsualLanguages(props: UsualLanguagesProps) {
  const { languages, source, targets, onSource, onTargets, error, disabled } = props;
  const t = useTranslations("settings");
  const pick = useTranslations("languages");
  const fieldError = useFieldError();
  const { data = [] } = useLanguages(languages);
  const options = useMemo(
    () =>
      data.map(({ code, name, nativeName }) => ({ value: code, label: name, detail: nativeName, detailLang: code })),
    [data],
  );
  const sources = useMemo(
    () => [{ options: [{ value: "auto", label: pick("detect") }] }, { options }],
    [options, pick],
  );
  const targetGroups = useMemo(() => [{ options }], [options]);
  return (
    <>
      <Field label={t("defaultSource")} error={fieldError(error, "defaultSource")}>
        <Combobox
          label={t("defaultSource")}
          searchLabel={pick("search")}
          emptyLabel={pick("empty")}
          groups={sources}
          value={source ?? "auto"}
          onValueChange={(value) => onSource(value === "auto" ? null : value)}
          disabled={disabled}
        />
      </Field>
      <Field label={t("defaultTargets")} hint={t("defaultTargetsHint")} error={fieldError(error, "defaultTargets")}>
        <Combobox
          label={t("defaultTargets")}
          searchLabel={pick("search")}
          emptyLabel={pick("empty")}
          placeholder={t("noDefaultTargets")}
          groups={targetGroups}
          multiple
          value={targets}
          onValueChange={onTargets}
          disabled={disabled}
        />
      </Field>
    </>
  );
}
