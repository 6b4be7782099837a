import { useDeferredValue, useMemo } from "react";
import { checkTranslation, type QaContext, type QaIssue } from "@/lib/qa/check";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";

export type Terms = NonNullable<QaContext["terms"]>;
const NO_TERMS: Terms = [];

/** The context of the checks for a segment, the same as on the server. */
export function useCheckContext(segment: Segment, terms: Terms = NO_TERMS): QaContext {
  const { project, language, formats } = useEditorScope();
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
      severities: { ...settings.qaSeverities, ...settings.qaSeveritiesByLanguage[language] },
    };
  }, [project, language, formats, segment, terms]);
}

/** Issues of a text while it is typed, without ignored ones. */
export function useLiveIssues(segment: Segment, text: string, context: QaContext): readonly QaIssue[] {
  const checked = useDeferredValue(text);
  return useMemo(() => {
    if (checked === "") return [];
    const ignored = new Set(
      segment.translation.issues.filter((issue) => issue.status === "ignored").map((issue) => issue.fingerprint),
    );
    const { source, codes, maxLength } = segment;
    return checkTranslation({ text: source, codes, maxLength }, checked, context).filter(
      (issue) => !ignored.has(issue.fingerprint),
    );
  }, [segment, checked, context]);
}
