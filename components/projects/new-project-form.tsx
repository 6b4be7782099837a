"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type SubmitEvent, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import WhyNot from "@/components/language/why-not";
import { Button, buttonClass } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { DateInput } from "@/components/ui/date-input";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { focusFirstFault } from "@/components/ui/form-dialog";
import { X } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { type Repository, readRepository, useAdopt } from "@/lib/client/adopt";
import { ApiError } from "@/lib/client/api-error";
import { dueAtOf } from "@/lib/client/days";
import { useFieldError } from "@/lib/client/field-errors";
import { useDocumentUploads } from "@/lib/client/project-work";
import { type NewProject, useCreateProject } from "@/lib/client/projects";
import { randomId } from "@/lib/client/random-id";
import type { Project } from "@/lib/schemas/projects";
import type { Languages } from "@/lib/schemas/translate";
import type { Workflow } from "@/lib/vocabulary/projects";
import { FileDrop } from "./file-drop";
import { useLanguageOptions, useTargetGroups } from "./language-options";
import { RepositoryTable } from "./repository-table";
import { ImportReport } from "./translations-dialog";
import { UploadList } from "./upload-list";
import { WorkflowChoice } from "./workflow-choice";

/** Maximum number of languages without an engine that are explained one by one. */
const MAX_EXPLAINED = 3;
const NONE: readonly string[] = [];
const FIELDS = ["name", "sourceLanguage", "targetLanguages", "dueAt", "externalId", "workflow"];

type NewProjectFormProps = {
  readonly languages: Languages | undefined;
  readonly defaults: { readonly source: string | null; readonly targets: readonly string[] };
};

type Faults = { name?: string; source?: string; targets?: string; due?: string };

export function NewProjectForm({ languages, defaults }: NewProjectFormProps) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const pick = useTranslations("languages");
  const fieldError = useFieldError();
  const router = useRouter();
  const create = useCreateProject();
  const options = useLanguageOptions(languages);
  const [source, setSource] = useState<string | null>(defaults.source);
  const [targets, setTargets] = useState<readonly string[]>(defaults.targets);
  const [faults, setFaults] = useState<Faults>({});
  const [files, setFiles] = useState<readonly File[]>([]);
  const [created, setCreated] = useState<Project | null>(null);
  const [repository, setRepository] = useState<Repository | null>(null);
  const adopt = useAdopt();
  const { uploads, send, retry, drop } = useDocumentUploads(nothing);
  const form = useRef<HTMLFormElement>(null);
  const sources = useMemo(() => [{ options }], [options]);
  const targetGroups = useTargetGroups(source, NONE, languages);
  const unserved = targets.filter((code) => targetGroups[1]?.options.some(({ value }) => value === code));

  const read = async (chosen: readonly File[], from: string | null) => {
    setFiles(chosen);
    const found = await readRepository(chosen, from ?? USUAL_SOURCE);
    setRepository(found);
    if (!found) return;
    setSource(from ?? USUAL_SOURCE);
    setTargets(found.languages.filter((language) => language !== from));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get("name") ?? "").trim();
    const dueAt = dueAtOf(String(data.get("due") ?? ""));
    const externalId = String(data.get("externalId") ?? "").trim();
    const found: Faults = {
      ...(name === "" ? { name: t("nameMissing") } : {}),
      ...(source === null ? { source: t("sourceMissing") } : {}),
      ...(targets.length === 0 ? { targets: t("targetsMissing") } : {}),
      ...(dueAt === undefined ? { due: t("dueWrong") } : {}),
    };
    setFaults(found);
    if (source === null || Object.keys(found).length > 0) return focusFirstFaultSoon(form.current);
    const project: NewProject = {
      name,
      sourceLanguage: source,
      targetLanguages: [...targets],
      workflow: String(data.get("workflow")) as Workflow,
      ...(dueAt ? { dueAt } : {}),
      ...(externalId ? { externalId } : {}),
      // Drafts must not start before the existing translations are imported.
      ...(repository ? { settings: { autoStart: false }, languageNames: { ...repository.languageNames } } : {}),
    };
    create.mutate(
      { project, attempt: randomId() },
      {
        onSuccess: async (project) => {
          setCreated(project);
          // Failed uploads stay here with their reason, because the project already exists.
          const isSent = await send(project.id, repository?.sources ?? files);
          if (repository) adopt.mutate({ project, files: chosenFiles(repository, targets) });
          else if (isSent) router.push(`/projects/${project.id}`);
        },
        onError: () => focusFirstFaultSoon(form.current),
      },
    );
  };
  const isStuck = uploads.length > 0 && uploads.every(({ state }) => state === "failed");
  const taken = create.error instanceof ApiError && create.error.code === "conflict";

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-6">
      <Field label={t("name")} error={faults.name ?? fieldError(create.error, "name")} required>
        <Input name="name" maxLength={200} autoComplete="off" dir="auto" />
      </Field>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field label={t("source")} error={faults.source ?? fieldError(create.error, "sourceLanguage")} required>
          <Combobox
            label={t("source")}
            searchLabel={pick("search")}
            emptyLabel={pick("empty")}
            placeholder={t("chooseLanguage")}
            groups={sources}
            value={source}
            onValueChange={(value) => {
              setSource(value);
              setTargets(targets.filter((target) => target !== value));
              void read(files, value);
            }}
          />
        </Field>
        <div className="flex flex-col gap-2">
          <Field label={t("targets")} error={faults.targets ?? fieldError(create.error, "targetLanguages")} required>
            <Combobox
              label={t("targets")}
              searchLabel={pick("search")}
              emptyLabel={pick("empty")}
              placeholder={t("chooseLanguages")}
              groups={targetGroups}
              multiple
              value={targets}
              onValueChange={setTargets}
              shown={targets.length === 0 ? undefined : t("chosen", { count: targets.length })}
            />
          </Field>
          <ul className="flex flex-wrap gap-1.5">
            {targets.map((code) => {
              const name = options.find(({ value }) => value === code)?.label ?? code;
              return (
                <li key={code}>
                  <button
                    type="button"
                    onClick={() => {
                      keepFocusNearby();
                      setTargets(targets.filter((each) => each !== code));
                    }}
                    aria-label={t("removeLanguage", { language: name })}
                    className="inline-flex h-7 items-center gap-1.5 rounded-sm bg-accent-soft px-2 text-sm text-accent-ink hover:bg-hover"
                  >
                    {name}
                    <X className="size-3.5" />
                  </button>
                </li>
              );
            })}
          </ul>
          {unserved.slice(0, MAX_EXPLAINED).map((target) => (
            <WhyNot key={target} inline missing={{ source: source ?? "", target }} />
          ))}
        </div>
      </div>
      <WorkflowChoice defaultValue="mt_review" />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field label={t("due")} optionalLabel={ui("optional")} error={faults.due ?? fieldError(create.error, "dueAt")}>
          <DateInput name="due" />
        </Field>
        <Field
          label={t("externalId")}
          optionalLabel={ui("optional")}
          hint={t("externalIdHint")}
          error={taken ? t("externalIdTaken") : fieldError(create.error, "externalId")}
        >
          <Input name="externalId" maxLength={255} autoComplete="off" dir="auto" className="font-mono" />
        </Field>
      </div>
      <FileDrop
        files={files}
        onChange={(chosen) => void read(chosen, source)}
        disabled={created !== null}
        isRepository={repository !== null}
      />
      {repository && !adopt.data ? (
        <div className="flex flex-col items-start gap-2">
          <RepositoryTable repository={repository} targets={targets} />
          {created ? null : (
            <Button size="sm" variant="ghost" onClick={() => void read([], source)}>
              {t("adopt.remove")}
            </Button>
          )}
        </div>
      ) : null}
      {created ? <UploadList uploads={uploads} onRetry={(upload) => retry(created.id, upload)} onDrop={drop} /> : null}
      {adopt.isPending ? <Progress label={t("adopt.importing")} percent={null} /> : null}
      <Failure error={adopt.error} title={t("bringFailed")} />
      {created && repository
        ? adopt.data?.map((job) => (
            <ImportReport key={job.id} job={job} project={created} files={chosenFiles(repository, targets)} />
          ))
        : null}
      <Failure error={taken ? null : create.error} fields={FIELDS} title={t("createFailed")} />
      <div className="flex flex-wrap gap-2">
        {created && !adopt.isPending && (adopt.isIdle ? isStuck : true) ? (
          <Link href={`/projects/${created.id}`} className={buttonClass("primary")}>
            {t("toProject")}
          </Link>
        ) : (
          <Button variant="primary" type="submit" pending={create.isPending || create.isSuccess}>
            {t("create")}
          </Button>
        )}
        {created ? null : (
          <Link href="/projects" className={buttonClass("ghost")}>
            {ui("cancel")}
          </Link>
        )}
      </div>
    </form>
  );
}

/** The default language of the sources of a repository. */
const USUAL_SOURCE = "en";

const nothing = () => {};

/** The translations into the chosen languages of the project. */
function chosenFiles({ translations }: Repository, targets: readonly string[]): File[] {
  return translations.flatMap(({ file, language }) => (targets.includes(language) ? [file] : []));
}

/** Focuses the first error after the errors are rendered. */
function focusFirstFaultSoon(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => focusFirstFault(form));
}
