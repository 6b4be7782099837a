import type { Metadata } from "next";
import { FailedJobs } from "@/components/admin/failed-jobs";
import { translator } from "@/lib/i18n/translator";
import { requireAdmin } from "@/lib/identity/auth/require-caller";
import { listFailedJobs } from "@/lib/work/jobs/failed-jobs";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("jobs") };
}

export default async function AdminJobs() {
  await requireAdmin("/admin/jobs");
  const [failures, rejected] = await Promise.all([
    listFailedJobs({ limit: 20, cause: "server" }),
    listFailedJobs({ limit: 20, cause: "content" }),
  ]);
  return <FailedJobs failures={failures} rejected={rejected} />;
}
