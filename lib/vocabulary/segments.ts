/** State of a segment's translation, in order of progress. */
export const TRANSLATION_STATES = ["untranslated", "draft", "needs_work", "translated", "reviewed"] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** Status of a project's language, derived from the states of its translations: see `languageStatus`. */
export const LANGUAGE_STATUSES = ["pending", "translating", "in_review", "completed"] as const;
export type LanguageStatus = (typeof LANGUAGE_STATUSES)[number];

/** Status of a project, derived from its languages until a person cancels or archives it: see `projectStatus`. */
export const PROJECT_STATUSES = ["draft", "in_progress", "in_review", "completed", "cancelled", "archived"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Statuses with work left. Only projects in these can be near their due date or overdue. */
export const OPEN_PROJECT_STATUSES: ReadonlySet<ProjectStatus> = new Set(["draft", "in_progress", "in_review"]);

/** Origins of a translation's text: machine, memory, a person, an imported file, another occurrence of the source. */
export const ORIGINS = ["mt", "tm", "human", "import", "repetition"] as const;
export type OriginType = (typeof ORIGINS)[number];

/** Severity of a quality finding, worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A project's setting for a check: a severity, or off. */
export const CHECK_SETTINGS = [...SEVERITIES, "off"] as const;
export type CheckSetting = (typeof CHECK_SETTINGS)[number];

/** Subject of an issue on a segment. */
export const ISSUE_TYPES = ["question", "wrong_translation", "context_request", "source_mistake"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/**
 * Kinds of inline codes:
 * - `pair`: must occur exactly once in the translation and be well nested (a link, a tracked insertion);
 * - `format`: paired; may be split or widened, but not crossed (bold, italic);
 * - `single`: a point in the text; must occur exactly once (a line break, a footnote mark, an image);
 * - `placeholder`: a single code that represents a word or name in the sentence (`{name}`, `%s`, a URL).
 */
export const INLINE_CODE_KINDS = ["pair", "format", "single", "placeholder"] as const;
export type InlineCodeKind = (typeof INLINE_CODE_KINDS)[number];

/** Maximum segments that a bulk action can list by id. */
export const MAX_CHOSEN_SEGMENTS = 1_000;

/** How the forms of a plural message are selected: by CLDR cardinals or ordinals, or by a gettext rule. */
export const PLURAL_RULES = ["cardinal", "ordinal", "gettext"] as const;
export type PluralRule = (typeof PLURAL_RULES)[number];

/** Maximum number of custom checks of a project. */
export const MAX_CUSTOM_CHECKS = 20;

/** Format of a check's id, which is unique in its project. Its findings have the check `custom.{id}`. */
export const CUSTOM_CHECK_ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
