import type { ReactNode } from "react";
import { Page } from "@/components/ui/page";
import { translator } from "@/lib/i18n/translator";
import type { ApiDocument } from "@/lib/schemas/api-document";
import { ApiKeyProvider } from "./api-key";
import { DocsNav } from "./docs-nav";
import { groupsOf } from "./groups";

const LINK = "inline-block text-accent-ink underline underline-offset-4";

/** Layout of the API reference. A key entered on one page is kept for the others. */
export async function DocsFrame({ document, children }: { document: ApiDocument; children: ReactNode }) {
  const t = await translator("docs");
  const groups = groupsOf(document).map(({ name, slug }) => ({ name, slug }));
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 text-sm leading-6">
          <a className={LINK} href="/v1/openapi.json">
            {t("document")}
          </a>
          <a className={LINK} href="/v1/postman.json" download="dragoman.postman_collection.json">
            {t("collection")}
          </a>
        </div>
      }
    >
      <ApiKeyProvider>
        <div className="flex flex-col gap-8 lg:flex-row-reverse lg:items-start lg:gap-12">
          <DocsNav groups={groups} />
          <div className="flex min-w-0 flex-1 flex-col gap-12">{children}</div>
        </div>
      </ApiKeyProvider>
    </Page>
  );
}
