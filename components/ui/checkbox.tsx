"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

type InputProps = Omit<ComponentProps<"input">, "type" | "children">;
type ChoiceProps = InputProps & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

const BOX =
  "relative mt-0.5 size-5 shrink-0 appearance-none border border-edge bg-surface transition-colors checked:border-accent checked:bg-accent disabled:opacity-50";

const TICK_BOX = `${BOX} rounded-sm after:absolute after:top-[2px] after:left-[6px] after:hidden after:h-2.5 after:w-1.5 after:rotate-45 after:border-r-2 after:border-b-2 after:border-on-accent checked:after:block`;

/** An independent choice, or one of several choices that can be combined. */
export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" box={TICK_BOX} />;
}

/** A row's checkbox, named for screen readers only. It has few elements, because each row contains one. */
export function RowCheckbox({ label, className, ...rest }: InputProps & { readonly label: string }) {
  return (
    <label className={cx("flex min-h-6 items-start", className)}>
      <input {...rest} type="checkbox" aria-label={label} className={TICK_BOX} />
    </label>
  );
}

/** A choice in a group of choices with the same `name`. */
export function Radio(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="radio"
      box={cx(
        BOX,
        "rounded-full after:absolute after:inset-1.5 after:hidden after:rounded-full after:bg-on-accent checked:after:block",
      )}
    />
  );
}

/** An on/off switch that is effective immediately. */
export function Switch(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="checkbox"
      role="switch"
      hintClass="ms-11.5"
      box="relative mt-0.5 h-5 w-9 shrink-0 appearance-none rounded-full border border-edge bg-sunken transition-colors after:absolute after:inset-y-0.5 after:start-0.5 after:size-3.5 after:rounded-full after:bg-muted after:transition-all checked:border-accent checked:bg-accent checked:after:start-[calc(100%-1rem)] checked:after:bg-on-accent disabled:opacity-50"
    />
  );
}

type BoxProps = { type: "checkbox" | "radio"; box: string; hintClass?: string };

function Choice({ label, hint, className, box, hintClass = "ms-7.5", ...rest }: ChoiceProps & BoxProps) {
  const hintId = useId();
  return (
    <div className={cx("flex flex-col", className)}>
      <label className="flex min-h-6 items-start gap-2.5">
        <input {...rest} className={box} aria-describedby={hint ? hintId : undefined} />
        <span className="text-base">{label}</span>
      </label>
      {hint ? (
        <span id={hintId} className={cx("text-sm text-muted", hintClass)}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
