import { text, type Values } from "./command";

/**
 * The branch of the documents to work in: `--branch`, else that of the pull request a CI job runs for. Undefined: main.
 */
export function branchOf(values: Values, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = text(values, "branch");
  if (named !== undefined) return named;
  const isPullRequest = env.GITHUB_EVENT_NAME?.startsWith("pull_request");
  return (isPullRequest ? env.GITHUB_HEAD_REF : env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME) || undefined;
}
