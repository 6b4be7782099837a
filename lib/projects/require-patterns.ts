import { invalidRequest } from "@/lib/base/errors";
import type { ProjectSettings } from "@/lib/schemas/projects";
import { compilePattern } from "@/lib/text/pattern";
import { faultsOfProtect } from "@/lib/translation/glossaries/protect-patterns";

type Given = {
  readonly settings?: { readonly customChecks?: ProjectSettings["customChecks"] | null | undefined } | undefined;
  readonly protect?: readonly string[] | undefined;
};

/** Throws 400 for patterns that cannot be used. */
export function requirePatterns({ settings, protect }: Given): void {
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
  const faults = [...errors, ...faultsOfProtect(protect)];
  if (faults.length > 0) throw invalidRequest(faults);
}
