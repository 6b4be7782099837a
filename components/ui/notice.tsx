import type { ReactNode } from "react";
import { TONE_CLASS, type Tone } from "./badge";
import { cx } from "./cx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "./icons";

const ICONS = { neutral: Info, accent: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

type NoticeProps = {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Announced when it appears; for responses to an action. An `alert` interrupts, as notices of danger always do. */
  readonly live?: boolean | "alert";
  readonly children?: ReactNode;
};

/** A message next to its subject. */
export function Notice({ tone = "neutral", title, actions, className, live = false, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={live ? (live === "alert" || tone === "danger" ? "alert" : "status") : undefined}
      className={cx("flex gap-3 rounded-md px-3.5 py-3 text-sm", TONE_CLASS[tone], className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 grow flex-col gap-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-ink">{children}</div> : null}
        {actions ? <div className="mt-1.5 flex flex-wrap gap-2 empty:hidden">{actions}</div> : null}
      </div>
    </div>
  );
}
