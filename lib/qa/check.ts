import type { Severity } from "@/lib/vocabulary/severities";
import type { QaContext, QaSegment } from "./checked";
import { CHECKS as CHECK_LIST, type CheckId } from "./checks";
import { FAMILIES } from "./families";
import { fnv1a64 } from "./fingerprint";
import { type Finding, Subject } from "./subject";

export type { QaContext, QaSegment, QaTerm } from "./checked";
export type { CheckId } from "./checks";

export type QaIssue = {
  readonly check: CheckId;
  readonly severity: Severity;
  /** UTF-16 offsets in the encoded target; null when the issue concerns the whole text. */
  readonly start: number | null;
  readonly end: number | null;
  /** What a message about it names, such as `{ placeholder: "{name}" }`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Encoded text to put at the place, or in place of the whole text; null when nobody but a person can tell. */
  readonly replacement: string | null;
  /** The same as long as the same is wrong with the same words: ignored issues are known again by it. */
  readonly fingerprint: string;
};

/** All checks, with their severity before a project's own settings. */
export const CHECKS = CHECK_LIST;

/** More than this of a family are not listed: whoever has mended the first ones sees the next. */
const MAX_FINDINGS = 100;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };
const SEVERITIES = new Map<string, Severity>(CHECKS.map(({ id, severity }) => [id, severity]));

/**
 * What is wrong, or likely to be wrong, with a translation; the gravest first, then in the order of the text. Pure, and
 * linear in the length of the texts. `target` is encoded. An untranslated segment that is empty has no issues of its text.
 */
export function checkTranslation(segment: QaSegment, target: string, context: QaContext): QaIssue[] {
  return findIssues(segment, target, context, MAX_FINDINGS).sort(
    (a, b) =>
      RANK[a.severity] - RANK[b.severity] ||
      (a.start ?? Number.MAX_SAFE_INTEGER) - (b.start ?? Number.MAX_SAFE_INTEGER) ||
      (a.end ?? 0) - (b.end ?? 0),
  );
}

/** The text with an issue's replacement in it; the text itself when the issue has none. */
export function applyFix(target: string, issue: QaIssue): string {
  if (issue.replacement === null) return target;
  if (issue.start === null || issue.end === null) return issue.replacement;
  return target.slice(0, issue.start) + issue.replacement + target.slice(issue.end);
}

/** Rounds in which issues that lie apart are mended together, and how many of a family in each. */
const MAX_ROUNDS = 30;
const MAX_FIXES = 1_000;

/**
 * The text with all replacements in it that change a part of it, over and over until none is left. One that replaces
 * the whole text by another one (`inconsistent`) is a person's choice and is left out. Doing it twice changes nothing:
 * of replacements that undo each other always the same ones stay, and a text that does not settle stays as it is.
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

/** At most `limit` issues of each family, in no order. */
function findIssues(segment: QaSegment, target: string, context: QaContext, limit: number): QaIssue[] {
  const subject = new Subject(segment, target, context);
  const issues: QaIssue[] = [];
  const fingerprints = new Map<string, number>();
  for (const family of FAMILIES) {
    let found = 0;
    for (const finding of family(subject)) {
      const severity = context.severities?.[finding.check] ?? SEVERITIES.get(finding.check)!;
      if (severity === "off") continue;
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
  // Two that are alike stay two.
  const times = fingerprints.get(known) ?? 0;
  fingerprints.set(known, times + 1);
  const fingerprint = fnv1a64(times === 0 ? known : `${known}${times}`);
  return { check, severity, start, end, params, replacement, fingerprint };
}

/** Applies the replacements that do not touch each other. */
function fixOnce(target: string, issues: readonly QaIssue[]): string {
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
