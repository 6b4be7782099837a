import { z } from "zod";
import { Timestamp } from "./common";
import { Progress } from "./projects";

export const Branch = z
  .object({
    name: z.string(),
    projectId: z.string(),
    documents: z.number().int().describe("Number of documents that differ from main or are missing there"),
    progress: Progress.describe("Progress of these documents, over all languages"),
    languages: z.array(z.object({ language: z.string(), status: z.string(), progress: Progress })),
    activity: z.string().nullable().describe("Current activity in the branch; null: none"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Branch" });
export type Branch = z.infer<typeof Branch>;
export const BranchList = z.object({ branches: z.array(Branch) }).meta({ id: "BranchList" });
export type BranchList = z.infer<typeof BranchList>;

const segmentCount = z.number().int();
export const BranchChanges = z
  .object({
    documents: z.array(
      z.object({
        documentId: z.string().describe("The document of the branch"),
        path: z.string(),
        change: z
          .enum(["added", "changed", "unchanged", "conflict"])
          .describe(
            "`conflict`: main's content has also changed since the branch was created; `unchanged`: only translations are merged",
          ),
        segments: z.object({
          added: segmentCount,
          changed: segmentCount,
          removed: segmentCount,
          unchanged: segmentCount,
        }),
        translations: z.number().int().describe("Texts that were translated in the branch, over all languages"),
      }),
    ),
  })
  .meta({ id: "BranchChanges" });
export type BranchChanges = z.infer<typeof BranchChanges>;

export const MergeQuery = z.strictObject({
  onConflict: z
    .enum(["fail", "main", "branch"])
    .default("fail")
    .describe(
      "What happens if a document's content changed in main since the branch was created. `fail`: nothing is merged (409). `main`: main's content stays. `branch`: the branch's content replaces it. `main` and `branch` carry translations over; those of texts missing in main are used once main contains the text",
    ),
});
export type OnConflict = z.output<typeof MergeQuery>["onConflict"];
