import { cx } from "./cx";

/** A placeholder of the same size during loading. Its container has `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded-md bg-line/70", className)} />;
}
