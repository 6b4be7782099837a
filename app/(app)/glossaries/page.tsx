import type { Metadata } from "next";
import { GlossariesPage } from "@/components/glossaries/glossaries-page";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listGlossaries } from "@/lib/translation/glossaries/glossaries";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("glossaries"))("title") };
}

export default async function Glossaries() {
  const caller = await requireCaller("/glossaries");
  return (
    <ClientMessages namespaces={["glossaries", "resources", "languages"]}>
      <GlossariesPage
        glossaries={await listGlossaries(caller, { limit: 20 })}
        mayManage={roleAllows(caller.role, "manager")}
      />
    </ClientMessages>
  );
}
