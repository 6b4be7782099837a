import { cookies } from "next/headers";
import { ClientMessages } from "@/components/shell/messages";
import { Welcome } from "@/components/shell/welcome";
import { initialPair, PAIR_COOKIE, readPair } from "@/components/translator/pair";
import { Translator } from "@/components/translator/translator";
import { describeCaller } from "@/lib/accounts/me";
import { optionalCaller } from "@/lib/auth/require-caller";
import { requestLocale } from "@/lib/i18n/request-locale";
import { listLanguages } from "@/lib/translation/languages";

/** The translator; for signed-out people the welcome page. */
export default async function StartPage() {
  const caller = await optionalCaller();
  if (!caller) return <Welcome />;
  const [locale, jar] = await Promise.all([requestLocale(), cookies()]);
  const [me, languages] = await Promise.all([
    describeCaller(caller),
    // Without an engine the page still opens; the browser retries and shows the error.
    listLanguages(caller, { display: locale }).catch(() => undefined),
  ]);
  return (
    <ClientMessages namespaces={["translate", "languages", "warnings", "history", "request", "installation"]}>
      <Translator
        me={me}
        languages={languages}
        pair={initialPair(readPair(jar.get(PAIR_COOKIE)?.value), locale, languages?.languages ?? [])}
      />
    </ClientMessages>
  );
}
