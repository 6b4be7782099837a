"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "./cx";
import { CircleAlert } from "./icons";

type FieldIds = { id: string; hintId: string | undefined; errorId: string | undefined; required: boolean };

const FieldContext = createContext<FieldIds | null>(null);

type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error and how to correct it. Announced when it appears. */
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Shown after the label of an optional field. */
  readonly optionalLabel?: ReactNode;
  /** Whether the label is only for screen readers. */
  readonly labelHidden?: boolean;
  readonly className?: string;
  /** One Input, Textarea, Select or other control that calls {@link useFieldProps}. */
  readonly children: ReactNode;
};

/** A label, a control, a hint and an error, which are associated for assistive technology. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optionalLabel,
  labelHidden,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
        {/* A space, not a margin, because Arabic letters would join across the two. */}
        {optionalLabel ? <span className="font-normal text-faint"> {optionalLabel}</span> : null}
      </label>
      <FieldContext value={{ id, hintId, errorId, required }}>{children}</FieldContext>
      {hint ? (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {/* Always rendered, so that screen readers announce changes. It has no gap when empty. */}
      <div aria-live="polite" className="empty:-mt-1.5">
        {error ? (
          <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </div>
  );
}

type Described = {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: unknown;
};

/** The props that a control gets from its Field: id, description, state. */
export function useFieldProps<Props extends Described>(props: Props): Props {
  const field = useContext(FieldContext);
  if (!field) return props;
  const describedBy = [props["aria-describedby"], field.errorId, field.hintId].filter(Boolean).join(" ");
  return {
    ...props,
    id: props.id ?? field.id,
    required: props.required ?? (field.required || undefined),
    "aria-describedby": describedBy || undefined,
    "aria-invalid": props["aria-invalid"] ?? (field.errorId ? true : undefined),
  };
}
