"use client";

import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Archive, Ban, CircleCheck, CircleDashed, CircleDot, ScanSearch, TriangleAlert } from "@/components/ui/icons";
import type { Project } from "@/lib/schemas/projects";
import type { ProjectStatus } from "@/lib/vocabulary/segments";

const STATUS = {
  draft: { tone: "neutral", icon: CircleDashed },
  in_progress: { tone: "accent", icon: CircleDot },
  in_review: { tone: "accent", icon: ScanSearch },
  completed: { tone: "success", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: Ban },
  archived: { tone: "neutral", icon: Archive },
} as const satisfies Record<ProjectStatus, unknown>;

export function StatusBadge({ status }: { status: Project["status"] }) {
  const t = useTranslations("projects");
  const { tone, icon: Icon } = STATUS[status];
  return (
    <Badge tone={tone}>
      <Icon />
      {t(`statuses.${status}`)}
    </Badge>
  );
}

/**
 * Reasons for attention, with a badge each. Nothing if there are none. No badge is red: errors of the service are shown
 * where the document or the job is listed.
 */
export function HealthBadge({ health }: { health: Project["health"] }) {
  const t = useTranslations("projects");
  if (health.level === "ok") return null;
  const reasons = health.reasons.length > 0 ? health.reasons : [health.level];
  return reasons.map((reason) => (
    <Badge key={reason} tone="warning">
      <TriangleAlert />
      {t.has(`reasons.${reason as "overdue"}`) ? t(`reasons.${reason as "overdue"}`) : reason}
    </Badge>
  ));
}
