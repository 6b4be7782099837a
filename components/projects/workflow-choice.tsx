"use client";

import { useTranslations } from "use-intl";
import { Radio } from "@/components/ui/checkbox";
import { WORKFLOWS, type Workflow } from "@/lib/vocabulary/projects";

/** The field `workflow` of a project's form. Not a list, because phones would cut its longest names. */
export function WorkflowChoice({ defaultValue }: { readonly defaultValue: Workflow }) {
  const t = useTranslations("projects");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm font-medium">{t("workflow")}</legend>
      {WORKFLOWS.map((workflow) => (
        <Radio
          key={workflow}
          name="workflow"
          value={workflow}
          defaultChecked={workflow === defaultValue}
          label={t(`workflows.${workflow}`)}
          hint={t(`workflowTexts.${workflow}`)}
        />
      ))}
    </fieldset>
  );
}
