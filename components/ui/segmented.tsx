"use client";

import { type ReactNode, useId } from "react";
import { cx } from "./cx";

type SegmentedProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly className?: string;
};

/** A choice of two to four options that are all visible. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cx("inline-flex flex-wrap rounded-md bg-sunken p-0.5", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-7 cursor-pointer items-center rounded-sm px-2.5 text-sm text-muted hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_1px_2px_oklch(0.25_0.03_220/0.12)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
