"use client";

import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { useCommenting, useComments } from "@/lib/client/segments";
import type { Comment } from "@/lib/schemas/comments";
import type { Segment } from "@/lib/schemas/segments";
import { ISSUE_TYPES } from "@/lib/vocabulary/segments";
import { useEditorScope } from "./editor-scope";
import { MentionField } from "./mention-field";

/** Focuses the comment field, if it is on the page. */
export function focusCommentField(): void {
  document.querySelector<HTMLElement>("[data-comment-field]")?.focus();
}

type Draft = { readonly body: string; readonly issueType: Comment["issueType"] };
const NOTHING: Draft = { body: "", issueType: null };

/** Unsent comments by segment and language. They are kept when another segment or tab opens. */
const unsent = new Map<string, Draft>();

/** Comments on a segment. Issues stay open until they are resolved. */
export function CommentsPanel({ segment }: { segment: Segment }) {
  const t = useTranslations("editor");
  const { place, language, may } = useEditorScope();
  const { data, error, refetch } = useComments(place, segment.id, language);
  const { add, resolve } = useCommenting(place, segment.id, language);
  const draftKey = `${segment.id} ${language}`;
  const [draft, setDraft] = useState(unsent.get(draftKey) ?? NOTHING);
  const { body, issueType } = draft;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<{ readonly focus: () => void }>(null);
  const keep = (next: Draft) => {
    if (next.body === "") unsent.delete(draftKey);
    else unsent.set(draftKey, next);
    setDraft(next);
  };
  const send = async () => {
    try {
      await add.mutateAsync(draft);
    } catch {
      return; // The mutation's error shows it.
    }
    keep(NOTHING);
    field.current?.focus(); // Nothing remains for the button to send.
  };
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Failure error={error} title={t("loadFailed")} onRetry={() => void refetch()} />
      {!data && !error ? <Skeleton className="h-16" /> : null}
      {data?.comments.length === 0 ? <p className="text-muted">{t("noComments")}</p> : null}
      <ul className="flex flex-col gap-3">
        {data?.comments.map((comment) => (
          <li key={comment.id} className="flex flex-col gap-1 border-b border-line pb-3 last:border-0">
            <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <bdi>{comment.author.name ?? t("system")}</bdi>
              <Time value={comment.createdAt} />
              {comment.issueType ? (
                <Badge tone={comment.resolvedAt ? "success" : "warning"}>
                  {comment.resolvedAt ? t("resolved") : t(`issueTypes.${comment.issueType}`)}
                </Badge>
              ) : null}
            </span>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {comment.body}
            </p>
            {may.edit && comment.kind === "issue" ? (
              <Button
                size="sm"
                variant="ghost"
                className="self-start"
                onClick={() => resolve.mutate({ id: comment.id, resolved: comment.resolvedAt === null })}
              >
                {comment.resolvedAt ? t("reopen") : t("resolve")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {may.edit ? (
        <form
          ref={form}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (body.trim() !== "" && !add.isPending) void send();
          }}
        >
          <Field label={t("newComment")} hint={t("mentions.hint")}>
            <MentionField
              ref={field}
              value={body}
              maxLength={5000}
              onChange={(next) => keep({ ...draft, body: next })}
              onSubmit={() => form.current?.requestSubmit()}
            />
          </Field>
          <Field label={t("commentKind")}>
            <Select
              value={issueType ?? ""}
              onValueChange={(value) => keep({ ...draft, issueType: (value || null) as Comment["issueType"] })}
              options={ISSUE_TYPES.map((type) => [type, t(`issueTypes.${type}`)])}
            >
              <option value="">{t("plainComment")}</option>
            </Select>
          </Field>
          <Failure error={add.error ?? resolve.error} title={t("commentFailed")} />
          <Button type="submit" size="sm" className="self-end" pending={add.isPending} disabled={body.trim() === ""}>
            {t("comment")}
          </Button>
        </form>
      ) : null}
    </div>
  );
}
