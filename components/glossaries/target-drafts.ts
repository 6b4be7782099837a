import type { Term } from "@/lib/client/glossaries";
import { randomId } from "@/lib/client/random-id";

type Target = Term["targets"][number];

/** A translation of a term while it is edited. */
export type TargetDraft = {
  readonly key: string;
  /** Null until chosen. */
  readonly language: string | null;
  readonly text: string;
  readonly usage: Target["usage"];
};

const MAX_OFFERED = 4;

export function newDraft(language: string | null = null): TargetDraft {
  return { key: randomId(), language, text: "", usage: "preferred" };
}

/** The translations of a term. For a new term, an empty one for each language of the glossary. */
export function draftsOf(term: Term | null, languages: readonly string[]): readonly TargetDraft[] {
  if (term) return term.targets.map((target) => ({ key: randomId(), ...target }));
  const offered = languages.slice(0, MAX_OFFERED);
  return offered.length === 0 ? [newDraft()] : offered.map((language) => newDraft(language));
}

/** The translations to save, without empty ones, or an error. */
export function targetsOf(
  drafts: readonly TargetDraft[],
): { readonly targets: Target[] } | { readonly fault: "languageMissing" | "twice" } {
  const targets: Target[] = [];
  for (const { language, text, usage } of drafts) {
    if (text.trim() === "") continue;
    if (language === null) return { fault: "languageMissing" };
    targets.push({ language, text: text.trim(), usage });
  }
  const names = new Set(targets.map(({ language, text }) => `${language} ${text}`));
  return names.size < targets.length ? { fault: "twice" } : { targets };
}
