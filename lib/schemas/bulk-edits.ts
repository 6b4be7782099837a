import { z } from "zod";
import { MAX_CHOSEN_SEGMENTS } from "@/lib/vocabulary/segments";
import { DateTimeInput, Id, LanguageTag, StorableText } from "./common";
import { PretranslateBody } from "./pretranslate";
import { ActorId, Check, Findings, Label, OriginType, TranslationState } from "./segments";

/** One value, or a list (OR). */
const oneOrSeveral = <T extends string>(item: z.ZodType<T, string>) =>
  z.union([item.transform((one) => [one]), z.array(item).min(1).max(20)]);

const EDITS = [
  z.strictObject({ type: z.literal("approve") }),
  z.strictObject({ type: z.literal("confirm") }),
  z.strictObject({ type: z.literal("reject"), comment: StorableText.trim().min(1).max(5_000) }),
  z.strictObject({ type: z.literal("clear") }),
  z.strictObject({
    type: z.literal("replace"),
    find: StorableText.min(1)
      .max(500)
      .describe("Searched in the text as readers see it. A match that includes an inline code is not replaced"),
    replace: StorableText.max(500),
    caseSensitive: z.boolean().default(true),
    wholeWord: z.boolean().default(false).describe("Finds the text only without adjacent letters or digits"),
    regex: z
      .boolean()
      .default(false)
      .describe(
        "`find` is a regular expression in RE2's syntax, for texts of up to 20,000 characters; not with `wholeWord`. In `replace`, `$1` and `$<name>` insert its groups, `$0` the match and `$$` a `$`",
      ),
  }),
  z.strictObject({
    type: z.literal("fix"),
    check: Check.optional().describe("Applies the fixes of this check's findings; default: of all checks"),
  }),
  z.strictObject({ type: z.literal("copySource") }),
  z.strictObject({ type: z.literal("addLabel"), label: Label }),
  z.strictObject({ type: z.literal("removeLabel"), label: Label }),
  z.strictObject({ type: z.literal("exclude") }),
  z.strictObject({ type: z.literal("include") }),
  z.strictObject({
    type: z.literal("ignoreCheck"),
    check: StorableText.min(1).max(64),
    reason: StorableText.trim().min(1).max(1_000).optional(),
  }),
] as const;

/** Bulk actions on individual translations. Machine translation has its own job. */
export const BulkEdit = z.discriminatedUnion("type", EDITS);
export type BulkEdit = z.output<typeof BulkEdit>;

export const BulkBody = z
  .strictObject({
    language: LanguageTag,
    filter: z
      .strictObject({
        documentId: oneOrSeveral(Id("doc")).optional(),
        state: z.array(TranslationState).min(1).max(5).optional(),
        origin: z.array(OriginType).min(1).max(5).optional(),
        edited: z.boolean().optional(),
        outdated: z.boolean().optional(),
        excluded: z.boolean().optional(),
        qa: oneOrSeveral(Findings).optional(),
        check: oneOrSeveral(Check).optional(),
        comments: z.literal("open").optional(),
        updatedSince: DateTimeInput.optional(),
        changedBy: ActorId.optional(),
        reviewedBy: ActorId.optional(),
        notReviewedBy: ActorId.optional(),
        repetition: z.boolean().optional(),
        label: z.array(Label).min(1).max(20).optional(),
        segmentIds: z.array(Id("seg")).min(1).max(MAX_CHOSEN_SEGMENTS).optional().describe("Only these segments"),
        failedJobId: Id("job").optional(),
        q: StorableText.min(1).max(200).optional(),
      })
      .default({})
      .describe("Same filters as the list of segments"),
    action: z.discriminatedUnion("type", [
      ...EDITS,
      z.strictObject({
        type: z.literal("pretranslate"),
        ...PretranslateBody.pick({ method: true, overwrite: true, engine: true }).shape,
      }),
    ]),
    dryRun: z.boolean().default(false).describe("Reports how many segments would change without changing them"),
  })
  .meta({ id: "BulkRequest" });
export type BulkAction = z.output<typeof BulkBody>["action"];

export const BulkPreview = z
  .object({
    matching: z.number().int().describe("Segments that match the filter"),
    replacements: z
      .object({
        changed: z.number().int().describe("Translations that would change"),
        failed: z.number().int().describe("Translations that contain the text but cannot be changed"),
        acrossCodes: z
          .number()
          .int()
          .describe("Translations with a match that is not replaced because it includes a code, such as a placeholder"),
        complete: z.boolean().describe("False if only the first 5,000 segments were searched"),
        samples: z
          .array(z.object({ segmentId: z.string(), before: z.string(), after: z.string() }))
          .describe("The first 20 changes, as encoded texts; for a plural message, the first form that changes"),
      })
      .optional()
      .describe("For `replace`, `fix` and `copySource`"),
    findings: z
      .object({
        errors: z.number().int().describe("Segments with open errors, which are not changed"),
        warnings: z.number().int().describe("Segments with open warnings that the action changes"),
        ownWork: z
          .number()
          .int()
          .describe("Segments that only someone else can approve, because the caller edited them last"),
      })
      .optional()
      .describe("Only for `approve` and `confirm`: open findings in the matching segments"),
  })
  .meta({ id: "BulkPreview" });
