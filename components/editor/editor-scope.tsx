"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { OtherPerson } from "@/lib/client/presence";
import type { ProjectBranch } from "@/lib/client/segments";
import type { Project } from "@/lib/schemas/projects";
import type { Shortcuts } from "./shortcuts";

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
  /** Other people at segments of this language, by segment. */
  readonly others: ReadonlyMap<string, readonly OtherPerson[]>;
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
