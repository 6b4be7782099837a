import { compilePattern } from "@/lib/text/pattern";

/** Maximum listed matches in a sample. */
const MAX_MATCHES = 100;

type TriedCheck = {
  /** Empty for any source. */
  readonly source: string;
  readonly target: string;
  readonly caseSensitive: boolean;
  readonly finding: "match" | "no_match";
};

export type Trial = {
  /** Why a pattern is invalid, as its engine reports it. */
  readonly problems: { readonly source?: string; readonly target?: string };
  /** `skipped`: the check does not apply, as the source does not match. `unknown`: no sample or no valid pattern. */
  readonly outcome: "unknown" | "skipped" | "passed" | "reported";
  /** Matches in the sample translation, in UTF-16 units. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
};

/** The result of a custom check for a sample source and translation, both plain text. */
export function tryCustomCheck(check: TriedCheck, source: string, target: string): Trial {
  const from = check.source === "" ? null : compilePattern(check.source, check.caseSensitive);
  const to = check.target === "" ? null : compilePattern(check.target, check.caseSensitive);
  const problems = {
    ...(typeof from === "string" ? { source: from } : {}),
    ...(typeof to === "string" ? { target: to } : {}),
  };
  if (typeof from === "string" || typeof to === "string" || to === null || target.trim() === "")
    return { problems, outcome: "unknown", matches: [] };
  if (from && from.find(source, 1).length === 0) return { problems, outcome: "skipped", matches: [] };
  const matches = to.find(target, MAX_MATCHES);
  const isReported = (check.finding === "match") === matches.length > 0;
  return { problems, outcome: isReported ? "reported" : "passed", matches };
}
