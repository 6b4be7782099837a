import { cx } from "./cx";

export type ProgressPart = { readonly percent: number; readonly className: string };

type ProgressProps = {
  /** The activity, for screen readers. */
  readonly label: string;
  /** From 0 to 100; null if unknown. */
  readonly percent: number | null;
  /** Announced instead of the percentage. */
  readonly valueText?: string;
  readonly className?: string;
};

/**
 * A progress bar. Drawn as SVG, because the content security policy blocks style attributes in server-rendered markup,
 * but not width attributes.
 */
export function Progress({ label, percent, valueText, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      aria-valuetext={valueText}
      className={cx("h-1.5 w-full overflow-hidden rounded-full bg-sunken", className)}
    >
      {percent === null ? (
        // A third of the bar, because a full bar would look finished.
        <div className="h-full w-1/3 animate-slide rounded-full bg-accent/60" />
      ) : (
        <Bar parts={[{ percent, className: "fill-accent" }]} />
      )}
    </div>
  );
}

type StackedProgressProps = {
  /** Full description of the bar. */
  readonly label: string;
  /** Parts from the start. Their sum may be less than 100. */
  readonly parts: readonly ProgressPart[];
  readonly className?: string;
};

/** Shares of a whole in one bar, such as reviewed, translated and drafted texts. */
export function StackedProgress({ label, parts, className }: StackedProgressProps) {
  return (
    <div role="img" aria-label={label} className={cx("h-2 w-full overflow-hidden rounded-full bg-sunken", className)}>
      <Bar parts={parts} />
    </div>
  );
}

function Bar({ parts }: { parts: readonly ProgressPart[] }) {
  let start = 0;
  return (
    <svg className="flip-rtl block h-full w-full" aria-hidden="true">
      {parts.map(({ percent, className }) => {
        const from = start;
        start += percent;
        return (
          <rect
            key={className}
            x={`${from}%`}
            width={`${Math.max(0, Math.min(percent, 100 - from))}%`}
            height="100%"
            className={cx(className, "transition-[width] duration-300")}
          />
        );
      })}
    </svg>
  );
}
