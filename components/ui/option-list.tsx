"use client";

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { cx } from "./cx";
import { Search } from "./icons";
import { rank } from "./search-rank";

/** An option of an {@link OptionList}. */
type Option = {
  /** Unique within the list. */
  readonly id: string;
  /** Search terms, most important first. */
  readonly words: readonly string[];
  readonly content: ReactNode;
  readonly onSelect: () => void;
};

export type EmptyLabel = ReactNode | ((search: string) => ReactNode);

type OptionListProps = {
  readonly groups: readonly { readonly heading?: string; readonly options: readonly Option[] }[];
  /** Names the search field. */
  readonly searchLabel: string;
  readonly label: string;
  /** Shown if a search has no result. */
  readonly emptyLabel: EmptyLabel;
  /** The option that is active at first; by default the first one. */
  readonly initialId?: string;
  readonly list?: RefObject<HTMLDivElement | null>;
  /** Receives the typed search, for options that are loaded elsewhere. */
  readonly onSearch?: (search: string) => void;
  readonly searchClassName: string;
  readonly inputClassName: string;
  readonly listClassName: string;
  readonly optionClassName: string;
};

/**
 * A search field above the matching options, best first. The field keeps the focus, as in ARIA's combobox pattern
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Only matching options are rendered.
 */
export function OptionList(props: OptionListProps) {
  const { groups, searchLabel, label, emptyLabel, initialId } = props;
  const prefix = useId();
  // An id for attributes that contain several ids separated by spaces.
  const elementId = ({ id }: Option) => `${prefix}${encodeURIComponent(id)}`;
  const ownList = useRef<HTMLDivElement>(null);
  const list = props.list ?? ownList;
  const [search, setSearch] = useState("");
  const [chosenId, setActiveId] = useState(initialId ?? null);
  // Rendered after the field, which must be ready for the next keystroke first.
  const shownSearch = useDeferredValue(search);
  const matches = useMemo(() => findOptions(groups, shownSearch), [groups, shownSearch]);
  const options = optionsOf(matches);
  const active = activeOf(options, chosenId);

  const move = (to: number) => {
    const next = options.at(to >= options.length ? 0 : to);
    if (!next) return;
    setActiveId(next.id);
    if (next === options[0]) list.current?.scrollTo({ top: 0 });
    else document.getElementById(elementId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? options.indexOf(active) : 0;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (to !== undefined) move(to);
    // The search as typed, although the list may not show its results yet.
    else activeOf(optionsOf(findOptions(groups, search)), chosenId)?.onSelect();
  };

  return (
    <>
      <div className={cx("flex items-center gap-2.5 border-b border-line", props.searchClassName)}>
        <Search className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={searchLabel}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${prefix}list`}
          aria-activedescendant={active ? elementId(active) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={searchLabel}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            props.onSearch?.(target.value);
            setActiveId(null);
            if (list.current && list.current.scrollTop > 0) list.current.scrollTop = 0;
          }}
          onKeyDown={onKeyDown}
          className={cx("w-full bg-transparent outline-none", props.inputClassName)}
        />
      </div>
      <div ref={list} id={`${prefix}list`} role="listbox" aria-label={label} className={props.listClassName}>
        {matches.map(({ heading, options: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={heading ?? ""} role="group" aria-label={heading}>
            {heading ? (
              <p aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-xs text-muted">
                {heading}
              </p>
            ) : null}
            {ofGroup.map((option) => (
              <OptionRow
                key={option.id}
                option={option}
                elementId={elementId(option)}
                isActive={option === active}
                onPoint={setActiveId}
                className={props.optionClassName}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 ? (
        <div className="flex justify-center px-3 pt-3 pb-7 text-center text-sm text-muted">
          {typeof emptyLabel === "function" ? emptyLabel(shownSearch) : emptyLabel}
        </div>
      ) : null}
    </>
  );
}

type OptionRowProps = {
  readonly option: Option;
  readonly elementId: string;
  readonly isActive: boolean;
  readonly onPoint: (id: string) => void;
  readonly className: string;
};

const OptionRow = memo(function OptionRow({ option, elementId, isActive, onPoint, className }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles Enter
    <div
      id={elementId}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => onPoint(option.id)}
      onClick={option.onSelect}
      // Names in other scripts take the browser longest, so it lays them out when they are scrolled into view.
      className={cx("cursor-default select-none [content-visibility:auto] aria-selected:bg-hover", className)}
    >
      {option.content}
    </div>
  );
});

function optionsOf(groups: OptionListProps["groups"]): readonly Option[] {
  return groups.flatMap(({ options }) => options);
}

/** The option that Enter selects: the chosen one, otherwise the first. */
function activeOf(options: readonly Option[], chosenId: string | null): Option | undefined {
  return options.find(({ id }) => id === chosenId) ?? options[0];
}

/** The groups with the options that match a search, best first. */
function findOptions(groups: OptionListProps["groups"], search: string): OptionListProps["groups"] {
  if (search.trim() === "") return groups.filter(({ options }) => options.length > 0);
  return groups
    .map(({ heading, options }) => {
      const ranked = options
        .map((option) => ({ option, score: rank(search, option.words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      return { heading, options: ranked.map(({ option }) => option), best: ranked[0]?.score ?? 0 };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best);
}
