import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { checkTranslation, type QaContext, type QaIssue, type QaPattern } from "@/lib/qa/check";
import { checkForms } from "@/lib/qa/check-forms";
import type { ProjectSettings } from "@/lib/schemas/projects";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";
import { PLAIN, sameTexts, type Texts } from "./texts";

export type Terms = NonNullable<QaContext["terms"]>;
const NO_TERMS: Terms = [];

/** The context of the checks for a segment, the same as on the server. */
export function useCheckContext(segment: Segment, terms: Terms = NO_TERMS): QaContext {
  const { project, language, formats } = useEditorScope();
  const customChecks = useCustomChecks(project.settings.customChecks, language);
  return useMemo(() => {
    const { settings, sourceLanguage } = project;
    const format = formats.get(segment.documentId);
    const { state, outdated } = segment.translation;
    return {
      source: sourceLanguage,
      target: language,
      ...(format ? { format } : {}),
      terms,
      state,
      outdated,
      customChecks,
      severities: { ...settings.qaSeverities, ...settings.qaSeveritiesByLanguage[language] },
    };
  }, [project, language, formats, segment, terms, customChecks]);
}

const NO_CHECKS: readonly QaPattern[] = [];

/** The project's own checks. Their engine is loaded only for projects that have some. */
function useCustomChecks(settings: ProjectSettings["customChecks"], language: string): readonly QaPattern[] {
  const [checks, setChecks] = useState(NO_CHECKS);
  useEffect(() => {
    if (settings.length === 0) return setChecks(NO_CHECKS);
    let isCurrent = true;
    import("@/lib/qa/compile-custom-checks").then(({ customChecksOf }) => {
      if (isCurrent) setChecks(customChecksOf(settings, language));
    });
    return () => {
      isCurrent = false;
    };
  }, [settings, language]);
  return checks;
}

/** Issues of the texts while they are typed, without ignored ones. */
export function useLiveIssues(segment: Segment, texts: Texts, context: QaContext): readonly QaIssue[] {
  const checked = useDeferredValue(texts);
  return useMemo(() => {
    if (sameTexts(checked, {})) return [];
    const ignored = new Set(
      segment.translation.issues.filter((issue) => issue.status === "ignored").map((issue) => issue.fingerprint),
    );
    return check(segment, checked, context).filter((issue) => !ignored.has(issue.fingerprint));
  }, [segment, checked, context]);
}

function check({ source, sourceForms, plural, codes, maxLength }: Segment, texts: Texts, context: QaContext) {
  if (plural && sourceForms)
    return checkForms({ rule: plural.rule, forms: sourceForms, codes, maxLength }, texts, context);
  return checkTranslation({ text: source, codes, maxLength }, texts[PLAIN] ?? "", context);
}
