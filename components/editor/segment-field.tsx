"use client";

import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { languageDirection } from "@/lib/text/languages";
import { escapeText, type InlineCode, plainText } from "@/lib/text/segment";
import { caretToEnd, chipNextTo, fillWithText, insertAtCaret, markUnseen, readText, selected } from "./field-dom";

/** Actions of shortcuts and buttons around a field. */
export type FieldHandle = {
  readonly focus: () => void;
  /** Inserts an encoded text at the caret. */
  readonly insert: (encoded: string) => void;
};

type SegmentFieldProps = {
  readonly value: string;
  readonly onChange: (encoded: string) => void;
  readonly codes: readonly InlineCode[];
  readonly language: string;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly readOnly: boolean;
  readonly ref: Ref<FieldHandle>;
};

/** Clipboard type that preserves codes between fields. Other programs receive plain text. */
const ENCODED = "application/x-dragoman-segment";
/** Edits within this time are undone together. */
const UNDO_MS = 600;

/**
 * An editable text with its codes as chips. Implements its own undo, because the browser's would miss texts inserted
 * from matches, fixes and engines.
 */
export function SegmentField({
  value,
  onChange,
  codes,
  language,
  label,
  describedBy,
  readOnly,
  ref,
}: SegmentFieldProps) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  const past = useRef<{ text: string; at: number }[]>([]);
  const future = useRef<string[]>([]);

  // The element is written only for texts set from outside, because it already contains typed text.
  useLayoutEffect(() => {
    if (!element.current || shown.current === value) return;
    const hadFocus = document.activeElement === element.current;
    fillWithText(element.current, value, codes);
    if (shown.current !== null) past.current.push({ text: shown.current, at: 0 });
    shown.current = value;
    if (hadFocus) caretToEnd(element.current);
  }, [value, codes]);

  useLayoutEffect(() => {
    if (element.current) markUnseen(element.current);
  }, [value]);

  const changed = () => {
    if (!element.current) return;
    const text = readText(element.current);
    if (text === shown.current) return;
    const last = past.current.at(-1);
    const now = Date.now();
    if (shown.current !== null && (!last || now - last.at > UNDO_MS))
      past.current.push({ text: shown.current, at: now });
    future.current = [];
    shown.current = text;
    onChange(text);
  };

  const show = (text: string) => {
    if (!element.current) return;
    fillWithText(element.current, text, codes);
    shown.current = text;
    caretToEnd(element.current);
    onChange(text);
  };

  const undo = () => {
    const earlier = past.current.pop();
    if (!earlier) return;
    future.current.push(shown.current ?? "");
    show(earlier.text);
  };

  const redo = () => {
    const later = future.current.pop();
    if (later === undefined) return;
    past.current.push({ text: shown.current ?? "", at: 0 });
    show(later);
  };

  const insert = (encoded: string) => {
    if (!element.current || readOnly) return;
    insertAtCaret(element.current, encoded, codes);
    changed();
  };

  useImperativeHandle(ref, () => ({ focus: () => element.current && caretToEnd(element.current), insert }));

  const onKeyDown = (event: KeyboardEvent) => {
    const isDelete = event.key === "Backspace" || event.key === "Delete";
    if (isDelete && !readOnly && !event.ctrlKey && !event.metaKey && element.current) {
      const code = chipNextTo(element.current, event.key === "Backspace" ? "before" : "after");
      if (code) {
        event.preventDefault();
        code.remove();
        changed();
      }
      return;
    }
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    const isRedo = event.ctrlKey && !event.altKey && event.key.toLowerCase() === "y";
    if (!isUndo && !isRedo) return;
    event.preventDefault();
    if (isRedo || event.shiftKey) redo();
    else undo();
  };

  const onCopy = (event: ClipboardEvent) => {
    const encoded = element.current && selected(element.current);
    if (!encoded) return;
    event.preventDefault();
    event.clipboardData.setData(ENCODED, encoded);
    event.clipboardData.setData("text/plain", plainText(encoded, codes));
    if (event.type === "cut" && !readOnly) insert("");
  };

  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const encoded = event.clipboardData.getData(ENCODED);
    insert(encoded || escapeText(event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n")));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea cannot hold codes that are deleted whole
    <div
      ref={element}
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={label}
      aria-describedby={describedBy}
      aria-readonly={readOnly || undefined}
      contentEditable={readOnly ? false : "plaintext-only"}
      suppressContentEditableWarning
      spellCheck
      lang={language}
      dir={languageDirection(language)}
      onInput={changed}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
      onDrop={(event) => event.preventDefault()}
      className="min-h-20 w-full rounded-md border border-edge bg-surface px-3 py-2 text-base break-words whitespace-pre-wrap text-ink outline-offset-0 focus-visible:border-accent focus-visible:outline-1 aria-readonly:bg-sunken"
    />
  );
}
