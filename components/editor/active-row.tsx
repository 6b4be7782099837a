"use client";

import {
  type ComponentProps,
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
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { afterPaint } from "@/lib/client/after-paint";
import type { OtherPerson } from "@/lib/client/presence";
import type { TranslationEdit } from "@/lib/client/segment-store";
import { useIgnoreIssue, useKnownMatches, useSuggestion, useTerms } from "@/lib/client/segments";
import type { Match, Segment } from "@/lib/schemas/segments";
import { codesIn } from "@/lib/text/message/codes";
import { applyAllFixes, type QaContext, type QaIssue } from "@/lib/text/qa/check";
import { plainText } from "@/lib/text/segment";
import { codePoints } from "@/lib/text/words";
import { ActiveActions, type ActiveMenu } from "./active-actions";
import { ActiveSource } from "./active-source";
import { SaveProblem } from "./conflict";
import type { Act, EditingSession, EditingState } from "./editing-session";
import { type ActiveHandle, useEditorScope } from "./editor-scope";
import { useFormName } from "./form-name";
import { FormTabs } from "./form-tabs";
import { type IssueActions, IssueList } from "./issue-list";
import { EditingNotice, PeopleAt } from "./people";
import { type FieldHandle, SegmentField } from "./segment-field";
import { StateMark } from "./state-mark";
import { type TagChoice, tagChoices, withMissingTags } from "./tags";
import { nextEmptyForm, PLAIN, sameTexts, shownForms, sourceFormOf, type Texts } from "./texts";
import { useEditingSession, useEditingState } from "./use-editing";
import { hasErrors, type LiveIssues, useCheckContext, useLiveIssues } from "./use-live-issues";

const NO_TAGS: readonly TagChoice[] = [];
const ReasonDialog = lazy(() => import("./reason-dialog"));

type ActiveRowProps = {
  readonly segment: Segment;
  readonly number: number;
  /** Opens the next segment. If the save may be rejected, it waits until `saved` resolves to true. */
  readonly onDone: (saved: Promise<boolean>, mayBeRefused: () => boolean) => void;
  readonly ref: Ref<ActiveHandle>;
};

/** The active segment: its source, text field, issues and actions. */
export function ActiveRow(props: ActiveRowProps) {
  const { segment } = props;
  const { language } = useEditorScope();
  // A separate component from the fields, which are rendered on every keystroke.
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

function ActiveFields(props: ActiveFieldsProps) {
  const { segment, number, ref, session, context, suggestion, ignoring } = props;
  const t = useTranslations("editor");
  const plurals = useTranslations("plurals");
  const { language, may, others } = useEditorScope();
  const state = useEditingState(session, segment);
  const { texts } = state;
  const formName = useFormName();
  const forms = useForms(segment, texts);
  const live = useLiveIssues(segment, texts, context, session.setTexts);
  const { actions, issueActions, asking, setAsking, finish, ignore, tags, menu, setMenu } = useActiveActions(
    props,
    state,
    forms,
    live,
  );
  useImperativeHandle(ref, () => actions.current);
  const { issues, type } = live;
  const { codes } = segment;
  const peopleAt = others.get(segment.id) ?? [];
  const faulty = new Set(
    issues.flatMap(({ severity, params }) => (severity === "error" && params.form ? [String(params.form)] : [])),
  );
  const field = (name: string, label: string) => (
    <SegmentField
      ref={forms.fieldRef(name)}
      value={texts[name] ?? ""}
      onChange={(next) => type({ [name]: next })}
      codes={codes}
      language={language}
      label={label}
      describedBy={issues.length > 0 ? `issues-${segment.id}` : undefined}
      readOnly={!may.edit}
    />
  );
  return (
    <section
      aria-label={t("segment", { number })}
      className="flex flex-col gap-3 border-y border-accent bg-surface px-3 py-3"
    >
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <ActiveSource segment={segment} number={number} source={forms.source} form={forms.sourceForm} />
        <div className="flex flex-col gap-2">
          <TextStatus segment={segment} text={forms.text} people={peopleAt} />
          {segment.plural ? (
            <FormTabs
              forms={forms.all}
              texts={texts}
              current={forms.current}
              faulty={faulty}
              onCurrent={forms.choose}
              onChosen={forms.askFocus}
              field={({ name }) => field(name, plurals("translationOf", { number, form: formName(name) }))}
            />
          ) : (
            field(PLAIN, t("translationOf", { number }))
          )}
          <EditingNotice people={peopleAt} />
          <SaveProblem
            failure={state.failure ?? suggestion.error ?? ignoring.error}
            conflict={state.conflict}
            onResolve={session.resolve}
          />
          <IssueList id={`issues-${segment.id}`} issues={issues} actions={issueActions} canIgnore={may.review} />
        </div>
      </div>
      <LateActions
        actions={actions}
        tags={tags}
        codes={codes}
        menu={menu}
        onMenu={setMenu}
        isEmpty={sameTexts(texts, {})}
        isSaving={state.saving === "saving"}
        isSuggesting={suggestion.isPending}
      />
      <Suspense fallback={null}>
        {asking ? (
          <ReasonDialog
            purpose={asking === "sendBack" ? "sendBackDialog" : "ignoreDialog"}
            onClose={() => setAsking(null)}
            onGive={(reason) => {
              setAsking(null);
              if (asking === "sendBack") finish("needs_work", reason);
              else void ignore(asking, reason);
            }}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

type Forms = ReturnType<typeof useForms>;

/** The plural form being edited, and the fields of all forms. Other texts have a single one. */
function useForms(segment: Segment, texts: Texts) {
  const { project } = useEditorScope();
  const all = shownForms(segment, texts);
  const [chosen, choose] = useState(() => nextEmptyForm(segment, texts, ""));
  const current = all.find(({ name }) => name === chosen)?.name ?? all[0]?.name ?? PLAIN;
  const fields = useRef(new Map<string, FieldHandle>());
  const [focusAsked, setFocusAsked] = useState(0);
  const focus = () => fields.current.get(current)?.focus();
  // After rendering, because a hidden field cannot be focused, and before the next keystroke.
  useLayoutEffect(() => {
    // Results appear while the person types a search, so the search keeps the focus.
    if (!document.activeElement?.closest("search")) focus();
  }, [focusAsked]);
  const askFocus = () => setFocusAsked((times) => times + 1);
  const sourceForm = sourceFormOf(segment, project.sourceLanguage, current);
  return {
    all,
    current,
    text: texts[current] ?? "",
    /** The source text of this form. */
    source: (sourceForm === null ? null : segment.sourceForms?.[sourceForm]) ?? segment.source,
    sourceForm,
    choose,
    askFocus,
    show: (name: string) => {
      choose(name);
      askFocus();
    },
    focus,
    insert: (encoded: string) => fields.current.get(current)?.insert(encoded),
    fieldRef: (name: string) => (handle: FieldHandle | null) => {
      if (handle) fields.current.set(name, handle);
      else fields.current.delete(name);
    },
  };
}

/** Actions of keys and buttons on the segment. */
function useActiveActions(
  { segment, session, context, suggestion, ignoring, onDone }: ActiveFieldsProps,
  { texts, conflict }: EditingState,
  forms: Forms,
  { issues, issuesNow, fix }: LiveIssues,
) {
  const { language, may } = useEditorScope();
  const { setTexts, act: decide } = session;
  const { text, source } = forms;
  const { codes, maxLength } = segment;
  const knownMatches = useKnownMatches(segment.id, language);
  const latestTexts = useRef(texts);
  latestTexts.current = texts;
  const [asking, setAsking] = useState<"sendBack" | QaIssue | null>(null);
  const [menu, setMenu] = useState<ActiveMenu>(null);
  const tags = useMemo(() => {
    const choices = tagChoices(source, text);
    return choices.length > 0 ? choices : NO_TAGS;
  }, [source, text]);
  const isEmpty = sameTexts(texts, {});
  const setText = (next: string) => setTexts({ [forms.current]: next });
  const finish = (act: Act | null, comment?: string) => {
    const saved = decide(act, comment ? { comment } : {});
    onDone(saved, () => isEmpty || Boolean(comment || conflict) || hasErrors(issuesNow()));
  };
  const confirm = (stays: boolean) => {
    if (!may.edit) return;
    const empty = requiresForms(context) ? nextEmptyForm(segment, texts, forms.current) : null;
    const act = may.review ? "reviewed" : "translated";
    if (empty !== null) forms.show(empty);
    else if (stays) void decide(act);
    else finish(act);
  };
  const suggest = async () => {
    const made = await suggestion.mutateAsync(segment.id);
    const drafts = segment.plural ? (made.forms ?? {}) : { [PLAIN]: made.text };
    // The current form, and the forms without a text.
    const wanted = Object.entries(drafts).filter(([name]) => name === forms.current || !latestTexts.current[name]);
    setTexts(Object.fromEntries(wanted), { type: "mt", engine: made.engine });
    forms.focus();
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
  const insertMatch = (index: number) => {
    const match = knownMatches()[index];
    if (!match || !may.edit) return;
    setTexts(segment.plural && match.forms ? match.forms : { [forms.current]: match.target }, originOf(match));
    forms.focus();
  };
  const actions: ActiveHandle = {
    focus: forms.focus,
    confirm: () => confirm(false),
    confirmStay: () => !isEmpty && confirm(true),
    saveDraft: () => may.edit && finish(segment.translation.state === "untranslated" ? "draft" : null),
    sendBack: () => may.review && !isEmpty && setAsking("sendBack"),
    insertMatch,
    copySource: () => may.edit && setText(source),
    suggest: () => may.edit && void suggest().catch(() => {}),
    fixAll: () => may.edit && fixAll(),
    ignoreFirst: () => may.review && issues[0] && askToIgnore(issues[0]),
    openTags: () => tags.length > 0 && setMenu("tags"),
    openCharacters: () => may.edit && setMenu("characters"),
    insertTag: forms.insert,
    insertMissingTags: () => may.edit && setText(withMissingTags(source, text)),
    replaceText: (next) => may.edit && setText(next),
    moveForm: (by) => {
      const next = forms.all[forms.all.findIndex(({ name }) => name === forms.current) + by];
      if (next) forms.show(next.name);
    },
  };
  const latest = useRef(actions);
  latest.current = actions;
  const issueActions: IssueActions = { showForm: forms.show, fix, ignore: askToIgnore };
  const latestIssueActions = useRef(issueActions);
  latestIssueActions.current = issueActions;
  return {
    actions: latest,
    issueActions: latestIssueActions,
    ...{ asking, setAsking, finish, ignore, tags, menu, setMenu },
  };
}

/** The origin of a match for the history. An imported suggestion counts as written by hand. */
function originOf({ origin, match, memoryName }: Match): TranslationEdit["origin"] | null {
  if (origin === "suggestion") return null;
  return { type: origin === "memory" ? "tm" : "repetition", match, ...(memoryName === null ? {} : { memoryName }) };
}

type TextStatusProps = {
  readonly segment: Segment;
  readonly text: string;
  readonly people: readonly OtherPerson[];
};

function TextStatus({ segment: { translation, codes, maxLength }, text, people }: TextStatusProps) {
  const t = useTranslations("editor");
  const length = codePoints(plainText(text, codes));
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      <StateMark state={translation.state} />
      <span>{t(`states.${translation.state}`)}</span>
      <PeopleAt people={people} />
      <span className={`tabular ms-auto ${maxLength !== null && length > maxLength ? "text-danger" : ""}`}>
        {maxLength === null ? t("characters", { count: length }) : t("charactersOf", { count: length, maxLength })}
      </span>
    </span>
  );
}

/** The buttons after the field, which must be ready for keys before them. A server page has both. */
function LateActions(props: ComponentProps<typeof ActiveActions>) {
  const { may } = useEditorScope();
  const [isShown, setShown] = useState(!useIsHydrated());
  useEffect(() => afterPaint(() => setShown(true)), []);
  if (!may.edit) return null;
  return isShown ? <ActiveActions {...props} /> : <div className="h-8" />;
}

/** Whether a message cannot be confirmed while a form is missing. */
function requiresForms({ severities }: QaContext): boolean {
  return (severities?.["plural.categories"] ?? "error") === "error";
}
