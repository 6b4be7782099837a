"use client";

import {
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { afterPaint } from "@/lib/client/after-paint";
import { toneOfFailure } from "@/lib/client/api-error";
import { useIgnoreIssue, useKnownMatches, useSuggestion, useTerms } from "@/lib/client/segments";
import { useErrorText } from "@/lib/client/use-error-text";
import type { Segment } from "@/lib/schemas/segments";
import { codesIn } from "@/lib/text/codes-in";
import { applyAllFixes, type QaContext, type QaIssue } from "@/lib/text/qa/check";
import { plainText } from "@/lib/text/segment";
import { codePoints } from "@/lib/text/words";
import { ActiveActions } from "./active-actions";
import { ActiveSource } from "./active-source";
import { ConflictNotice } from "./conflict";
import type { Act, EditingSession } from "./editing-session";
import { type ActiveHandle, useEditorScope } from "./editor-scope";
import { useFormName } from "./form-name";
import { FormTabs } from "./form-tabs";
import { type IssueActions, IssueList } from "./issue-list";
import { EditingNotice, PeopleAt } from "./people";
import { type FieldHandle, SegmentField } from "./segment-field";
import { StateMark } from "./state-mark";
import { type TagChoice, tagChoices, withMissingTags } from "./tags";
import { nextEmptyForm, PLAIN, sameTexts, shownForms, sourceFormOf } from "./texts";
import { useEditingSession, useEditingState } from "./use-editing";
import { hasErrors, useCheckContext, useLiveIssues } from "./use-live-issues";

const NO_TAGS: readonly TagChoice[] = [];
const ReasonDialog = lazy(() => import("./reason-dialog"));

type ActiveRowProps = {
  readonly segment: Segment;
  readonly number: number;
  /** Opens the next segment, once `saved` says that it was saved if it may be refused. */
  readonly onDone: (saved: Promise<boolean>, mayBeRefused: () => boolean) => void;
  readonly ref: Ref<ActiveHandle>;
};

/** The active segment: its source, the field, its issues and actions. */
export function ActiveRow(props: ActiveRowProps) {
  const { segment } = props;
  const { language } = useEditorScope();
  // Apart from the fields, which each key renders.
  return (
    <ActiveFields
      {...props}
      session={useEditingSession(segment)}
      context={useCheckContext(segment, useTerms(segment.id, language))}
      suggestion={useSuggestion(language)}
      ignoring={useIgnoreIssue(language)}
    />
  );
}

type ActiveFieldsProps = ActiveRowProps & {
  readonly session: EditingSession;
  readonly context: QaContext;
  readonly suggestion: ReturnType<typeof useSuggestion>;
  readonly ignoring: ReturnType<typeof useIgnoreIssue>;
};

function ActiveFields({ segment, number, onDone, ref, session, context, suggestion, ignoring }: ActiveFieldsProps) {
  const t = useTranslations("editor");
  const plurals = useTranslations("plurals");
  const errorText = useErrorText();
  const { project, language, may, others } = useEditorScope();
  const { setTexts, act: decide, resolve } = session;
  const { texts, saving, failure: saveFailure, conflict } = useEditingState(session, segment);
  const latestTexts = useRef(texts);
  latestTexts.current = texts;
  const formName = useFormName();
  const forms = shownForms(segment, texts);
  const [chosenForm, setChosenForm] = useState(() => nextEmptyForm(segment, texts, ""));
  const form = forms.find(({ name }) => name === chosenForm)?.name ?? forms[0]?.name ?? PLAIN;
  const text = texts[form] ?? "";
  const setText = (next: string) => setTexts({ [form]: next });
  const knownMatches = useKnownMatches(segment.id, language);
  const { issues, issuesNow, fix, type } = useLiveIssues(segment, texts, context, setTexts);
  const [asking, setAsking] = useState<"sendBackDialog" | QaIssue | null>(null);
  const [tagsOpen, setTagsOpen] = useState(false);
  const fields = useRef(new Map<string, FieldHandle>());
  const [focusAsked, setFocusAsked] = useState(0);
  const isEmpty = sameTexts(texts, {});
  const { codes, maxLength } = segment;
  const sourceForm = sourceFormOf(segment, project.sourceLanguage, form);
  const source = (sourceForm === null ? null : segment.sourceForms?.[sourceForm]) ?? segment.source;
  const tags = useMemo(() => {
    const choices = tagChoices(source, text);
    return choices.length > 0 ? choices : NO_TAGS;
  }, [source, text]);

  // The field is there for the next key before its buttons are. A page from the server comes with both.
  const [hasActions, setHasActions] = useState(!useIsHydrated());
  useEffect(() => afterPaint(() => setHasActions(true)), []);
  const focus = () => fields.current.get(form)?.focus();
  // After rendering: a field that is not shown cannot be focused. Before the next key.
  useLayoutEffect(() => {
    // Results appear while the search is typed: it keeps the focus.
    if (!document.activeElement?.closest("search")) focus();
  }, [focusAsked]);
  const showForm = (name: string) => {
    setChosenForm(name);
    setFocusAsked((times) => times + 1);
  };
  const finish = (act: Act | null, comment?: string) => {
    const saved = decide(act, comment ? { comment } : {});
    onDone(saved, () => isEmpty || Boolean(comment || conflict) || hasErrors(issuesNow()));
  };
  const confirm = () => {
    if (!may.edit) return;
    const empty = requiresForms(context) ? nextEmptyForm(segment, texts, form) : null;
    if (empty === null) finish(may.review ? "reviewed" : "translated");
    else showForm(empty);
  };
  const suggest = async () => {
    const made = await suggestion.mutateAsync(segment.id);
    const drafts = segment.plural ? (made.forms ?? {}) : { [PLAIN]: made.text };
    // The form that is worked on, and those that nobody has written yet.
    const wanted = Object.entries(drafts).filter(([name]) => name === form || !latestTexts.current[name]);
    setTexts(Object.fromEntries(wanted), { type: "mt", engine: made.engine });
    focus();
  };
  const fixAll = () => {
    const fixable = { text: source, codes: segment.plural ? codesIn(source, codes) : codes, maxLength };
    setText(applyAllFixes(fixable, text, context));
  };
  const ignore = async (issue: QaIssue, reason?: string) => {
    if (!(await decide(null))) return;
    const kept = segment.translation.issues.find((one) => one.fingerprint === issue.fingerprint);
    if (kept) ignoring.mutate({ id: kept.id, segmentId: segment.id, ...(reason ? { reason } : {}) });
  };
  const askToIgnore = (issue: QaIssue) => (issue.severity === "error" ? setAsking(issue) : void ignore(issue));
  const take = (index: number) => {
    const match = knownMatches()[index];
    if (!match || !may.edit) return;
    // An imported suggestion counts as written by hand.
    const origin =
      match.origin === "suggestion"
        ? null
        : ({
            type: match.origin === "memory" ? "tm" : "repetition",
            match: match.match,
            ...(match.memoryName === null ? {} : { memoryName: match.memoryName }),
          } as const);
    setTexts(segment.plural && match.forms ? match.forms : { [form]: match.target }, origin);
    focus();
  };

  const peopleAt = others.get(segment.id) ?? [];

  const actions: ActiveHandle = {
    focus,
    confirm,
    saveDraft: () => may.edit && finish(segment.translation.state === "untranslated" ? "draft" : null),
    sendBack: () => may.review && !isEmpty && setAsking("sendBackDialog"),
    insertMatch: take,
    copySource: () => may.edit && setText(source),
    suggest: () => may.edit && void suggest().catch(() => {}),
    fixAll: () => may.edit && fixAll(),
    ignoreFirst: () => may.review && issues[0] && askToIgnore(issues[0]),
    openTags: () => tags.length > 0 && setTagsOpen(true),
    insertTag: (encoded) => fields.current.get(form)?.insert(encoded),
    insertMissingTags: () => may.edit && setText(withMissingTags(source, text)),
    replaceText: (next) => may.edit && setText(next),
    moveForm: (by) => {
      const next = forms[forms.findIndex(({ name }) => name === form) + by];
      if (next) showForm(next.name);
    },
  };
  useImperativeHandle(ref, () => actions);
  const latest = useRef(actions);
  latest.current = actions;
  const issueActions: IssueActions = { showForm, fix, ignore: askToIgnore };
  const latestIssueActions = useRef(issueActions);
  latestIssueActions.current = issueActions;

  const faulty = new Set(
    issues.flatMap(({ severity, params }) => (severity === "error" && params.form ? [String(params.form)] : [])),
  );
  const field = (name: string, label: string) => (
    <SegmentField
      ref={(handle) => {
        if (handle) fields.current.set(name, handle);
        else fields.current.delete(name);
      }}
      value={texts[name] ?? ""}
      onChange={(next) => type({ [name]: next })}
      codes={codes}
      language={language}
      label={label}
      describedBy={issues.length > 0 ? `issues-${segment.id}` : undefined}
      readOnly={!may.edit}
    />
  );
  const length = codePoints(plainText(text, codes));
  const failure = saveFailure ?? suggestion.error ?? ignoring.error;
  return (
    <section
      aria-label={t("segment", { number })}
      className="flex flex-col gap-3 border-y border-accent bg-surface px-3 py-3"
    >
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <ActiveSource segment={segment} number={number} source={source} form={sourceForm} />
        <div className="flex flex-col gap-2">
          <span className="flex items-center gap-2 text-xs text-muted">
            <StateMark state={segment.translation.state} />
            <span>{t(`states.${segment.translation.state}`)}</span>
            <PeopleAt people={peopleAt} />
            <span className={`tabular ms-auto ${maxLength !== null && length > maxLength ? "text-danger" : ""}`}>
              {maxLength === null
                ? t("characters", { count: length })
                : t("charactersOf", { count: length, maxLength })}
            </span>
          </span>
          {segment.plural ? (
            <FormTabs
              forms={forms}
              texts={texts}
              current={form}
              faulty={faulty}
              onCurrent={setChosenForm}
              onChosen={() => setFocusAsked((times) => times + 1)}
              field={({ name }) => field(name, plurals("translationOf", { number, form: formName(name) }))}
            />
          ) : (
            field(PLAIN, t("translationOf", { number }))
          )}
          <EditingNotice people={peopleAt} />
          {conflict ? <ConflictNotice conflict={conflict} language={language} onResolve={resolve} /> : null}
          {failure && !conflict ? (
            <Notice live="alert" tone={toneOfFailure(failure)}>
              {errorText(failure)}
            </Notice>
          ) : null}
          <IssueList id={`issues-${segment.id}`} issues={issues} actions={latestIssueActions} canIgnore={may.review} />
        </div>
      </div>
      {may.edit && !hasActions ? <div className="h-8" /> : null}
      {may.edit && hasActions ? (
        <ActiveActions
          actions={latest}
          tags={tags}
          codes={codes}
          tagsOpen={tagsOpen}
          onTagsOpenChange={setTagsOpen}
          isEmpty={isEmpty}
          isSaving={saving === "saving"}
          isSuggesting={suggestion.isPending}
        />
      ) : null}
      <Suspense fallback={null}>
        {asking === "sendBackDialog" ? (
          <ReasonDialog
            purpose="sendBackDialog"
            onClose={() => setAsking(null)}
            onGive={(reason) => {
              setAsking(null);
              finish("needs_work", reason);
            }}
          />
        ) : asking ? (
          <ReasonDialog
            purpose="ignoreDialog"
            onClose={() => setAsking(null)}
            onGive={(reason) => {
              setAsking(null);
              void ignore(asking, reason);
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

/** Whether a message that lacks a form cannot be confirmed. */
function requiresForms({ severities }: QaContext): boolean {
  return (severities?.["plural.categories"] ?? "error") === "error";
}
