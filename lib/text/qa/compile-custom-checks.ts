import { compilePattern } from "@/lib/text/pattern";
import type { Severity } from "@/lib/vocabulary/segments";
import type { QaPattern } from "./checked";

/** A check in a project's settings. */
type CustomCheck = {
  readonly id: string;
  readonly source?: string | undefined;
  readonly target: string;
  readonly finding: "match" | "no_match";
  readonly caseSensitive: boolean;
  readonly message: string;
  readonly severity: Severity;
  readonly languages?: readonly string[] | undefined;
};

/** A project's custom checks for a language, compiled. */
export function customChecksOf(checks: readonly CustomCheck[], language: string): readonly QaPattern[] {
  return checks.flatMap((check): QaPattern[] => {
    if (check.languages && !check.languages.includes(language)) return [];
    const target = compilePattern(check.target, check.caseSensitive);
    const source = check.source === undefined ? null : compilePattern(check.source, check.caseSensitive);
    // Patterns are validated when they are saved; a pattern that a later version rejects finds nothing.
    if (typeof target === "string" || typeof source === "string") return [];
    const { id, severity, message, finding } = check;
    return [{ id: `custom.${id}`, severity, message, finding, target: target.find, source: source?.find ?? null }];
  });
}
