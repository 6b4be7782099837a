import type { Metadata } from "next";
import { EngineList } from "@/components/admin/engine-list";
import { QualityTable } from "@/components/admin/quality-table";
import { ServiceList } from "@/components/admin/service-list";
import { listQualities, listServices } from "@/lib/engines/admin/services";
import { translator } from "@/lib/i18n/translator";
import { requireAdmin } from "@/lib/identity/auth/require-caller";
import { engineOverview } from "@/lib/operate/health";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("engines") };
}

export default async function AdminEngines() {
  await requireAdmin("/admin/engines");
  const [{ engines }, { services }, qualities] = await Promise.all([engineOverview(), listServices(), listQualities()]);
  return (
    <>
      <EngineList engines={engines} />
      <ServiceList services={services} engines={engines} />
      <QualityTable qualities={qualities} engines={engines} />
    </>
  );
}
