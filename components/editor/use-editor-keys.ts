import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { focusCommentField } from "./comments-panel";
import { type ActiveHandle, type EditorRefs, useEditorScope } from "./editor-scope";
import type { EditorStore } from "./editor-store";
import { actionOf, type EditorAction, type Shortcuts, shortcutOf } from "./shortcuts";

/**
 * The editor's shortcuts. Single keys do nothing while typing (WCAG 2.1.4). Escape leaves the field, so that there is no
 * keyboard trap.
 */
export function useEditorKeys(undo: (() => void) | null): void {
  const { store, refs, shortcuts } = useEditorScope();
  const latestUndo = useRef(undo);
  latestUndo.current = undo;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      const run = handlerOf(event, shortcuts, refs, store, latestUndo.current);
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [store, refs, shortcuts]);
}

/** Modifier keys, which have no effect alone. */
const MODIFIERS: readonly string[] = ["Alt", "AltGraph", "CapsLock", "Control", "Meta", "Shift"];

/** A keystroke or press before the next segment is open opens it. */
export function useFinishedMoves(): void {
  const { store } = useEditorScope();
  useEffect(() => {
    const onInput = (event: Event) => {
      if (event instanceof KeyboardEvent && MODIFIERS.includes(event.key)) return;
      if (store.isMoving) flushSync(store.finishMove);
    };
    // Runs before other handlers of the event.
    const capture = { capture: true } as const;
    window.addEventListener("keydown", onInput, capture);
    window.addEventListener("pointerdown", onInput, capture);
    return () => {
      window.removeEventListener("keydown", onInput, capture);
      window.removeEventListener("pointerdown", onInput, capture);
    };
  }, [store]);
}

type Handler = (() => void) | null | undefined;

function handlerOf(
  event: KeyboardEvent,
  shortcuts: Shortcuts,
  refs: EditorRefs,
  store: EditorStore,
  undo: Handler,
): Handler {
  const row = refs.row.current;
  const action = actionOf(event, shortcuts, isTyping(event.target));
  if (action === "none") return () => {};
  if (typeof action === "string") return handlers(row, refs, store, undo)[action];
  if (action) return row && (() => row.insertMatch(action.match));
  const field = document.activeElement;
  const keys = shortcutOf(event);
  // In a text field, undo applies to typing.
  if (keys === "Mod+Z" && !isTyping(event.target)) return undo;
  if (keys === "Escape" && field instanceof HTMLElement && field.isContentEditable) return () => field.blur();
  if (keys === "Enter" && event.target === document.body) return row?.focus;
  return null;
}

function handlers(
  row: ActiveHandle | null,
  refs: EditorRefs,
  store: EditorStore,
  undo: Handler,
): Readonly<Record<EditorAction, Handler>> {
  return {
    undo,
    confirm: row?.confirm,
    confirmStay: row?.confirmStay,
    saveDraft: row?.saveDraft,
    sendBack: row?.sendBack,
    next: () => store.step(1),
    previous: () => store.step(-1),
    nextOpen: () => store.stepToUnfinished(),
    nextForm: row && (() => row.moveForm(1)),
    previousForm: row && (() => row.moveForm(-1)),
    openTags: row?.openTags,
    openCharacters: row?.openCharacters,
    insertMissingTags: row?.insertMissingTags,
    copySource: row?.copySource,
    suggest: row?.suggest,
    fixAll: row?.fixAll,
    ignoreFirst: row?.ignoreFirst,
    comment: () => openComments(refs, store),
    search: () => openSearch(refs, store),
  };
}

function openSearch(refs: EditorRefs, store: EditorStore): void {
  const { search, searchInSheet } = refs;
  if (search.current?.offsetParent) search.current.focus();
  else {
    store.show("filters");
    requestAnimationFrame(() => searchInSheet.current?.focus());
  }
}

function openComments(refs: EditorRefs, store: EditorStore): void {
  if (store.state.view.isGrid) return;
  store.setTab("comments");
  if (!refs.panel.current?.offsetParent) store.show("panel");
  requestAnimationFrame(focusCommentField);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
