"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { useFieldProps } from "./field";
import { ChevronDown } from "./icons";
import { FIELD_CLASS } from "./input";

type SelectProps<Value extends string> = Omit<ComponentProps<"select">, "value" | "onChange"> & {
  readonly value?: Value | "";
  readonly onValueChange?: (value: Value) => void;
  readonly options?: readonly (readonly [value: Value, label: string])[];
  /** An `<option>` before the others, or groups of them. */
  readonly children?: ReactNode;
};

/** A choice of a few options in the browser's own list. For many options see combobox.tsx. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options = [], onValueChange, className, children, ...rest } = props;
  return (
    <span className={cx("relative inline-block", className ?? "w-full")}>
      <select
        {...useFieldProps(rest)}
        onChange={onValueChange && (({ currentTarget }) => onValueChange(currentTarget.value as Value))}
        className={cx(FIELD_CLASS, "h-9 appearance-none ps-3 pe-9")}
      >
        {children}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted" />
    </span>
  );
}
