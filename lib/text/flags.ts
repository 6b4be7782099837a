/**
 * Flags of a segment, with which its file or a manager adjusts the checks. Their names are Weblate's (docs.weblate.org,
 * "Customizing behavior using flags"): `ignore-<check>`, `max-length:20`, `placeholders:<RE2>`, `safe-html`.
 */
export type SegmentFlags = {
  /** Ids of checks, or the part of an id before the dot for a whole family. `all-checks` means every check. */
  readonly ignored: ReadonlySet<string>;
  /** Maximum length of the translation in characters; null without the flag. */
  readonly maxLength: number | null;
  /** Patterns of text that a translation must contain unchanged. */
  readonly placeholders: readonly string[];
  /** True if the text is shown as HTML, so that tags that run or load something are unsafe. */
  readonly isHtml: boolean;
};

/** Maximum number of flags of a segment. */
export const MAX_FLAGS = 20;
/** Maximum length of a flag in UTF-16 units. */
export const MAX_FLAG_LENGTH = 220;

export const FLAG = /^(?:ignore-[a-z][a-z_.-]{0,59}|max-length:\s?[1-9]\d{0,4}|placeholders:.+|safe-html)$/su;

/** Checks that have another name in Weblate. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "ignore-begin-space": "ignore-space.leading",
  "ignore-double-space": "ignore-space.double",
  "ignore-duplicate": "ignore-repeated.word",
  "ignore-end-colon": "ignore-punctuation",
  "ignore-end-ellipsis": "ignore-punctuation",
  "ignore-end-exclamation": "ignore-punctuation",
  "ignore-end-newline": "ignore-newline",
  "ignore-end-question": "ignore-punctuation",
  "ignore-end-semicolon": "ignore-punctuation",
  "ignore-end-space": "ignore-space.trailing",
  "ignore-end-stop": "ignore-punctuation",
  "ignore-max-length": "ignore-length.max",
  "ignore-newline-count": "ignore-newline",
  "ignore-placeholders": "ignore-placeholder",
  "ignore-plurals": "ignore-plural",
  "ignore-same": "ignore-same_as_source",
  "ignore-url": "ignore-url.changed",
  "ignore-xml-tags": "ignore-tags",
};

/** A flag in its stored form: `max-length: 20` becomes `max-length:20`. */
export function canonicalFlag(flag: string): string {
  return flag.replace(/^(max-length|placeholders):\s+/, "$1:");
}

/** The effect of flags on the checks. */
export function readFlags(flags: readonly string[]): SegmentFlags {
  const limit = flags.findLast((flag) => flag.startsWith("max-length:"));
  const named = flags.filter((flag) => flag.startsWith("ignore-")).map((flag) => OTHER_NAMES[flag] ?? flag);
  return {
    ignored: new Set(named.map((flag) => flag.slice("ignore-".length))),
    maxLength: limit === undefined ? null : Number(limit.slice("max-length:".length)),
    placeholders: flags.map(patternOf).filter((pattern) => pattern !== null),
    isHtml: flags.includes("safe-html"),
  };
}

/** True if findings of a check are ignored. */
export function ignoresCheck({ ignored }: SegmentFlags, check: string): boolean {
  return ignored.has(check) || ignored.has(check.replace(/\..*/s, "")) || ignored.has("all-checks");
}

/** The pattern of a `placeholders:` flag, also in Weblate's notation `r"…"`. */
export function patternOf(flag: string): string | null {
  const [, , quoted, plain] = /^placeholders:\s?(?:r?(["'])(.*)\1|(.+))$/su.exec(flag) ?? [];
  return quoted ?? plain ?? null;
}
