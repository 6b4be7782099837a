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
  readonly className?: string;
  readonly children: ReactNode;
};

/** A titled part of a page. */
export function Section({ title, description, actions, className, children }: SectionProps) {
  return (
    <section className={cx("flex flex-col gap-4", className)}>
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="flex max-w-prose min-w-0 flex-col gap-1">
          <h2 className="text-lg">{title}</h2>
          {description ? <p className="text-sm text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}
