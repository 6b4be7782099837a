import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { ClientMessages } from "@/components/shell/messages";
import { FirstSteps } from "@/components/start/first-steps";
import { translator } from "@/lib/i18n/translator";
import { firstSteps } from "@/lib/identity/accounts/first-steps";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listProjects } from "@/lib/projects/list-projects";
import { ProjectsQuery } from "@/lib/schemas/projects";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("inbox"))("title") };
}

/** Projects in progress to which the person is assigned; only the first page is loaded. */
const QUERY = { assigneeId: "me", status: "in_progress,in_review", sort: "dueAt", limit: "100" } as const;

export default async function MyWork() {
  const caller = await requireCaller("/inbox");
  const [projects, steps] = await Promise.all([listProjects(caller, ProjectsQuery.parse(QUERY)), firstSteps(caller)]);
  return (
    <ClientMessages namespaces={["inbox", "projects", "start", "progress"]}>
      <InboxPage userId={caller.userId} query={QUERY} projects={projects}>
        {steps && !roleAllows(caller.role, "manager") ? (
          <FirstSteps
            accountId={caller.accountId}
            // Opening this page completes the step "work".
            steps={steps.map((one) => (one.step === "work" ? { ...one, isDone: true } : one))}
          />
        ) : null}
      </InboxPage>
    </ClientMessages>
  );
}
