"use client";

import { createContext, type ReactNode, type RefObject, useContext, useSyncExternalStore } from "react";
import type { OtherPerson } from "@/lib/client/presence";
import type { ProjectBranch } from "@/lib/client/segments";
import type { Project } from "@/lib/schemas/projects";
import type { EditorState, EditorStore } from "./editor-store";
import type { Shortcuts } from "./shortcuts";

/** Actions of the editor's shortcuts and panels on the active segment. */
export type ActiveHandle = {
  readonly focus: () => void;
  readonly confirm: () => void;
  /** Confirms the segment without opening the next one. */
  readonly confirmStay: () => void;
  readonly saveDraft: () => void;
  readonly sendBack: () => void;
  readonly insertMatch: (index: number) => void;
  readonly copySource: () => void;
  readonly suggest: () => void;
  readonly fixAll: () => void;
  readonly ignoreFirst: () => void;
  readonly openTags: () => void;
  readonly openCharacters: () => void;
  readonly insertTag: (encoded: string) => void;
  readonly insertMissingTags: () => void;
  readonly replaceText: (text: string) => void;
  /** Moves to the next or previous plural form. */
  readonly moveForm: (by: 1 | -1) => void;
};

/** Elements that shortcuts can focus. */
export type EditorRefs = {
  readonly row: RefObject<ActiveHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly searchInSheet: RefObject<HTMLInputElement | null>;
  /** The panel next to the list. */
  readonly panel: RefObject<HTMLElement | null>;
};

/** Context of the editor's components. */
export type EditorScope = {
  readonly project: Project;
  /** The project or branch whose segments are edited. */
  readonly place: ProjectBranch;
  readonly language: string;
  /** The person's permissions in the editor. */
  readonly may: { readonly edit: boolean; readonly review: boolean; readonly manage: boolean };
  /** Format of each document, by its id. */
  readonly formats: ReadonlyMap<string, string>;
  readonly shortcuts: Shortcuts;
  /** True if each row has one line. */
  readonly isCompact: boolean;
  /** Other people at segments of this language, by segment. */
  readonly others: ReadonlyMap<string, readonly OtherPerson[]>;
  readonly store: EditorStore;
  readonly refs: EditorRefs;
};

const Scope = createContext<EditorScope | null>(null);

export function EditorScopeProvider({ value, children }: { value: EditorScope; children: ReactNode }) {
  return <Scope value={value}>{children}</Scope>;
}

export function useEditorScope(): EditorScope {
  const scope = useContext(Scope);
  if (!scope) throw new Error("A part of the editor stands outside of it");
  return scope;
}

/** A part of the editor's state. Rerenders only when `partOf` returns a different object. */
export function useEditorState<Part>(partOf: (state: EditorState) => Part): Part {
  const { store } = useEditorScope();
  const read = () => partOf(store.state);
  return useSyncExternalStore(store.subscribe, read, read);
}
