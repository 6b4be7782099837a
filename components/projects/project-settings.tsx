"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { ProtectField, protectOf } from "@/components/language-resources/protect-field";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Checkbox, Radio } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DateInput } from "@/components/ui/date-input";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { dayOf, dueAtOf } from "@/lib/client/days";
import { useFieldError } from "@/lib/client/field-errors";
import { useDeleteProject, usePatchProject } from "@/lib/client/project-work";
import type { ProjectGlossaries as Glossaries } from "@/lib/schemas/glossaries";
import type { ProjectMemories as Memories } from "@/lib/schemas/memories";
import type { Project, ProjectSettings as ProjectSettingsValue } from "@/lib/schemas/projects";
import { PROJECT_FORMALITIES } from "@/lib/vocabulary/texts";
import { CustomChecks } from "./custom-checks";
import { FileSettings, readFileSettings } from "./file-settings";
import { ProjectGlossaries } from "./project-glossaries";
import { ProjectMemories } from "./project-memories";
import { WorkflowChoice } from "./workflow-choice";

const SWITCHES = [
  "autoStart",
  "propagateRepetitions",
  "propagateConfirmed",
  "protectReviewed",
  "twoPersonReview",
] as const;

const SOURCE_CHANGES = ["needs_work", "keep"] as const satisfies readonly ProjectSettingsValue["sourceChanges"][];
const GROUPS = ["general", "rules", "files", "checks", "resources", "deletion"] as const;
/** Fields that show their own errors. */
const FIELDS = ["name", "protect", "settings.fileNames", "settings.languageCodes", "settings.lastTranslator"];

type ProjectSettingsProps = {
  readonly project: Project;
  /** The linked memories, in order. */
  readonly memories: Memories;
  readonly glossaries: Glossaries;
};

/** Settings of a project in groups: general, rules, files, checks, resources, and deletion. */
export function ProjectSettings({ project, memories, glossaries }: ProjectSettingsProps) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const patch = usePatchProject(project.id);
  const [isDueWrong, setDueWrong] = useState(false);
  const mayChange = project.status !== "archived";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const dueAt = dueAtOf(text("due"));
    setDueWrong(dueAt === undefined);
    if (dueAt === undefined) return;
    patch.mutate(
      {
        name: text("name").trim(),
        description: text("description"),
        dueAt,
        workflow: text("workflow") as Project["workflow"],
        protect: protectOf(data),
        settings: {
          autoStart: data.has("autoStart"),
          propagateRepetitions: data.has("propagateRepetitions"),
          propagateConfirmed: data.has("propagateConfirmed"),
          memoryThreshold: Number(text("memoryThreshold")),
          formality: PROJECT_FORMALITIES.find((one) => one === text("formality")) ?? "default",
          instructions: text("instructions"),
          protectReviewed: data.has("protectReviewed"),
          twoPersonReview: data.has("twoPersonReview"),
          autoReview: data.has("autoReview") ? "context_match" : "never",
          sourceChanges: text("sourceChanges") as ProjectSettingsValue["sourceChanges"],
          ...readFileSettings(data, patch.data ?? project),
        },
      },
      { onSuccess: () => toast(ui("saved"), { tone: "success" }) },
    );
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[11rem_minmax(0,42rem)]">
      <nav aria-label={words("groups.label")} className="hidden lg:sticky lg:top-6 lg:block">
        <ul className="flex flex-col gap-1 text-sm">
          {GROUPS.map((group) => (
            <li key={group}>
              <a href={`#${group}`} className="block rounded-sm px-2 py-1.5 text-muted hover:bg-hover hover:text-ink">
                {words(`groups.${group}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-10">
        <form onSubmit={submit} className="flex flex-col gap-10">
          <Group name="general">
            <Field label={t("name")} error={fieldError(patch.error, "name")} required>
              <Input name="name" defaultValue={project.name} maxLength={200} dir="auto" />
            </Field>
            <Field label={t("projectDescription")} optionalLabel={ui("optional")}>
              <Textarea name="description" defaultValue={project.description} maxLength={5000} dir="auto" />
            </Field>
            <div className="grid gap-6 sm:grid-cols-2">
              <Field label={t("due")} optionalLabel={ui("optional")} error={isDueWrong ? t("dueWrong") : undefined}>
                <DateInput name="due" defaultValue={project.dueAt ? dayOf(project.dueAt) : ""} />
              </Field>
            </div>
            <WorkflowChoice defaultValue={project.workflow} />
            <Field label={t("formality")} hint={t("formalityText")}>
              <Select
                name="formality"
                defaultValue={project.settings.formality}
                options={PROJECT_FORMALITIES.map((one) => [one, t(`formalities.${one}`)])}
              />
            </Field>
            <Field label={t("instructions")} optionalLabel={ui("optional")} hint={t("instructionsText")}>
              <Textarea name="instructions" defaultValue={project.settings.instructions} maxLength={1000} dir="auto" />
            </Field>
            <ProtectField patterns={project.protect} error={fieldError(patch.error, "protect")} />
          </Group>
          <Group name="rules">
            <fieldset className="flex flex-col gap-3">
              <legend className="sr-only">{t("rules")}</legend>
              {SWITCHES.map((name) => (
                <Checkbox
                  key={name}
                  name={name}
                  defaultChecked={project.settings[name]}
                  label={t(`switches.${name}`)}
                  hint={t(`switchTexts.${name}`)}
                />
              ))}
              <Checkbox
                name="autoReview"
                defaultChecked={project.settings.autoReview === "context_match"}
                label={t("switches.autoReview")}
                hint={t("switchTexts.autoReview")}
              />
            </fieldset>
            <Field label={t("memoryThreshold")} hint={t("memoryThresholdText")}>
              <Input
                type="number"
                name="memoryThreshold"
                min={75}
                max={100}
                required
                defaultValue={project.settings.memoryThreshold}
              />
            </Field>
            <fieldset className="flex flex-col gap-3">
              <legend className="mb-1 text-sm font-medium">{words("sourceChanges.label")}</legend>
              <p className="text-sm text-muted">{words("sourceChanges.text")}</p>
              {SOURCE_CHANGES.map((value) => (
                <Radio
                  key={value}
                  name="sourceChanges"
                  value={value}
                  defaultChecked={project.settings.sourceChanges === value}
                  label={words(`sourceChanges.${value}`)}
                />
              ))}
            </fieldset>
          </Group>
          <Group name="files">
            <FileSettings project={project} error={patch.error} />
          </Group>
          <div className="sticky bottom-0 -mx-1 flex flex-col gap-3 border-t border-line bg-canvas px-1 py-3">
            <Failure error={patch.error} fields={FIELDS} title={t("notDone")} />
            <Button type="submit" variant="primary" className="self-start" pending={patch.isPending}>
              {ui("save")}
            </Button>
          </div>
        </form>
        <div id="checks" className="scroll-mt-6">
          <CustomChecks project={project} mayChange={mayChange} />
        </div>
        <div id="resources" className="flex scroll-mt-6 flex-col gap-10">
          <ProjectMemories project={project} memories={memories} mayChange={mayChange} />
          <ProjectGlossaries project={project} glossaries={glossaries} mayChange={mayChange} />
        </div>
        <div id="deletion" className="scroll-mt-6">
          <DeleteSection project={project} />
        </div>
      </div>
    </div>
  );
}

/** A part of the form with a heading, to which the navigation links. */
function Group({ name, children }: { readonly name: (typeof GROUPS)[number]; readonly children: ReactNode }) {
  const t = useTranslations("project.groups");
  return (
    <div id={name} className="scroll-mt-6">
      <Section title={t(name)}>
        <div className="flex flex-col gap-6">{children}</div>
      </Section>
    </div>
  );
}

function DeleteSection({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { remove } = useDeleteProject(project.id);
  return (
    <Section title={t("deleteProject")} description={t("deleteProjectText")}>
      <Button variant="danger-secondary" className="self-start" onClick={() => setAsking(true)}>
        {t("deleteProject")}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t("deleteProject")}
          confirmLabel={t("delete")}
          action={remove}
          input={undefined}
          failedTitle={t("deleteFailed")}
          onDone={() => router.push("/projects")}
          onClose={() => setAsking(false)}
        >
          {t("deleteProjectText")}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
