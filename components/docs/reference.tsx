import { Page } from "@/components/ui/page";
import { translator } from "@/lib/i18n/translator";
import type { ApiDocument } from "@/lib/schemas/api-document";
import { Guide, type Tier } from "./guide";
import { Operation } from "./operation";
import { ApiKeyProvider } from "./try-it";

/** The API on one page: how to begin, what can go wrong, and every operation with a way to try it. */
export async function Reference({ document, tiers }: { document: ApiDocument; tiers: readonly Tier[] }) {
  const t = await translator("docs");
  const base = document.servers[0]?.url ?? "/v1";
  const groups = document.tags.map(({ name }) => ({
    name,
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    ),
  }));
  const contents = (
    <ul className="flex flex-col gap-0.5">
      {(["quickStart", "authentication", "errors", "limits"] as const).map((section) => (
        <Entry key={section} href={`#${section}`}>
          {t(section)}
        </Entry>
      ))}
      {groups.map((group) => (
        <li key={group.name} className="mt-3" lang="en">
          <span className="px-2 text-xs font-medium text-muted">{group.name}</span>
          <ul dir="ltr">
            {group.operations.map(({ operation }) => (
              <Entry key={operation.operationId} href={`#${operation.operationId}`}>
                {operation.summary}
              </Entry>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <Page title={t("title")} description={t("description")}>
      <ApiKeyProvider>
        <div className="flex flex-col gap-10 lg:flex-row-reverse lg:items-start">
          <nav
            aria-label={t("contents")}
            className="shrink-0 text-sm max-lg:hidden lg:sticky lg:top-6 lg:max-h-[90vh] lg:w-60 lg:overflow-y-auto print:hidden"
          >
            {contents}
          </nav>
          {/* In its own place on narrow screens, and folded: the reference is what one came for. */}
          <details className="rounded-lg border border-line bg-surface text-sm lg:hidden print:hidden">
            <summary className="rounded-lg px-4 py-3 font-medium">{t("contents")}</summary>
            <nav aria-label={t("contents")} className="px-2 pb-3">
              {contents}
            </nav>
          </details>
          <div className="flex min-w-0 flex-1 flex-col gap-12">
            <Guide base={base} tiers={tiers} />
            <section className="flex flex-col gap-8">
              <header className="flex flex-wrap items-baseline justify-between gap-3">
                <h2 className="text-xl">{t("reference")}</h2>
                <a className="text-sm text-accent-ink underline underline-offset-4" href="/v1/openapi.json">
                  {t("document")}
                </a>
              </header>
              {groups.map((group) => (
                <section key={group.name} className="flex flex-col gap-5" lang="en" dir="ltr">
                  <h3 className="text-lg">{group.name}</h3>
                  {group.operations.map((one) => (
                    <Operation
                      key={one.operation.operationId}
                      base={base}
                      schemas={document.components.schemas}
                      {...one}
                    />
                  ))}
                </section>
              ))}
            </section>
          </div>
        </div>
      </ApiKeyProvider>
    </Page>
  );
}

function Entry({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <li>
      <a className="block rounded-sm px-2 py-1.5 text-muted hover:bg-hover hover:text-ink" href={href}>
        {children}
      </a>
    </li>
  );
}
