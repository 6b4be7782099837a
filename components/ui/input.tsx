"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldProps } from "./field";

/** The frame of everything that can be typed in. */
export const FIELD_CLASS =
  "w-full rounded-md border border-edge bg-surface text-base text-ink transition-colors outline-offset-0 hover:border-muted focus-visible:border-accent focus-visible:outline-1 disabled:opacity-60 aria-invalid:border-danger aria-invalid:outline-danger";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps(rest)} className={cx(FIELD_CLASS, "h-9 px-3 read-only:bg-sunken", className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldProps(rest)}
      className={cx(FIELD_CLASS, "min-h-24 px-3 py-2 read-only:bg-sunken", className)}
    />
  );
}
