import type { Metadata } from "next";
import { EngineList } from "@/components/admin/engine-list";
import { ServiceList } from "@/components/admin/service-list";
import { requireAdmin } from "@/lib/auth/require-admin";
import { listServices } from "@/lib/engine-admin/services";
import { engineOverview } from "@/lib/health";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("engines") };
}

export default async function AdminEngines() {
  await requireAdmin("/admin/engines");
  const [{ engines }, { services }] = await Promise.all([engineOverview(), listServices()]);
  return (
    <>
      <EngineList engines={engines} />
      <ServiceList services={services} />
    </>
  );
}
