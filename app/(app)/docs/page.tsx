import { headers } from "next/headers";
import { ROUTES } from "@/app/api/v1/routes";
import { Reference } from "@/components/docs/reference";
import { ClientMessages } from "@/components/shell/messages";
import { apiDocument } from "@/lib/api/openapi";
import { addressOf } from "@/lib/api/public-url";
import { translator } from "@/lib/i18n/translator";
import { TIERS } from "@/lib/limits/tiers";
import packageJson from "@/package.json";

export async function generateMetadata() {
  const t = await translator("docs");
  return { title: t("title") };
}

/** The reference, from the same declarations that the routes are made of. Public. */
export default async function DocsPage() {
  const address = addressOf((await headers()).get("host"));
  return (
    <ClientMessages namespaces={["docs"]}>
      <Reference
        document={apiDocument(ROUTES, { url: `${address}/v1`, version: packageJson.version })}
        tiers={[
          { tier: "free", limits: TIERS.free },
          { tier: "pro", limits: TIERS.pro },
        ]}
      />
    </ClientMessages>
  );
}
