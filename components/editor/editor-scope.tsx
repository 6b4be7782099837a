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
  /** Confirms, and stays at the segment. */
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
  /** To the plural form after or before this one. */
  readonly moveForm: (by: 1 | -1) => void;
};

/** What shortcuts can focus. */
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
  /** The project or the branch whose segments are edited. */
  readonly place: ProjectBranch;
  readonly language: string;
  /** The person's permissions here. */
  readonly may: { readonly edit: boolean; readonly review: boolean; readonly manage: boolean };
  /** Format of each document, by its id. */
  readonly formats: ReadonlyMap<string, string>;
  readonly shortcuts: Shortcuts;
  /** Rows of one line each. */
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

/** A part of the editor's state; the same object while it is unchanged. Rerenders only when it changes. */
export function useEditorState<Part>(partOf: (state: EditorState) => Part): Part {
  const { store } = useEditorScope();
  const read = () => partOf(store.state);
  return useSyncExternalStore(store.subscribe, read, read);
}
