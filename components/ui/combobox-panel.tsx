"use client";

import { type RefObject, useMemo, useRef } from "react";
import { AnchoredPopover } from "./anchored-popover";
import { Check } from "./icons";
import { type EmptyLabel, OptionList } from "./option-list";

type ComboboxPanelProps = {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly label: string;
  readonly searchLabel: string;
  readonly emptyLabel: EmptyLabel;
  readonly groups: readonly ComboboxGroup[];
  readonly values: readonly string[];
  readonly onSelect: (value: string) => void;
};

/** The panel of a Combobox: a search field above a list. */
export default function ComboboxPanel(props: ComboboxPanelProps) {
  const { anchor, open, onOpenChange, label, searchLabel, emptyLabel, groups, values, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(
    () =>
      groups.map(({ heading, options }) => ({
        heading,
        options: options.map((option) => ({
          id: itemId(heading, option),
          words: [option.label, option.detail ?? "", option.value, ...(option.keywords ?? [])],
          onSelect: () => onSelect(option.value),
          content: <Choice option={option} chosen={values.includes(option.value)} />,
        })),
      })),
    [groups, values, onSelect],
  );
  const showChosen = () =>
    requestAnimationFrame(() => {
      const item = list.current?.querySelector('[aria-selected="true"]');
      if (!list.current || !item) return;
      const below = item.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
      list.current.scrollTop += below - list.current.clientHeight / 3;
    });
  return (
    <AnchoredPopover
      anchor={anchor}
      open={open}
      onOpenChange={onOpenChange}
      label={label}
      align="start"
      onOpen={showChosen}
      className="w-[min(22rem,calc(100vw-1rem))]"
    >
      <OptionList
        groups={found}
        searchLabel={searchLabel}
        label={label}
        emptyLabel={emptyLabel}
        initialId={chosenItem(groups, values)}
        list={list}
        searchClassName="px-3"
        inputClassName="h-11 text-base"
        listClassName="max-h-[min(20rem,calc(var(--radix-popover-content-available-height)-3rem))] scroll-py-1 overflow-y-auto p-1"
        optionClassName="flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-base"
      />
    </AnchoredPopover>
  );
}

/** An option may be in two groups, so its id includes the group. */
function itemId(heading: string | undefined, option: ComboboxOption): string {
  return `${heading ?? ""}:${option.value}`;
}

/** The item that is initially visible: the current choice. */
function chosenItem(groups: readonly ComboboxGroup[], values: readonly string[]): string | undefined {
  for (const { heading, options } of groups)
    for (const option of options) if (values.includes(option.value)) return itemId(heading, option);
  return undefined;
}

function Choice({ option, chosen }: { option: ComboboxOption; chosen: boolean }) {
  return (
    <>
      <Check className={chosen ? "size-4 shrink-0 text-accent" : "invisible size-4 shrink-0"} />
      <span className="min-w-0 grow truncate">{option.label}</span>
      {option.detail && option.detail !== option.label ? (
        <span lang={option.detailLang} dir="auto" className="max-w-1/2 shrink-0 truncate text-sm text-muted">
          {option.detail}
        </span>
      ) : null}
    </>
  );
}

/** An option of a Combobox. */
export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
  /** Shown after the label, less prominently, such as the native name of a language. */
  readonly detail?: string;
  /** Language of `detail`. */
  readonly detailLang?: string;
  /** Additional search terms. */
  readonly keywords?: readonly string[];
};

/** Options under a heading, or without one. */
export type ComboboxGroup = { readonly heading?: string; readonly options: readonly ComboboxOption[] };
