import type { Metadata } from "next";
import { ModelList } from "@/components/admin/model-list";
import { requireAdmin } from "@/lib/auth/require-admin";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("engines");
  return { title: t("models") };
}

/** The list is asked for by the browser: its sources are elsewhere and may take their time. */
export default async function AdminModels() {
  await requireAdmin("/admin/models");
  return <ModelList />;
}
