import { invalidRequest } from "@/lib/base/errors";
import type { ProjectSettings } from "@/lib/schemas/projects";
import { faultsOfPattern, faultsOfProtect } from "@/lib/translation/glossaries/protect-patterns";

type Given = {
  readonly settings?: { readonly customChecks?: ProjectSettings["customChecks"] | null | undefined } | undefined;
  readonly protect?: readonly string[] | undefined;
};

/** Throws 400 for patterns that cannot be compiled. */
export function requirePatterns({ settings, protect }: Given): void {
  const errors = (settings?.customChecks ?? []).flatMap(({ source, target, caseSensitive }, i) =>
    Object.entries({ source, target }).flatMap(([field, pattern]) =>
      pattern === undefined ? [] : faultsOfPattern(`settings.customChecks.${i}.${field}`, pattern, caseSensitive),
    ),
  );
  const faults = [...errors, ...faultsOfProtect(protect)];
  if (faults.length > 0) throw invalidRequest(faults);
}
