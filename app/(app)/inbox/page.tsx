import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { ClientMessages } from "@/components/shell/messages";
import { requireCaller } from "@/lib/auth/require-caller";
import { translator } from "@/lib/i18n/translator";
import { listProjects } from "@/lib/projects/list-projects";
import { ProjectsQuery } from "@/lib/schemas/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("inbox"))("title") };
}

/** Projects in progress with the person assigned; one page is enough. */
const QUERY = { assigneeId: "me", status: "in_progress,in_review", sort: "dueAt", limit: "100" } as const;

export default async function MyWork() {
  const caller = await requireCaller("/inbox");
  return (
    <ClientMessages namespaces={["inbox", "projects"]}>
      <InboxPage
        userId={caller.userId}
        query={QUERY}
        projects={await listProjects(caller, ProjectsQuery.parse(QUERY))}
      />
    </ClientMessages>
  );
}
