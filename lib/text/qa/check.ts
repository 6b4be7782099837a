import { ignoresCheck } from "@/lib/text/flags";
import type { Severity } from "@/lib/vocabulary/segments";
import type { CustomCheckId, QaContext, QaSegment } from "./checked";
import { CHECKS as CHECK_LIST, type CheckId, FAMILIES } from "./checks";
import { fnv1a64 } from "./fingerprint";
import { type Finding, Subject } from "./subject";

export type { QaContext, QaPattern, QaSegment, QaTerm } from "./checked";
export type { CheckId } from "./checks";

export type QaIssue = {
  readonly check: CheckId | CustomCheckId;
  readonly severity: Severity;
  /** UTF-16 offsets in the encoded target; null if the finding concerns the whole text. */
  readonly start: number | null;
  readonly end: number | null;
  /** Values for the finding's message, such as `{ placeholder: "{name}" }`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Encoded replacement for the range or the whole text; null if only a person can decide. */
  readonly replacement: string | null;
  /**
   * Stable id of a finding: unchanged as long as the check and the offending text are, so that ignored issues are
   * recognised.
   */
  readonly fingerprint: string;
};

/** All checks, with their default severity. */
export const CHECKS = CHECK_LIST;

/** Maximum findings listed per family; further ones appear when the first are fixed. */
const MAX_FINDINGS = 100;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
const SEVERITIES = new Map<string, Severity>(CHECKS.map(({ id, severity }) => [id, severity]));

/**
 * Checks a translation; returns the most severe issues first, then in text order. Pure, in linear time. `target` is
 * encoded. An empty untranslated segment has no issues about its text.
 */
export function checkTranslation(segment: QaSegment, target: string, context: QaContext): QaIssue[] {
  return findIssues(segment, target, context, MAX_FINDINGS).sort(
    (a, b) =>
      RANK[a.severity] - RANK[b.severity] ||
      (a.start ?? Number.MAX_SAFE_INTEGER) - (b.start ?? Number.MAX_SAFE_INTEGER) ||
      (a.end ?? 0) - (b.end ?? 0),
  );
}

/** The text with an issue's replacement applied; unchanged if there is none. */
export function applyFix(target: string, issue: QaIssue): string {
  if (issue.replacement === null) return target;
  if (issue.start === null || issue.end === null) return issue.replacement;
  return target.slice(0, issue.start) + issue.replacement + target.slice(issue.end);
}

/** Maximum rounds of applying fixes that do not overlap, and maximum fixes per family and round. */
const MAX_ROUNDS = 30;
const MAX_FIXES = 1_000;

/**
 * Applies all replacements of parts of the text, repeatedly until there are none. Replacements of the whole text
 * (`inconsistent`) are left to a person. Idempotent: of replacements that undo each other, the same one is always
 * applied, and a text that does not converge is unchanged.
 */
export function applyAllFixes(segment: QaSegment, target: string, context: QaContext): string {
  const seen = [target];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const last = seen.at(-1)!;
    const next = fixOnce(last, findIssues(segment, last, context, MAX_FIXES));
    const before = seen.indexOf(next);
    if (before >= 0) return seen.slice(before).sort()[0]!;
    seen.push(next);
  }
  return target;
}

/** Texts whose content differs by language: the translators' names, by a convention of gettext, and a plural rule. */
const IS_OF_LANGUAGE = /^\s*(?:translators?[-_ ]credits\s*$|nplurals\s?=\s?\d)/i;
/** A PHP date pattern: `j F Y \a\t H\:i`. */
const DATE = /^(?=.*(?:[Yy]|H\\?:i))(?:(?<!\p{L})[dDjlFmMnYyaAgGhHis](?!\p{L})|\\.|<x\d+\/>|[^\p{L}<])+$/u;
/** A key instead of a text, such as `datatables_localization`: the text is in the translation. */
const NAME = /^[A-Za-z][A-Za-z\d]*(?:[_.][A-Za-z\d]+)+$/;

/** At most `limit` findings of each family, unsorted. */
function findIssues(segment: QaSegment, target: string, context: QaContext, limit: number): QaIssue[] {
  if (IS_OF_LANGUAGE.test(segment.text) || DATE.test(segment.text)) return [];
  if (NAME.test(segment.text) && /\S\s+\S/.test(target)) return [];
  const subject = new Subject(segment, target, context);
  const issues: QaIssue[] = [];
  const fingerprints = new Map<string, number>();
  for (const family of FAMILIES) {
    let found = 0;
    for (const finding of family(subject)) {
      const severity = context.severities?.[finding.check] ?? finding.severity ?? SEVERITIES.get(finding.check)!;
      if (severity === "off" || (context.flags && ignoresCheck(context.flags, finding.check))) continue;
      issues.push(toIssue(finding, severity, target, fingerprints));
      if (++found === limit) break;
    }
  }
  return issues;
}

function toIssue(finding: Finding, severity: Severity, target: string, fingerprints: Map<string, number>): QaIssue {
  const { check, start = null, end = null, params = {}, replacement = null } = finding;
  const slice = finding.tiedTo ?? (start === null || end === null ? "" : target.slice(start, end));
  const known = JSON.stringify([check, Object.entries(params).sort(), slice]);
  // Gives equal findings distinct fingerprints.
  const times = fingerprints.get(known) ?? 0;
  fingerprints.set(known, times + 1);
  const fingerprint = fnv1a64(times === 0 ? known : `${known}${times}`);
  return { check, severity, start, end, params, replacement, fingerprint };
}

/** Applies those replacements that do not touch each other. */
export function fixOnce(target: string, issues: readonly Pick<QaIssue, "start" | "end" | "replacement">[]): string {
  const edits = issues.flatMap(({ start, end, replacement }) =>
    start === null || end === null || replacement === null ? [] : { start, end, replacement },
  );
  let fixed = "";
  let from = 0;
  let last = -1;
  for (const { start, end, replacement } of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start <= last) continue;
    fixed += target.slice(from, start) + replacement;
    from = end;
    last = end;
  }
  return fixed + target.slice(from);
}
