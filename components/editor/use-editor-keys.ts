import { type RefObject, useEffect, useRef } from "react";
import type { ActiveHandle } from "./active-actions";
import { type EditorAction, ownerOf, type Shortcuts, shortcutOf } from "./shortcuts";

export type EditorMoves = {
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextOpen: () => void;
  readonly search: () => void;
  readonly comment: () => void;
};

/**
 * The editor's shortcuts. Single keys do nothing while typing (WCAG 2.1.4). Escape leaves the field, so that there is no
 * keyboard trap.
 */
export function useEditorKeys(active: RefObject<ActiveHandle | null>, shortcuts: Shortcuts, moves: EditorMoves): void {
  const latest = useRef({ shortcuts, moves });
  latest.current = { shortcuts, moves };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      const run = handlerOf(event, active.current, latest.current.shortcuts, latest.current.moves);
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [active]);
}

type Handler = (() => void) | null | undefined;

function handlerOf(event: KeyboardEvent, row: ActiveHandle | null, shortcuts: Shortcuts, moves: EditorMoves): Handler {
  const keys = shortcutOf(event);
  if (keys === null) return null;
  const match = /^Alt\+([1-9])$/.exec(keys)?.[1];
  if (match) return row && (() => row.insertMatch(Number(match) - 1));
  const action = ownerOf(shortcuts, keys);
  // A single character is a shortcut only where it types nothing.
  if (action && !([...keys].length === 1 && isTyping(event.target))) {
    // A held key confirms only one segment.
    if (action === "confirm" && event.repeat) return () => {};
    return handlers(row, moves)[action];
  }
  const field = document.activeElement;
  if (keys === "Escape" && field instanceof HTMLElement && field.isContentEditable) return () => field.blur();
  if (keys === "Enter" && event.target === document.body) return row?.focus;
  return null;
}

function handlers(row: ActiveHandle | null, moves: EditorMoves): Readonly<Record<EditorAction, Handler>> {
  return {
    confirm: row?.confirm,
    saveDraft: row?.saveDraft,
    sendBack: row?.sendBack,
    next: moves.next,
    previous: moves.previous,
    nextOpen: moves.nextOpen,
    nextForm: row && (() => row.moveForm(1)),
    previousForm: row && (() => row.moveForm(-1)),
    openTags: row?.openTags,
    insertMissingTags: row?.insertMissingTags,
    copySource: row?.copySource,
    suggest: row?.suggest,
    fixAll: row?.fixAll,
    ignoreFirst: row?.ignoreFirst,
    comment: moves.comment,
    search: moves.search,
  };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
