import type { ComponentProps, MouseEvent } from "react";
import { cx } from "./cx";
import type { IconComponent } from "./icons";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-secondary" | "danger-ghost";
export type ButtonSize = "sm" | "md" | "lg";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-edge/60 bg-surface text-ink hover:bg-hover",
  ghost: "text-muted hover:bg-hover hover:text-ink",
  danger: "bg-danger text-on-accent hover:bg-danger-strong",
  "danger-secondary": "border border-danger/40 bg-surface text-danger hover:bg-danger-soft",
  "danger-ghost": "text-danger hover:bg-danger-soft",
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: "h-8 gap-1.5 px-2.5 text-sm [&_svg]:size-4",
  md: "h-9 gap-2 px-3.5 text-base [&_svg]:size-4.5",
  lg: "h-11 gap-2 px-5 text-base [&_svg]:size-5",
};

const ICON_SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: "size-8 [&_svg]:size-4",
  md: "size-9 [&_svg]:size-4.5",
  lg: "size-11 [&_svg]:size-5",
};

const BASE =
  "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0";

/** The classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return cx(BASE, VARIANTS[variant], SIZES[size]);
}

type ButtonProps = ComponentProps<"button"> & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Shown before the name. */
  readonly icon?: IconComponent;
  /** Whether work is in progress. The button keeps its size and name, and ignores presses. */
  readonly pending?: boolean;
};

export function Button(props: ButtonProps) {
  const { variant, size, icon: Icon, pending = false, className, children: name, onClick, ...rest } = props;
  const children = (
    <>
      {Icon ? <Icon /> : null}
      {name}
    </>
  );
  return (
    <button
      type="button"
      className={cx(buttonClass(variant, size), pending && "relative", className)}
      // Not `disabled`, which would move the focus away.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? refuse : onClick}
      {...rest}
    >
      {pending ? (
        <>
          {/* Not visible but part of the name, unlike an `invisible` element. */}
          <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
            <svg className="animate-spin" viewBox="0 0 20 20" fill="none" aria-hidden="true">
              <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
              <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
            </svg>
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Prevents the action and the submission of a form. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

type IconButtonProps = Omit<ButtonProps, "aria-label"> & {
  /** The action, as accessible name and tooltip. */
  readonly label: string;
  /** Equivalent shortcut, shown in the tooltip. */
  readonly keys?: string;
};

/** An icon button. Its label is shown as a tooltip (see tips.tsx). */
export function IconButton({
  icon: Icon,
  label,
  keys,
  variant = "ghost",
  size = "md",
  className,
  pending = false,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? refuse : onClick}
      className={cx(BASE, VARIANTS[variant], ICON_SIZES[size], pending && "animate-pulse", className)}
      {...rest}
    >
      {Icon ? <Icon /> : children}
    </button>
  );
}
