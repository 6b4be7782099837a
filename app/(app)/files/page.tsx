import type { Metadata } from "next";
import { cookies } from "next/headers";
import { FileWorkspace } from "@/components/files/file-workspace";
import { ClientMessages } from "@/components/shell/messages";
import { initialPair, PAIR_COOKIE, readPair } from "@/components/translator/pair";
import { describeCaller } from "@/lib/accounts/me";
import { requireCaller } from "@/lib/auth/require-caller";
import { requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";
import { listLanguages } from "@/lib/translation/languages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("files");
  return { title: t("title") };
}

export default async function FilesPage() {
  const caller = await requireCaller("/files");
  const [locale, jar] = await Promise.all([requestLocale(), cookies()]);
  const [me, languages] = await Promise.all([
    describeCaller(caller),
    // Without an engine the page still opens; the browser retries and shows the error.
    listLanguages(caller, { display: locale }).catch(() => undefined),
  ]);
  const { target } = initialPair(readPair(jar.get(PAIR_COOKIE)?.value), locale, languages?.languages ?? []);
  return (
    <ClientMessages namespaces={["files", "formats", "languages", "warnings"]}>
      <FileWorkspace me={me} languages={languages} target={target} />
    </ClientMessages>
  );
}
