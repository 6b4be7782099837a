import type { Metadata } from "next";
import { cookies } from "next/headers";
import { FileWorkspace } from "@/components/files/file-workspace";
import { ClientMessages } from "@/components/shell/messages";
import { initialPair, PAIR_COOKIE, readPair } from "@/components/translator/pair";
import { requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";
import { describeCaller } from "@/lib/identity/accounts/me";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listFormats } from "@/lib/translation/documents";
import { listFiles } from "@/lib/translation/files/files";
import { listLanguages } from "@/lib/translation/languages";

/** Number of files on the first page. Equals the page size that the browser requests. */
const FIRST_FILES = 50;

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("files");
  return { title: t("title") };
}

export default async function FilesPage() {
  const caller = await requireCaller("/files");
  const [locale, jar] = await Promise.all([requestLocale(), cookies()]);
  const [me, languages, files] = await Promise.all([
    describeCaller(caller),
    // The page opens even without an engine or the list; the browser retries and shows the error.
    listLanguages(caller, { display: locale }).catch(() => undefined),
    listFiles(caller, { limit: FIRST_FILES }).catch(() => undefined),
  ]);
  const { target } = initialPair(readPair(jar.get(PAIR_COOKIE)?.value), locale, languages?.languages ?? []);
  return (
    <ClientMessages namespaces={["files", "formats", "languages", "warnings"]}>
      <FileWorkspace me={me} languages={languages} formats={listFormats().formats} files={files} target={target} />
    </ClientMessages>
  );
}
