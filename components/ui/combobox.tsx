"use client";

import { lazy, type ReactNode, Suspense, startTransition, useRef, useState } from "react";
import type { ComboboxGroup } from "./combobox-panel";
import { cx } from "./cx";
import { useFieldProps } from "./field";
import { ChevronDown } from "./icons";
import { FIELD_CLASS } from "./input";
import type { EmptyLabel } from "./option-list";
import { useLayer } from "./use-layer";
import { useCommaList } from "./writing";

export type { ComboboxOption } from "./combobox-panel";

type SharedProps = {
  readonly groups: readonly ComboboxGroup[];
  /** Accessible name if there is no Field with a label. Also names the panel. */
  readonly label: string;
  readonly searchLabel: string;
  readonly emptyLabel: EmptyLabel;
  readonly placeholder?: ReactNode;
  readonly disabled?: boolean;
  /** `plain` is without a frame, as in a toolbar. */
  readonly look?: "field" | "plain";
  readonly className?: string;
};

type ComboboxProps = SharedProps &
  (
    | { readonly value: string | null; readonly onValueChange: (value: string) => void; readonly multiple?: false }
    | { readonly value: readonly string[]; readonly onValueChange: (value: string[]) => void; readonly multiple: true }
  ) & {
    /** Shown on the button instead of the labels of the chosen options. */
    readonly shown?: ReactNode;
  };

const loadPanel = () => import("./combobox-panel");
const ComboboxPanel = lazy(loadPanel);

/** A searchable choice of one or several options. The panel is loaded on hover or focus. */
export function Combobox(props: ComboboxProps) {
  const { groups, label, searchLabel, emptyLabel, placeholder, disabled, look = "field", className, shown } = props;
  const [open, setOpen] = useState(false);
  const [wanted, want] = useLayer<true>();
  const commaList = useCommaList();
  const button = useRef<HTMLButtonElement>(null);
  const { required: _, ...field } = useFieldProps<{ id?: string; required?: boolean }>({});
  const values = props.multiple ? props.value : props.value === null ? [] : [props.value];
  const chosen = groups.flatMap(({ options }) => options).filter(({ value }) => values.includes(value));
  const labels = commaList([...new Set(chosen.map((option) => option.label))]);

  const select = (value: string) => {
    if (!props.multiple) {
      props.onValueChange(value);
      setOpen(false);
      return;
    }
    props.onValueChange(
      props.value.includes(value) ? props.value.filter((each) => each !== value) : [...props.value, value],
    );
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => {
          want(true);
          startTransition(() => setOpen(!open));
        }}
        className={cx(
          "group inline-flex h-9 min-w-0 items-center gap-2 text-start",
          look === "field"
            ? cx(FIELD_CLASS, "justify-between px-3")
            : "rounded-md px-2.5 text-base font-medium hover:bg-hover aria-expanded:bg-hover",
          className,
        )}
        {...field}
      >
        {field.id ? null : <span className="sr-only">{label}: </span>}
        <span className="min-w-0 truncate">
          {shown ?? (labels || <span className="text-faint">{placeholder}</span>)}
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180" />
      </button>
      <Suspense fallback={null}>
        {wanted ? (
          <ComboboxPanel
            anchor={button}
            open={open}
            onOpenChange={setOpen}
            label={label}
            searchLabel={searchLabel}
            emptyLabel={emptyLabel}
            groups={groups}
            values={values}
            onSelect={select}
          />
        ) : null}
      </Suspense>
    </>
  );
}
