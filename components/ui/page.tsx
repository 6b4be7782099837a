import type { ReactNode } from "react";
import { cx } from "./cx";

type PageProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Link to the parent page, above the heading. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  /** `wide` for tables, `text` for forms and prose. */
  readonly width?: "wide" | "text";
  readonly children: ReactNode;
};

/** Layout of every page except the translator: heading, actions, content. */
export function Page({ title, description, back, actions, width = "wide", children }: PageProps) {
  return (
    <div
      className={cx(
        "mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-6 sm:px-6 lg:px-10 lg:py-9",
        // All pages have the same left edge.
        width === "text" && "*:max-w-2xl",
      )}
    >
      {back ? <div className="-mb-6 print:hidden">{back}</div> : null}
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex max-w-prose min-w-0 flex-col gap-1">
          <h1 className="text-2xl">{title}</h1>
          {description ? <p className="text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
