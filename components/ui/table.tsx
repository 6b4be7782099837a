import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

type TableProps = {
  /** What the table lists: its name for readers, not shown. */
  readonly caption: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A table that scrolls sideways by itself where the screen is narrow. */
export function Table({ caption, className, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      // Positioned, so that what is there for readers alone is cut off with the rest and does not widen the page.
      className={cx("relative overflow-x-auto rounded-lg border border-line bg-surface", className)}
    >
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A column at the end that stays in sight while the others scroll: for what can be done with a row. */
export const STICKY_END = "sticky end-0 bg-surface";

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cx(
        "h-10 border-b border-line px-3.5 text-start text-xs font-medium whitespace-nowrap text-muted",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={cx("border-b border-line px-3.5 py-2.5 align-middle [tr:last-child>&]:border-b-0", className)}
      {...rest}
    />
  );
}
