import { cookies } from "next/headers";
import { ClientMessages } from "@/components/shell/messages";
import { Welcome } from "@/components/shell/welcome";
import { FirstSteps } from "@/components/start/first-steps";
import { initialPair, PAIR_COOKIE, readPair, withAddress } from "@/components/translator/pair";
import { Translator } from "@/components/translator/translator";
import { requestLocale } from "@/lib/i18n/request-locale";
import { firstSteps } from "@/lib/identity/accounts/first-steps";
import { describeCaller } from "@/lib/identity/accounts/me";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { canReadPictures } from "@/lib/translation/files/picture-text";
import { listLanguages } from "@/lib/translation/languages";
import { languagesToTry } from "@/lib/translation/try-translation";

/** The translator; for signed-out people the welcome page. */
export default async function StartPage({ searchParams }: PageProps<"/">) {
  const [caller, named] = await Promise.all([optionalCaller(), searchParams]);
  const locale = await requestLocale();
  if (!caller) {
    const languages = (await languagesToTry(locale))?.languages;
    return (
      <Welcome
        toTry={languages?.length ? { languages, pair: initialPair(withAddress(null, named), locale, languages) } : null}
      />
    );
  }
  const jar = await cookies();
  const [me, languages, steps] = await Promise.all([
    describeCaller(caller),
    // The page opens even without an engine; the browser retries and shows the error.
    listLanguages(caller, { display: locale }).catch(() => undefined),
    firstSteps(caller),
  ]);
  const kept = withAddress(readPair(jar.get(PAIR_COOKIE)?.value), named);
  const pair = initialPair(kept, locale, languages?.languages ?? []);
  return (
    <ClientMessages
      namespaces={["translate", "languages", "warnings", "history", "request", "installation", "protect", "start"]}
    >
      <Translator me={me} languages={languages} pair={pair} readsPictures={canReadPictures()}>
        {steps ? (
          <FirstSteps
            accountId={caller.accountId}
            steps={steps}
            languages={languages?.languages.length ?? 0}
            target={pair.target}
          />
        ) : null}
      </Translator>
    </ClientMessages>
  );
}
