"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { dayOf, endOfDay } from "@/lib/client/days";
import { useFieldError } from "@/lib/client/field-errors";
import { useDeleteProject, usePatchProject } from "@/lib/client/project-work";
import type { ProjectGlossaries as Glossaries } from "@/lib/schemas/glossaries";
import type { ProjectMemories as Memories } from "@/lib/schemas/memories";
import type { Project } from "@/lib/schemas/projects";
import { WORKFLOWS } from "@/lib/vocabulary/workflows";
import { ProjectGlossaries } from "./project-glossaries";
import { ProjectMemories } from "./project-memories";

const SWITCHES = [
  "autoStart",
  "propagateRepetitions",
  "propagateConfirmed",
  "protectReviewed",
  "twoPersonReview",
] as const;

type ProjectSettingsProps = {
  readonly project: Project;
  /** The linked ones, in order. */
  readonly memories: Memories;
  readonly glossaries: Glossaries;
};

/** Settings of a project: name, due date, workflow, resources, and deletion. */
export function ProjectSettings({ project, memories, glossaries }: ProjectSettingsProps) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const patch = usePatchProject(project.id);
  const mayLink = project.status !== "archived";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    patch.mutate(
      {
        name: text("name").trim(),
        description: text("description"),
        dueAt: endOfDay(text("due")) ?? null,
        workflow: text("workflow") as Project["workflow"],
        settings: {
          autoStart: data.has("autoStart"),
          propagateRepetitions: data.has("propagateRepetitions"),
          propagateConfirmed: data.has("propagateConfirmed"),
          memoryThreshold: Number(text("memoryThreshold")),
          protectReviewed: data.has("protectReviewed"),
          twoPersonReview: data.has("twoPersonReview"),
          autoReview: data.has("autoReview") ? "context_match" : "never",
        },
      },
      { onSuccess: () => toast(ui("saved"), { tone: "success" }) },
    );
  };
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <form onSubmit={submit} className="flex flex-col gap-6">
        <Field label={t("name")} error={fieldError(patch.error, "name")} required>
          <Input name="name" defaultValue={project.name} maxLength={200} dir="auto" />
        </Field>
        <Field label={t("projectDescription")} optionalLabel={ui("optional")}>
          <Textarea name="description" defaultValue={project.description} maxLength={5000} dir="auto" />
        </Field>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <Field label={t("due")} optionalLabel={ui("optional")}>
            <Input type="date" name="due" defaultValue={project.dueAt ? dayOf(project.dueAt) : ""} />
          </Field>
          <Field label={t("workflow")}>
            <Select name="workflow" defaultValue={project.workflow}>
              {WORKFLOWS.map((workflow) => (
                <option key={workflow} value={workflow}>
                  {t(`workflows.${workflow}`)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 text-sm font-medium">{t("rules")}</legend>
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
        {patch.error ? <Failure error={patch.error} title={t("notDone")} /> : null}
        <Button type="submit" variant="primary" className="self-start" pending={patch.isPending}>
          {ui("save")}
        </Button>
      </form>
      <ProjectMemories project={project} memories={memories} mayChange={mayLink} />
      <ProjectGlossaries project={project} glossaries={glossaries} mayChange={mayLink} />
      <DeleteSection project={project} />
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
          open
          onOpenChange={setAsking}
          title={t("deleteProject")}
          confirmLabel={t("delete")}
          pending={remove.isPending || remove.isSuccess}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => router.push("/projects") })}
        >
          <p>{t("deleteProjectText")}</p>
          {remove.error ? <Failure error={remove.error} title={t("deleteFailed")} /> : null}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
