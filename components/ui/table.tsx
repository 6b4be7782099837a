import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

type TableProps = {
  /** Content of the table, for screen readers. */
  readonly caption: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A table that scrolls sideways on narrow screens. */
export function Table({ caption, className, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      // Positioned, so that visually hidden content is clipped and does not widen the page.
      className={cx("relative overflow-x-auto rounded-lg border border-line bg-surface", className)}
    >
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A sticky last column for a row's actions. */
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
