import { z } from "zod";
import { isBranchName, MAX_BRANCH_NAME } from "@/lib/vocabulary/projects";

const BranchName = z
  .string()
  .min(1)
  .max(MAX_BRANCH_NAME)
  .refine(isBranchName, {
    params: { code: "format" },
    message: "Use the name of a git branch. Leave branch out for the project itself, which is called main.",
  })
  .describe("Branch of the project; default: main");

/** For reading within a branch. */
export const InBranch = { branch: BranchName.optional() };
export const BranchQuery = z.strictObject(InBranch);
