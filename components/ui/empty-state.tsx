import type { ReactNode } from "react";

type EmptyStateProps = {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** A primary action, and at most one other. */
  readonly actions?: ReactNode;
};

/** Replaces an empty list: describes its entries and how to add them. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-edge/60 px-6 py-14 text-center">
      {icon ? (
        <span aria-hidden="true" className="text-accent [&_svg]:size-8 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
      ) : null}
      <h2 className="text-lg">{title}</h2>
      {children ? <div className="max-w-md text-muted">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
