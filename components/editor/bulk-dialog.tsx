"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { textsDrafted } from "@/components/projects/current-jobs";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useFieldError } from "@/lib/client/field-errors";
import { isUnfinished, useJob } from "@/lib/client/jobs";
import { type BulkCounts, type BulkRequest, type EditorFilter, useBulk, useUndoJob } from "@/lib/client/segments";
import { MAX_LABEL_LENGTH } from "@/lib/text/labels-in-note";
import { languageName } from "@/lib/text/languages";
import { TRANSLATION_STATES, type TranslationState } from "@/lib/vocabulary/segments";
import { checkName } from "./check-name";
import { useEditorScope } from "./editor-scope";
import { BULK_KINDS, type BulkKind } from "./editor-store";
import { WordDiff } from "./word-diff";

const FOR_TRANSLATORS: readonly BulkKind[] = ["confirm", "fix", "replace", "copySource"];
/** Message keys that explain unchanged segments, for actions where the reason is not errors. */
const REFUSED = { replace: "cannotReplace", fix: "notChanged", copySource: "notChanged" } as const;
const isLabelling = (kind: BulkKind): kind is "addLabel" | "removeLabel" =>
  kind === "addLabel" || kind === "removeLabel";
/** Message key of the button: most actions change segments. */
const startOf = (kind: BulkKind) => (kind === "fix" || kind === "copySource" || isLabelling(kind) ? "replace" : kind);
/** Whether a list is filtered by exactly one check. */
const isOne = (check: string) => check !== "" && !check.includes(",");
/** Path of the search text in the errors of a request. */
const FIND = "action.find";
type BulkInput = {
  readonly kind: BulkKind;
  readonly find: string;
  readonly replacement: string;
  readonly wholeWord: boolean;
  readonly caseSensitive: boolean;
  readonly regex: boolean;
  readonly comment: string;
  readonly label: string;
};

/** Changes the selected segments or all of the filter. Previews the count, shows progress, and can be undone. */
export default function BulkDialog({
  filter,
  chosen: selected,
  onClose,
  onDone,
}: {
  readonly filter: EditorFilter;
  /** The selected segments and the action for them. Null for all segments that match the filter. */
  readonly chosen: { readonly kind: BulkKind; readonly segmentIds: readonly string[] } | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useTranslations("editor");
  const { place, language, may } = useEditorScope();
  // The grid shows several languages, but only one of them is changed.
  const name = languageName(language, useLocale());
  const { preview, start } = useBulk(place);
  const undo = useUndoJob();
  const job = useJob(start.data?.id ?? null);
  const failure = preview.error ?? start.error;
  const fieldError = useFieldError();
  const [asked, setAsked] = useState<BulkInput>({
    kind: selected?.kind ?? (may.review ? "approve" : "confirm"),
    find: "",
    replacement: "",
    wholeWord: false,
    caseSensitive: false,
    regex: false,
    comment: "",
    label: "",
  });
  const { kind, find, replacement, wholeWord, caseSensitive, regex, comment, label } = asked;
  const ask = (change: Partial<BulkInput>) => {
    setAsked({ ...asked, ...change });
    preview.reset(); // The count was for another action.
  };
  const request = (): BulkRequest | null => {
    const chosen = changeable(selected ? { segmentIds: [...selected.segmentIds] } : filterOf(filter), kind);
    return chosen && { language, filter: chosen, action: actionOf() };
  };
  const actionOf = (): BulkRequest["action"] => {
    if (kind === "replace")
      return { type: "replace", find, replace: replacement, wholeWord: wholeWord && !regex, caseSensitive, regex };
    if (kind === "reject") return { type: "reject", comment };
    if (kind === "addLabel" || kind === "removeLabel") return { type: kind, label: label.trim() };
    if (kind === "fix") return { type: kind, ...(isOne(filter.check) ? { check: filter.check } : {}) };
    if (kind === "ignoreCheck")
      return { type: "ignoreCheck", check: filter.check, ...(comment.trim() ? { reason: comment.trim() } : {}) };
    return { type: kind };
  };
  const incomplete =
    (kind === "replace" && find === "") ||
    (kind === "reject" && comment.trim() === "") ||
    (isLabelling(kind) && label.trim() === "");

  // The chosen segments are counted immediately.
  const count = useEffectEvent(() => {
    if (selected && !incomplete) preview.mutate(request());
  });
  useEffect(() => count(), []);

  const hasEnded = job.data !== undefined && !isUnfinished(job.data);
  const progress = job.data?.progress;
  // Segments that already matched count as processed, but not as changed.
  const result = job.data?.result ?? {};
  const changed = kind === "pretranslate" ? textsDrafted(result) : Number(result.changed ?? 0);
  useEffect(() => {
    if (!hasEnded || !start.data || !progress) return;
    const { id } = start.data;
    const { failed } = progress;
    toast(failed > 0 ? t("bulk.done", { done: changed, failed }) : t("bulk.allDone", { done: changed }), {
      tone: failed > 0 ? "neutral" : "success",
      ...(isLabelling(kind)
        ? {}
        : { action: { label: t("bulk.undo"), onSelect: () => undo.mutate(id, { onSuccess: onDone }) } }),
    });
    onDone();
    onClose();
  }, [hasEnded, start.data, progress, changed, kind, undo, t, onDone, onClose]);

  return (
    <FormDialog
      title={`${t("bulk.title")} · ${name}`}
      description={isLabelling(kind) ? t("bulk.labelText") : selected ? t("bulk.textSelected") : t("bulk.text")}
      submitLabel={
        preview.data === undefined
          ? t("bulk.preview")
          : t(`bulk.starts.${startOf(kind)}`, {
              count: preview.data.changed,
            })
      }
      pending={preview.isPending || start.isPending || (start.isSuccess && !hasEnded)}
      disabled={incomplete || preview.data?.changed === 0}
      onSubmit={() => {
        const bulk = request();
        if (preview.data === undefined) preview.mutate(bulk);
        else if (bulk) start.mutate(bulk);
      }}
      onClose={onClose}
    >
      <BulkFields input={asked} check={filter.check} onChange={ask} findError={fieldError(failure, FIND)} />
      {preview.data ? <Preview counts={preview.data} kind={kind} /> : null}
      {start.isSuccess ? (
        <Progress
          label={t("bulk.title")}
          percent={progress && progress.total > 0 ? ((progress.done + progress.failed) / progress.total) * 100 : null}
        />
      ) : null}
      <Failure error={failure} fields={[FIND]} title={t("bulk.failed")} />
    </FormDialog>
  );
}

type BulkFieldsProps = {
  readonly input: BulkInput;
  /** Id of the only check in the list's filter. Empty if there is none or several. */
  readonly check: string;
  readonly onChange: (change: Partial<BulkInput>) => void;
  readonly findError: ReturnType<ReturnType<typeof useFieldError>>;
};

/** The action and its inputs. */
function BulkFields({ input, check, onChange, findError }: BulkFieldsProps) {
  const t = useTranslations("editor");
  const { may, project } = useEditorScope();
  const { kind, find, replacement, wholeWord, caseSensitive, regex, comment, label } = input;
  const allowed = BULK_KINDS.filter((action) => {
    if (action === "clear" || isLabelling(action)) return may.manage;
    if (action === "ignoreCheck") return may.review && isOne(check);
    return may.review || FOR_TRANSLATORS.includes(action);
  });
  const name = isOne(check) ? checkName(t, check, project.settings.customChecks) : "none";
  return (
    <>
      <Field label={t("bulk.action")}>
        <Select
          value={kind}
          onValueChange={(value) => onChange({ kind: value })}
          options={allowed.map((action) => [action, t(`bulk.actions.${action}`, { check: name })])}
        />
      </Field>
      {kind === "replace" ? (
        <>
          <Field label={t("bulk.find")} error={findError} required>
            <Input
              value={find}
              maxLength={500}
              dir="auto"
              onChange={(event) => onChange({ find: event.target.value })}
            />
          </Field>
          <Field label={t("bulk.replace")}>
            <Input
              value={replacement}
              maxLength={500}
              dir="auto"
              onChange={(event) => onChange({ replacement: event.target.value })}
            />
          </Field>
          <fieldset className="flex flex-wrap gap-x-6 gap-y-2" aria-label={t("bulk.options")}>
            <Checkbox
              checked={caseSensitive}
              label={t("bulk.matchCase")}
              onChange={(event) => onChange({ caseSensitive: event.target.checked })}
            />
            <Checkbox
              checked={wholeWord && !regex}
              disabled={regex}
              label={t("bulk.wholeWord")}
              onChange={(event) => onChange({ wholeWord: event.target.checked })}
            />
            <Checkbox
              checked={regex}
              label={t("bulk.regex")}
              onChange={(event) => onChange({ regex: event.target.checked })}
            />
          </fieldset>
        </>
      ) : null}
      {isLabelling(kind) ? (
        <Field label={t("bulk.label")} required>
          <Input
            value={label}
            maxLength={MAX_LABEL_LENGTH}
            dir="auto"
            onChange={(event) => onChange({ label: event.target.value.replaceAll(",", "") })}
          />
        </Field>
      ) : null}
      {kind === "reject" || kind === "ignoreCheck" ? (
        <Field label={t("sendBackDialog.reason")} required={kind === "reject"}>
          <Textarea
            value={comment}
            maxLength={1000}
            dir="auto"
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}

/** Number of segments that the action would change, and the first changes of a replacement. */
function Preview({ counts, kind }: { readonly counts: BulkCounts; readonly kind: BulkKind }) {
  const t = useTranslations("editor");
  const { language } = useEditorScope();
  return (
    <>
      <p role="status" className="text-sm">
        {[
          ...(counts.changed === 0 && counts.refused + counts.ownWork + counts.acrossCodes > 0
            ? []
            : [t("bulk.matching", { count: counts.changed })]),
          ...(counts.warned > 0 ? [t("bulk.warned", { count: counts.warned })] : []),
          ...(counts.refused > 0
            ? [t(`bulk.${REFUSED[kind as keyof typeof REFUSED] ?? "withErrors"}`, { count: counts.refused })]
            : []),
          ...(counts.ownWork > 0 ? [t("bulk.ownWork", { count: counts.ownWork })] : []),
          ...(counts.acrossCodes > 0 ? [t("bulk.acrossCodes", { count: counts.acrossCodes })] : []),
          ...(counts.isComplete ? [] : [t("bulk.incomplete")]),
        ].join(" ")}
      </p>
      {counts.samples.length > 0 ? (
        <ul
          aria-label={t("bulk.samples")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          tabIndex={0}
          className="-outline-offset-2 flex max-h-48 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
        >
          {counts.samples.map(({ segmentId, before, after }) => (
            <li key={segmentId} className="px-3 py-2">
              <WordDiff
                before={before}
                after={after}
                language={language}
                labels={{ deleted: t("bulk.removed"), inserted: t("bulk.added") }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type BulkFilter = NonNullable<BulkRequest["filter"]>;

/** States that an action can change. */
const CHANGEABLE = {
  approve: ["draft", "needs_work", "translated"],
  confirm: ["draft", "needs_work"],
  reject: ["draft", "translated", "reviewed"],
  replace: ["draft", "needs_work", "translated", "reviewed"],
  pretranslate: ["untranslated"],
  ignoreCheck: ["draft", "needs_work", "translated", "reviewed"],
  fix: ["draft", "needs_work", "translated", "reviewed"],
  copySource: ["untranslated"],
  addLabel: TRANSLATION_STATES,
  removeLabel: TRANSLATION_STATES,
  clear: ["draft", "needs_work", "translated", "reviewed"],
} as const satisfies Record<BulkKind, readonly TranslationState[]>;

/** Excludes segments that the action would not change, so that the count is exact. Null if none remain. */
function changeable(filter: BulkFilter, kind: BulkKind): BulkFilter | null {
  const state = CHANGEABLE[kind].filter((one) => filter.state?.includes(one) ?? true);
  return state.length > 0 ? { ...filter, state } : null;
}

/** The list's filter in the form of bulk actions. */
function filterOf(filter: EditorFilter): BulkFilter {
  const list = (text: string) => (text === "" ? undefined : text.split(","));
  const text = (value: string) => (value === "" ? undefined : value);
  const all = {
    documentId: text(filter.documentId),
    state: list(filter.state),
    origin: list(filter.origin),
    qa: list(filter.qa),
    check: text(filter.check),
    comments: text(filter.comments),
    outdated: filter.outdated === "" ? undefined : filter.outdated === "true",
    failedJobId: text(filter.failedJobId),
    q: text(filter.q),
    label: filter.label === "" ? undefined : [filter.label],
  };
  return JSON.parse(JSON.stringify(all));
}
