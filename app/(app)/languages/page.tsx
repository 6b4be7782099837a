import type { Metadata } from "next";
import { LanguagesPage } from "@/components/language/languages-page";
import { ClientMessages } from "@/components/shell/messages";
import { requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { languageGrid } from "@/lib/translation/languages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("grid");
  return { title: t("title") };
}

export default async function Languages({ searchParams }: PageProps<"/languages">) {
  const caller = await requireCaller("/languages");
  const [{ of }, grid] = await Promise.all([searchParams, languageGrid(caller, await requestLocale())]);
  return (
    <ClientMessages namespaces={["grid", "languages"]}>
      <LanguagesPage grid={grid} initial={typeof of === "string" ? of : undefined} isAdmin={caller.isAdmin} />
    </ClientMessages>
  );
}
