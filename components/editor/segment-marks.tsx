import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";
import { CircleX, CloudUpload, MessageSquare, TriangleAlert } from "@/components/ui/icons";
import type { OtherPerson } from "@/lib/client/presence";
import type { Segment } from "@/lib/schemas/segments";
import { PeopleAt } from "./people";
import { StateMark } from "./state-mark";

type SegmentMarksProps = {
  readonly translation: Segment["translation"];
  readonly people: readonly OtherPerson[];
  /** True while a decision is being saved. */
  readonly isSaving: boolean;
  readonly className?: string;
};

/** State of a translation, its open findings and comments, and the people at its segment. */
export function SegmentMarks({ translation, people, isSaving, className }: SegmentMarksProps) {
  const t = useTranslations("editor");
  const open = translation.issues.filter((issue) => issue.status === "open" && issue.severity !== "info");
  const hasErrors = open.some((issue) => issue.severity === "error");
  const IssueIcon = hasErrors ? CircleX : TriangleAlert;
  return (
    <span className={cx("flex flex-col items-end gap-1", className)}>
      {isSaving ? (
        <CloudUpload role="img" aria-label={t("saving.saving")} className="size-4.5 shrink-0 text-muted" />
      ) : (
        <StateMark state={translation.state} />
      )}
      <PeopleAt people={people} />
      {open.length > 0 ? (
        <IssueIcon
          role="img"
          aria-label={`${t(hasErrors ? "withErrors" : "withWarnings")} · ${t("issueCount", { count: open.length })}`}
          className={cx("size-4", hasErrors ? "text-danger" : "text-warning")}
        />
      ) : null}
      {translation.openComments > 0 ? (
        <MessageSquare
          role="img"
          aria-label={t("commentCount", { count: translation.openComments })}
          className="size-4 text-muted"
        />
      ) : null}
    </span>
  );
}
