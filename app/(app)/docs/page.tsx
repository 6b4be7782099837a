import { Guide } from "@/components/docs/guide";
import { translator } from "@/lib/i18n/translator";
import { TIER_LIMITS } from "@/lib/limits/tiers";
import { currentDocument } from "./document";

export async function generateMetadata() {
  const t = await translator("docs");
  return { title: t("title") };
}

/** Introduction to the API reference. */
export default async function DocsPage() {
  return (
    <Guide
      document={await currentDocument()}
      tiers={[
        { tier: "free", limits: TIER_LIMITS.free },
        { tier: "pro", limits: TIER_LIMITS.pro },
      ]}
    />
  );
}
