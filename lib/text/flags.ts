/**
 * Flags of a segment, by which its file or a manager corrects what the checks assume of it. Their names are Weblate's
 * (docs.weblate.org, "Customizing behavior using flags"): `ignore-<check>`, `max-length:20`, `placeholders:<RE2>`,
 * `safe-html`.
 */
export type SegmentFlags = {
  /** Ids of checks, or the part before the dot for all of a family. `all-checks`: every check. */
  readonly ignored: ReadonlySet<string>;
  /** Maximum length of the translation in characters; null without the flag. */
  readonly maxLength: number | null;
  /** Patterns of what a translation must repeat as it is. */
  readonly placeholders: readonly string[];
  /** Whether the text is shown as HTML, so that tags that run or load something are unsafe. */
  readonly isHtml: boolean;
};

/** Maximum flags of a segment. */
export const MAX_FLAGS = 20;
/** Of a flag, in UTF-16 units. */
export const MAX_FLAG_LENGTH = 220;

export const FLAG = /^(?:ignore-[a-z][a-z_.-]{0,59}|max-length:\s?[1-9]\d{0,4}|placeholders:.+|safe-html)$/su;

/** Checks that Weblate names otherwise. */
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

/** A flag as it is stored: `max-length: 20` is `max-length:20`. */
export function canonicalFlag(flag: string): string {
  return flag.replace(/^(max-length|placeholders):\s+/, "$1:");
}

/** What flags say to the checks. */
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

/** Whether findings of a check are left out. */
export function ignoresCheck({ ignored }: SegmentFlags, check: string): boolean {
  return ignored.has(check) || ignored.has(check.replace(/\..*/s, "")) || ignored.has("all-checks");
}

/** The pattern of a `placeholders:` flag, which Weblate writes as `r"…"`, too. */
export function patternOf(flag: string): string | null {
  const [, , quoted, plain] = /^placeholders:\s?(?:r?(["'])(.*)\1|(.+))$/su.exec(flag) ?? [];
  return quoted ?? plain ?? null;
}
