import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ProjectSettings } from "@/lib/schemas/projects";
import type { Segment } from "@/lib/schemas/segments";
import { readFlags } from "@/lib/text/flags";
import { applyFix, checkTranslation, type QaContext, type QaIssue, type QaPattern } from "@/lib/text/qa/check";
import { checkForms } from "@/lib/text/qa/check-forms";
import { useEditorScope } from "./editor-scope";
import { PLAIN, sameTexts, type Texts } from "./texts";

export type Terms = NonNullable<QaContext["terms"]>;
const NO_TERMS: Terms = [];

/** The context of the checks for a segment, equal to that on the server. */
export function useCheckContext(segment: Segment, terms: Terms = NO_TERMS): QaContext {
  const { project, language, formats } = useEditorScope();
  const customChecks = useCustomChecks(project.settings.customChecks, language);
  const flags = useFlags(segment.flags);
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
      ...flags,
    };
  }, [project, language, formats, segment, terms, customChecks, flags]);
}

/** The segment's flags. The engine for their patterns is loaded only if a segment has some. */
function useFlags(stated: readonly string[]): Pick<QaContext, "flags" | "flagged"> {
  const flags = useMemo(() => readFlags(stated), [stated]);
  const [flagged, setFlagged] = useState<NonNullable<QaContext["flagged"]>>();
  useEffect(() => {
    if (flags.placeholders.length === 0) return setFlagged(undefined);
    let isCurrent = true;
    import("@/lib/text/qa/usable-flags").then(({ findersOf }) => {
      if (isCurrent) setFlagged(findersOf(flags));
    });
    return () => {
      isCurrent = false;
    };
  }, [flags]);
  return useMemo(() => ({ flags, ...(flagged ? { flagged } : {}) }), [flags, flagged]);
}

const NO_CHECKS: readonly QaPattern[] = [];

/** The project's custom checks. Their engine is loaded only if a project has some. */
function useCustomChecks(settings: ProjectSettings["customChecks"], language: string): readonly QaPattern[] {
  const [checks, setChecks] = useState(NO_CHECKS);
  useEffect(() => {
    if (settings.length === 0) return setChecks(NO_CHECKS);
    let isCurrent = true;
    import("@/lib/text/qa/compile-custom-checks").then(({ customChecksOf }) => {
      if (isCurrent) setChecks(customChecksOf(settings, language));
    });
    return () => {
      isCurrent = false;
    };
  }, [settings, language]);
  return checks;
}

/** Pause in typing, in milliseconds, after which a text is checked, because a half-typed word has issues of its own. */
const TYPING_PAUSE_MS = 300;

export type LiveIssues = {
  /** Issues of the texts, without ignored ones. While the person types, those of the last pause. */
  readonly issues: readonly QaIssue[];
  /** The issues of exactly the typed text. */
  readonly issuesNow: () => readonly QaIssue[];
  /** Fixes an issue, unless later typing has already fixed it. */
  readonly fix: (issue: QaIssue) => void;
  /** Sets texts as if they were typed. */
  readonly type: (typed: Texts) => void;
};

/** Issues of the texts during editing. `setTexts` sets some of the texts. */
export function useLiveIssues(
  segment: Segment,
  texts: Texts,
  context: QaContext,
  setTexts: (changed: Texts) => void,
): LiveIssues {
  const [checked, setChecked] = useState(texts);
  const isTyped = useRef(false);
  const type = (typed: Texts) => {
    isTyped.current = true;
    setTexts(typed);
  };
  // Before the frame, so that an inserted text appears together with its issues.
  useLayoutEffect(() => {
    if (!isTyped.current) return setChecked(texts);
    isTyped.current = false;
    const timer = setTimeout(() => setChecked(texts), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [texts]);
  const issuesOf = useCallback(
    (of: Texts) => {
      if (sameTexts(of, {})) return [];
      const ignored = new Set(
        segment.translation.issues.filter((issue) => issue.status === "ignored").map((issue) => issue.fingerprint),
      );
      return check(segment, of, context).filter((issue) => !ignored.has(issue.fingerprint));
    },
    [segment, context],
  );
  const issues = useMemo(() => issuesOf(checked), [issuesOf, checked]);
  const issuesNow = () => (checked === texts ? issues : issuesOf(texts));
  const fix = ({ fingerprint, params }: QaIssue) => {
    const name = String(params.form ?? PLAIN);
    const issue = issuesNow().find((one) => one.fingerprint === fingerprint);
    if (issue) setTexts({ [name]: applyFix(texts[name] ?? "", issue) });
  };
  return { issues, issuesNow, fix, type };
}

export function hasErrors(issues: readonly QaIssue[]): boolean {
  return issues.some(({ severity }) => severity === "error");
}

function check({ source, sourceForms, plural, codes, maxLength }: Segment, texts: Texts, context: QaContext) {
  if (plural && sourceForms)
    return checkForms({ rule: plural.rule, forms: sourceForms, codes, maxLength }, texts, context);
  return checkTranslation({ text: source, codes, maxLength }, texts[PLAIN] ?? "", context);
}
