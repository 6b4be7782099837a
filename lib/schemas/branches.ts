import { z } from "zod";
import { Timestamp } from "./common";
import { Progress } from "./projects";

export const Branch = z
  .object({
    name: z.string(),
    projectId: z.string(),
    documents: z.number().int().describe("Documents that differ from main, or that main does not have"),
    progress: Progress.describe("Of these documents, over all languages"),
    languages: z.array(z.object({ language: z.string(), status: z.string(), progress: Progress })),
    activity: z.string().nullable().describe("Current activity in the branch; null: none"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Branch" });
export type Branch = z.infer<typeof Branch>;
export const BranchList = z.object({ branches: z.array(Branch) }).meta({ id: "BranchList" });

export const MergeQuery = z.strictObject({
  onConflict: z
    .enum(["fail", "main", "branch"])
    .default("fail")
    .describe(
      "What happens to a document whose content changed in main since the branch was made: nothing is merged (409), main's content stays, or the branch's replaces it. Translations are carried over in either case; those of texts that main lacks return when main gets the text",
    ),
});
export type OnConflict = z.output<typeof MergeQuery>["onConflict"];
