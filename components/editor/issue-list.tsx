"use client";

import { memo, type RefObject } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CircleX, Info, TriangleAlert, WandSparkles } from "@/components/ui/icons";
import type { QaIssue } from "@/lib/text/qa/check";
import type { Severity } from "@/lib/vocabulary/segments";
import { useEditorScope } from "./editor-scope";
import { useFormName } from "./form-name";
import { issueText } from "./issue-text";

const LOOK = {
  error: { icon: CircleX, text: "text-danger" },
  warning: { icon: TriangleAlert, text: "text-warning" },
  info: { icon: Info, text: "text-muted" },
} as const satisfies Record<Severity, unknown>;

export type IssueActions = {
  /** Shows the plural form with the finding. */
  readonly showForm?: (name: string) => void;
  readonly fix: (issue: QaIssue) => void;
  readonly ignore?: (issue: QaIssue) => void;
};

type IssueListProps = {
  readonly id: string;
  readonly issues: readonly QaIssue[];
  /** Actions of the buttons, as of the field's last rendering. */
  readonly actions: RefObject<IssueActions>;
  readonly canIgnore: boolean;
};

/** The issues of the typed text with their fixes. It is not rendered on keystrokes. */
export const IssueList = memo(function IssueList({ id, issues, actions, canIgnore }: IssueListProps) {
  const t = useTranslations("editor");
  const locale = useLocale();
  const formName = useFormName();
  const { customChecks } = useEditorScope().project.settings;
  if (issues.length === 0) return null;
  return (
    <ul id={id} aria-label={t("issues")} className="flex flex-col gap-1 text-sm">
      {issues.map((issue) => {
        const { icon: Icon, text } = LOOK[issue.severity];
        const form = issue.params.form === undefined ? null : String(issue.params.form);
        const { text: sentence, values } = issueText(t, issue, { customChecks, locale });
        return (
          <li key={issue.fingerprint} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Icon role="img" aria-label={t(`severities.${issue.severity}`)} className={`size-4 shrink-0 ${text}`} />
            <span className="min-w-0 grow">
              {form === null ? null : (
                <button
                  type="button"
                  onClick={() => actions.current.showForm?.(form)}
                  className="me-1.5 rounded-sm bg-sunken px-1.5 text-xs font-medium hover:bg-hover"
                >
                  {formName(form)}
                </button>
              )}
              <bdi>{sentence}</bdi>{" "}
              {values.length > 0 ? <bdi className="font-mono text-xs text-muted">{values.join(" · ")}</bdi> : null}
            </span>
            <span className="ms-auto flex gap-2 empty:hidden">
              {issue.replacement === null ? null : (
                <Button icon={WandSparkles} size="sm" variant="ghost" onClick={() => actions.current.fix(issue)}>
                  {t("fix")}
                </Button>
              )}
              {canIgnore ? (
                <Button size="sm" variant="ghost" onClick={() => actions.current.ignore?.(issue)}>
                  {t("ignore")}
                </Button>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
});
