import type { Metadata } from "next";
import { EngineList } from "@/components/admin/engine-list";
import { requireAdmin } from "@/lib/auth/require-admin";
import { engineOverview } from "@/lib/health";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("engines") };
}

export default async function AdminEngines() {
  await requireAdmin("/admin/engines");
  const { engines } = await engineOverview();
  return <EngineList engines={engines} />;
}
