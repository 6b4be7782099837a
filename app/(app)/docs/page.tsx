import { Guide } from "@/components/docs/guide";
import { clientSettings } from "@/lib/http/compat/client-settings";
import { translator } from "@/lib/i18n/translator";
import { TIER_LIMITS } from "@/lib/identity/quota/tiers";
import { currentDocument } from "./document";

export async function generateMetadata() {
  const t = await translator("docs");
  return { title: t("title") };
}

/** Introduction to the API reference. */
export default async function DocsPage() {
  const document = await currentDocument();
  return (
    <Guide
      document={document}
      clients={clientSettings((document.servers[0]?.url ?? "").replace(/\/v1$/, ""))}
      tiers={[
        { tier: "free", limits: TIER_LIMITS.free },
        { tier: "pro", limits: TIER_LIMITS.pro },
      ]}
    />
  );
}
