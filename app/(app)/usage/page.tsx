import type { Metadata } from "next";
import { ClientMessages } from "@/components/shell/messages";
import { presetRange } from "@/components/usage/range";
import { UsagePage } from "@/components/usage/usage-page";
import { translator } from "@/lib/i18n/translator";
import { usageDetail } from "@/lib/identity/accounts/usage-detail";
import { requireCaller } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("usage");
  return { title: t("title") };
}

export default async function Usage() {
  const caller = await requireCaller("/usage");
  const now = Date.now();
  const usage = await usageDetail(caller, { ...presetRange("month", now), without: "dashboard_reads", format: "json" });
  return (
    <ClientMessages namespaces={["usage"]}>
      <UsagePage usage={usage} now={now} />
    </ClientMessages>
  );
}
