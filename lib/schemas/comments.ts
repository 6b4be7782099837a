import { z } from "zod";
import { ACTOR_TYPES } from "@/lib/vocabulary/accounts";
import { ISSUE_TYPES } from "@/lib/vocabulary/segments";
import { InBranch } from "./branch-name";
import { commaSeparated, Id, LanguageTag, NextCursor, Paging, StorableText, Timestamp } from "./common";

export const Comment = z
  .object({
    id: z.string(),
    segmentId: z.string(),
    language: z.string().nullable().describe("Null: comment on the source"),
    parentId: z.string().nullable(),
    kind: z.enum(["comment", "issue"]),
    issueType: z.enum(ISSUE_TYPES).nullable(),
    body: z.string(),
    author: z.object({
      type: z.enum(ACTOR_TYPES),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    resolvedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;

export const CommentList = z.object({ comments: z.array(Comment), nextCursor: NextCursor }).meta({ id: "CommentList" });

export const CommentsQuery = z.strictObject({
  ...InBranch,
  ...Paging,
  segmentId: Id("seg").optional(),
  language: commaSeparated(LanguageTag)
    .optional()
    .describe("One or more languages, comma-separated; comments on the source are always included"),
  open: z.stringbool().optional().describe("Only unresolved issues"),
});

export const CreateCommentBody = z
  .strictObject({
    segmentId: Id("seg"),
    language: LanguageTag.nullable().optional().describe("Omitted or null: comment on the source"),
    parentId: Id("cmt").optional(),
    kind: z.enum(["comment", "issue"]).default("comment"),
    issueType: z.enum(ISSUE_TYPES).optional(),
    body: StorableText.trim().min(1).max(5_000),
  })
  .meta({ id: "CreateCommentRequest" });

export const PatchCommentBody = z
  .strictObject({ body: StorableText.trim().min(1).max(5_000).optional(), resolved: z.boolean().optional() })
  .meta({ id: "PatchCommentRequest" });
