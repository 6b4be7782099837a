import { invalidRequest } from "@/lib/base/errors";
import type { ProjectSettings } from "@/lib/schemas/projects";
import { compilePattern } from "@/lib/text/pattern";

/** Throws 400 for patterns that cannot be used. */
export function requirePatterns(
  settings: { readonly customChecks?: ProjectSettings["customChecks"] | null | undefined } | undefined,
): void {
  const errors = (settings?.customChecks ?? []).flatMap(({ source, target, caseSensitive }, i) =>
    Object.entries({ source, target }).flatMap(([field, pattern]) => {
      const problem = pattern === undefined ? null : compilePattern(pattern, caseSensitive);
      return typeof problem === "string"
        ? [
            {
              path: `settings.customChecks.${i}.${field}`,
              code: "format" as const,
              reason: "pattern_unusable" as const,
              message: `This pattern cannot be used: ${problem}.`,
            },
          ]
        : [];
    }),
  );
  if (errors.length > 0) throw invalidRequest(errors);
}
