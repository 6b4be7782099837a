import type { Metadata } from "next";
import { ModelList } from "@/components/admin/model-list";
import { translator } from "@/lib/i18n/translator";
import { requireAdmin } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("engines");
  return { title: t("models") };
}

/** Loaded by the browser, because the remote model sources may be slow. */
export default async function AdminModels() {
  await requireAdmin("/admin/models");
  return <ModelList />;
}
