import { Guide } from "@/components/docs/guide";
import { translator } from "@/lib/i18n/translator";
import { TIERS } from "@/lib/limits/tiers";
import { currentDocument } from "./document";

export async function generateMetadata() {
  const t = await translator("docs");
  return { title: t("title") };
}

/** What a newcomer reads before the reference. */
export default async function DocsPage() {
  return (
    <Guide
      document={await currentDocument()}
      tiers={[
        { tier: "free", limits: TIERS.free },
        { tier: "pro", limits: TIERS.pro },
      ]}
    />
  );
}
