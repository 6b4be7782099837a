import type { Metadata } from "next";
import { queryOf, readFilters } from "@/components/projects/filters";
import { ProjectsPage } from "@/components/projects/projects-page";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listProjects } from "@/lib/projects/list-projects";
import { ProjectsQuery } from "@/lib/schemas/projects";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("projects");
  return { title: t("title") };
}

type Props = { readonly searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Projects({ searchParams }: Props) {
  const caller = await requireCaller("/projects");
  const filters = readFilters(await searchParams);
  const query = ProjectsQuery.safeParse(queryOf(filters));
  return (
    <ClientMessages namespaces={["projects", "languages", "progress"]}>
      <ProjectsPage
        filters={filters}
        // For an invalid query no list is rendered; the browser requests it and shows the error.
        projects={query.success ? await listProjects(caller, query.data).catch(() => undefined) : undefined}
        mayCreate={roleAllows(caller.role, "manager")}
      />
    </ClientMessages>
  );
}
