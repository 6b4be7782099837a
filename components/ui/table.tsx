import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

type TableProps = {
  /** Description of the table for screen readers. */
  readonly caption: string;
  /** If the columns do not fit, each row becomes a block with its cells below each other, instead of scrolling. */
  readonly stacks?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

const STACKED = cx(
  "@max-2xl:block @max-2xl:[&_tbody]:block @max-2xl:[&_thead]:sr-only",
  "@max-2xl:[&_tr]:flex @max-2xl:[&_tr]:flex-wrap @max-2xl:[&_tr]:gap-x-4 @max-2xl:[&_tr]:gap-y-1 @max-2xl:[&_tr]:p-3.5",
  "@max-2xl:[&_tbody_tr]:border-b @max-2xl:[&_tbody_tr]:border-line @max-2xl:[&_tbody_tr:last-child]:border-b-0",
  "@max-2xl:[&_td]:min-w-0 @max-2xl:[&_td]:border-b-0 @max-2xl:[&_td]:p-0",
);

/** A table that scrolls sideways on narrow screens. */
export function Table({ caption, stacks = false, className, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      // Positioned, so that visually hidden content is clipped and does not widen the page.
      className={cx("@container relative overflow-x-auto rounded-lg border border-line bg-surface", className)}
    >
      <table className={cx("w-full border-collapse text-start text-sm", stacks && STACKED)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A sticky last column for actions. Content scrolled below it fades out over the width of a cell's padding. */
export const STICKY_END = cx(
  "sticky end-0 bg-surface",
  "before:pointer-events-none before:absolute before:inset-y-0 before:-start-3.5 before:w-3.5",
  "before:bg-linear-to-l before:from-surface before:to-transparent rtl:before:bg-linear-to-r",
);

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
