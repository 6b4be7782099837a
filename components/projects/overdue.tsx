import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { TriangleAlert } from "@/components/ui/icons";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";

const UNDER_WAY: ReadonlySet<Project["status"]> = new Set(["draft", "in_progress", "in_review"]);

/** Whether the due date of an unfinished language has passed. */
export function isOverdue(
  project: Pick<Project, "status">,
  { dueAt, status }: Pick<ProjectLanguage, "dueAt" | "status">,
) {
  return UNDER_WAY.has(project.status) && status !== "completed" && dueAt !== null && Date.parse(dueAt) < Date.now();
}

export function OverdueBadge() {
  const t = useTranslations("projects");
  return (
    <Badge tone="warning">
      <TriangleAlert />
      {t("reasons.overdue")}
    </Badge>
  );
}
