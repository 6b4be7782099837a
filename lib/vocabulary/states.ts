/** State of a segment's translation, in order of progress. */
export const TRANSLATION_STATES = ["untranslated", "draft", "needs_work", "translated", "reviewed"] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** Status of a project's language, derived from the states of its translations: see `languageStatus`. */
export const LANGUAGE_STATUSES = ["pending", "translating", "in_review", "completed"] as const;
export type LanguageStatus = (typeof LANGUAGE_STATUSES)[number];

/** Status of a project, derived from its languages until a person cancels or archives it: see `projectStatus`. */
export const PROJECT_STATUSES = ["draft", "in_progress", "in_review", "completed", "cancelled", "archived"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Statuses with work left: only such projects are near their due date or overdue. */
export const OPEN_PROJECT_STATUSES: ReadonlySet<ProjectStatus> = new Set(["draft", "in_progress", "in_review"]);
