import type { ReactNode } from "react";

type AuthPanelProps = {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** Links below the panel. */
  readonly footer?: ReactNode;
};

/** A panel of the sign-in pages. */
export function AuthPanel({ title, text, children, footer }: AuthPanelProps) {
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">{title}</h1>
        {text ? <p className="text-muted">{text}</p> : null}
      </header>
      <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6">{children}</div>
      {footer ? <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">{footer}</div> : null}
    </div>
  );
}

/** Style of a link in running text. */
export const LINK_CLASS = "rounded-sm text-accent-ink underline underline-offset-3 hover:no-underline";
