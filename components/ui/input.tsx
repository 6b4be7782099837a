"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldProps } from "./field";

/** Classes for the frame of all text inputs. */
export const FIELD_CLASS =
  "w-full rounded-md border border-edge bg-surface text-base text-ink transition-colors outline-offset-0 hover:border-muted focus-visible:border-accent focus-visible:outline-1 disabled:opacity-60 aria-invalid:border-danger aria-invalid:outline-danger";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps(rest)} className={cx(FIELD_CLASS, "h-9 px-3 read-only:bg-sunken", className)} />;
}

/** Chooses files. Browsers label its button, and treat it as read-only because it does not accept typing. */
export function FileInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <input
      {...useFieldProps(props)}
      type="file"
      className={cx(
        FIELD_CLASS,
        "h-9 cursor-pointer p-[3px] file:me-3 file:h-7 file:cursor-pointer file:rounded-sm file:bg-hover file:px-2.5 file:text-sm file:font-medium",
      )}
    />
  );
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldProps(rest)}
      className={cx(FIELD_CLASS, "min-h-24 px-3 py-2 read-only:bg-sunken", className)}
    />
  );
}
