import type { Metadata } from "next";
import { EngineList } from "@/components/admin/engine-list";
import { QualityTable } from "@/components/admin/quality-table";
import { ServiceList } from "@/components/admin/service-list";
import { lastResult } from "@/lib/engines/admin/quality/result";
import { listServices } from "@/lib/engines/admin/services";
import { translator } from "@/lib/i18n/translator";
import { requireAdmin } from "@/lib/identity/auth/require-caller";
import { engineOverview } from "@/lib/operate/health";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("engines") };
}

export default async function AdminEngines() {
  await requireAdmin("/admin/engines");
  const [{ engines }, { services }, result] = await Promise.all([engineOverview(), listServices(), lastResult()]);
  return (
    <>
      <EngineList engines={engines} />
      <ServiceList services={services} engines={engines} />
      <QualityTable result={result} />
    </>
  );
}
