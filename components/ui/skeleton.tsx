import { cx } from "./cx";

/** Stands where something will be, in its size, while it loads. The place around it says `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-pulse rounded-md bg-line/70", className)} />;
}
