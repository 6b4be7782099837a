import type { Metadata } from "next";
import { JobList } from "@/components/admin/job-list";
import { requireAdmin } from "@/lib/auth/require-admin";
import { translator } from "@/lib/i18n/translator";
import { listFailedJobs } from "@/lib/jobs/failed-jobs";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("jobs") };
}

export default async function AdminJobs() {
  await requireAdmin("/admin/jobs");
  return <JobList jobs={await listFailedJobs({ limit: 20 })} />;
}
