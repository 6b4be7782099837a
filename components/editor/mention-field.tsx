"use client";

import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "@/components/ui/avatar";
import { Textarea } from "@/components/ui/input";
import { useMembers } from "@/lib/client/workspace";
import { type Mentionable, suggestMentions, typedMention, withMention } from "./mentions";

type MentionFieldProps = {
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  readonly ref: Ref<{ readonly focus: () => void }>;
};

/**
 * A text field that completes the workspace's members after `@`. The list follows ARIA's pattern for autocompletion: the
 * field keeps the focus, and its active descendant is the suggestion.
 */
export function MentionField({ value, maxLength, onChange, onSubmit, ref }: MentionFieldProps) {
  const t = useTranslations("editor.mentions");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Position of the `@` whose list was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const nextCaret = useRef<number | null>(null);
  const typed = caret === null ? null : typedMention(value, caret);
  const isAsked = typed !== null && typed.start !== closedAt;
  const people = (useMembers(undefined, value.includes("@")).data ?? []).filter(({ isYou }) => !isYou);
  const suggestions = isAsked ? suggestMentions(people, typed.query) : [];
  const active = Math.min(chosen, suggestions.length - 1);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const follow = () => {
    setCaret(field.current?.selectionStart ?? null);
    setChosen(0);
  };
  const choose = (person: Mentionable | undefined) => {
    if (!typed || !person) return;
    const next = withMention(value, typed, person, people);
    nextCaret.current = next.caret;
    setCaret(next.caret);
    setClosedAt(typed.start);
    onChange(next.text.slice(0, maxLength));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && command) {
      event.stopPropagation();
      return onSubmit();
    }
    if (suggestions.length === 0 || command || event.altKey || event.shiftKey) return;
    if (event.key === "ArrowDown") setChosen((active + 1) % suggestions.length);
    else if (event.key === "ArrowUp") setChosen((active - 1 + suggestions.length) % suggestions.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(suggestions[active]);
    else if (event.key === "Escape") setClosedAt(typed?.start ?? null);
    else return;
    event.preventDefault();
    // Escape closes the list, but not the sheet around it.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
  return (
    <div className="relative">
      <Textarea
        ref={field}
        data-comment-field
        value={value}
        maxLength={maxLength}
        dir="auto"
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={suggestions.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={suggestions.length > 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          setClosedAt(null);
          follow();
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="sr-only">
        {suggestions.length > 0 ? t("count", { count: suggestions.length }) : null}
      </span>
      {suggestions.length > 0 ? (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={t("label")}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-60 overflow-y-auto rounded-md bg-raised p-1 shadow-raised"
        >
          {suggestions.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles its keys
            <div
              key={person.userId}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm hover:bg-hover aria-selected:bg-hover"
            >
              <span aria-hidden="true" className="flex">
                <Avatar name={person.name} />
              </span>
              <span className="flex min-w-0 flex-col">
                <bdi className="truncate">{person.name}</bdi>
                <bdi className="truncate text-xs text-muted">{person.email}</bdi>
              </span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
