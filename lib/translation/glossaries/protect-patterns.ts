import { type FieldError, invalidRequest } from "@/lib/base/errors";
import type { Protector } from "@/lib/text/message/protect";
import { compilePattern } from "@/lib/text/pattern";

/** The patterns of `protect` that cannot be compiled, each with its index and the reason. */
export function faultsOfProtect(patterns: readonly string[] = []): FieldError[] {
  return patterns.flatMap((pattern, i) => faultsOfPattern(`protect.${i}`, pattern));
}

/** The error of a field whose pattern cannot be compiled. */
export function faultsOfPattern(path: string, pattern: string, caseSensitive?: boolean): FieldError[] {
  const problem = compilePattern(pattern, caseSensitive);
  if (typeof problem !== "string") return [];
  const message = `This pattern cannot be used: ${problem}.`;
  return [{ path, code: "format", reason: "pattern_unusable", message }];
}

/** Throws 400 for patterns that cannot be compiled. */
export function requireProtect(patterns: readonly string[] | undefined): void {
  const faults = faultsOfProtect(patterns);
  if (faults.length > 0) throw invalidRequest(faults);
}

/** Maximum matches of a pattern in a text. */
const MAX_MATCHES = 1_000;

/** Finds what the patterns of a request, its glossaries and its project protect. Undefined without patterns. */
export function protectorOf(patterns: readonly string[] = []): Protector | undefined {
  // Composed, because texts are searched in NFC.
  const compiled = patterns.map((one) => compilePattern(one.normalize())).filter((one) => typeof one !== "string");
  if (compiled.length === 0) return undefined;
  return (plain) => compiled.flatMap((pattern) => pattern.find(plain, MAX_MATCHES));
}
