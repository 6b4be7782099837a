"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldProps } from "./field";
import { ChevronDown } from "./icons";
import { FIELD_CLASS } from "./input";

/** A choice of a few options in the browser's own list. For many options see combobox.tsx. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cx("relative inline-block", className ?? "w-full")}>
      <select {...useFieldProps(rest)} className={cx(FIELD_CLASS, "h-9 appearance-none ps-3 pe-9")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted"
      />
    </span>
  );
}
