import type { ReactNode } from "react";
import { cx } from "./cx";

/** A panel on the canvas. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("rounded-lg border border-line bg-surface", className)}>{children}</div>;
}

type SectionProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Puts the heading at the start of the line on wide screens, for settings. */
  readonly beside?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of a page with a title. */
export function Section({ title, description, actions, beside = false, className, children }: SectionProps) {
  return (
    <section
      className={cx(
        beside
          ? "grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 border-line not-first-of-type:border-t not-first-of-type:pt-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
          : "flex flex-col gap-4",
        className,
      )}
    >
      <header
        className={cx(
          "flex flex-wrap justify-between gap-x-4 gap-y-2",
          beside ? "items-start lg:flex-col lg:justify-start" : "items-end",
        )}
      >
        <div className="flex max-w-prose min-w-0 flex-col gap-1">
          <h2 className="text-lg">{title}</h2>
          {description ? <p className="text-sm text-muted">{description}</p> : null}
        </div>
        {/* Buttons do not increase the height of a heading, so that adjacent sections begin at the same height. */}
        {actions ? <div className={cx("flex flex-wrap gap-2", !beside && "sm:-my-1")}>{actions}</div> : null}
      </header>
      {beside ? <div className="flex min-w-0 flex-col gap-4">{children}</div> : children}
    </section>
  );
}
