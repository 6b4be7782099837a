import { type RefObject, useEffect, useRef } from "react";
import type { ActiveHandle } from "./active-row";

export type EditorMoves = {
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextOpen: () => void;
  readonly search: () => void;
  readonly comment: () => void;
};

/**
 * The editor's shortcuts. Letters are matched by physical key, because with Alt some systems type other characters;
 * single keys do nothing while typing (WCAG 2.1.4). Escape leaves the field, so that there is no keyboard trap.
 */
export function useEditorKeys(active: RefObject<ActiveHandle | null>, moves: EditorMoves): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      const deed = actionOf(event, active.current, latest.current);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [active]);
}

function actionOf(event: KeyboardEvent, row: ActiveHandle | null, moves: EditorMoves): (() => void) | null {
  const { code, key, altKey, shiftKey } = event;
  const command = event.ctrlKey || event.metaKey;
  if (command && !altKey) {
    // A held key confirms only one segment.
    if (key === "Enter" && event.repeat) return () => {};
    if (key === "Enter") return (shiftKey ? row?.saveDraft : row?.confirm) ?? null;
    if (key === "Backspace") return row?.sendBack ?? null;
    if (shiftKey && code === "KeyC") return moves.comment;
    return null;
  }
  if (altKey && !command) {
    if (key === "ArrowDown") return moves.next;
    if (key === "ArrowUp") return moves.previous;
    if (key === "PageDown") return moves.nextOpen;
    const digit = /^Digit([1-9])$/.exec(code)?.[1];
    if (digit) return row && (() => row.insertMatch(Number(digit) - 1));
    if (shiftKey && code === "KeyN") return row && (() => row.moveForm(-1));
    if (shiftKey) return code === "KeyT" ? (row?.insertMissingTags ?? null) : null;
    const letters: Partial<Record<string, (() => void) | undefined>> = {
      KeyN: row ? () => row.moveForm(1) : undefined,
      KeyT: row?.openTags,
      KeyC: row?.copySource,
      KeyM: row?.suggest,
      KeyF: row?.fixAll,
      KeyI: row?.ignoreFirst,
    };
    return letters[code] ?? null;
  }
  if (command || altKey) return null;
  if (key === "Escape" && document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable)
    return () => (document.activeElement as HTMLElement).blur();
  if (isTyping(event.target)) return null;
  if (key === "/") return moves.search;
  if (key === "Enter" && event.target === document.body) return row?.focus ?? null;
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
