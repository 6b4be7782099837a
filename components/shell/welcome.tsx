import Link from "next/link";
import type { Pair } from "@/components/translator/pair";
import { LazyTryBox } from "@/components/translator/try-box-lazy";
import { buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { translator } from "@/lib/i18n/translator";
import type { Languages } from "@/lib/schemas/translate";
import { ClientMessages } from "./messages";

/** The history of the name from Akkadian through Arabic, Greek and Italian to English. Names are not translated. */
const WORD = [
  { lang: "akk-Latn", word: "targumannu", turn: "animate-word" },
  { lang: "ar", word: "ترجمان", turn: "animate-word [animation-delay:0.8s]" },
  { lang: "el", word: "δραγομάνος", turn: "animate-word [animation-delay:1.6s]" },
  { lang: "it", word: "dragomanno", turn: "animate-word [animation-delay:2.4s]" },
  { lang: "en", word: "dragoman", turn: "animate-last-word [animation-delay:3.2s]" },
] as const;

type WelcomeProps = {
  /** The languages that visitors can try, and the first pair; null if visitors cannot translate. */
  readonly toTry: { readonly languages: Languages["languages"]; readonly pair: Pair } | null;
};

/** The start page for visitors: what this service is, and how to sign in. */
export async function Welcome({ toTry }: WelcomeProps) {
  const t = await translator("welcome");
  const shell = await translator("shell");
  return (
    <div className="mx-auto grid w-full max-w-6xl grow content-center gap-x-16 gap-y-12 px-4 py-10 sm:px-8 lg:grid-cols-[1.1fr_1fr]">
      <div className="flex flex-col items-start gap-6 self-center">
        <h1 className="max-w-xl text-3xl">{t("title")}</h1>
        <p className="max-w-prose text-lg text-pretty text-muted">{t("text")}</p>
        <div className="flex flex-wrap gap-2.5">
          <Link href="/sign-in" className={buttonClass("primary", "lg")}>
            {shell("signIn")}
          </Link>
          <Link href="/sign-up" className={buttonClass("secondary", "lg")}>
            {shell("signUp")}
          </Link>
        </div>
        <figure className="mt-2 flex flex-col gap-2 text-sm text-muted">
          {/* Turns once, in less than five seconds. A longer animation would need a way to stop it (WCAG 2.2.2). */}
          <p
            aria-hidden="true"
            className="grid font-semibold tracking-tight text-accent-ink text-display motion-reduce:hidden"
          >
            {WORD.map(({ lang, word, turn }) => (
              <bdi key={lang} lang={lang} className={cx("col-start-1 row-start-1 justify-self-start", turn)}>
                {word}
              </bdi>
            ))}
          </p>
          <figcaption>{t("meaning")}</figcaption>
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-accent-ink">
            {WORD.map(({ lang, word }, index) => (
              <span key={lang} className="flex items-baseline gap-2.5">
                {index > 0 ? <span aria-hidden="true" className="h-px w-4 self-center bg-edge" /> : null}
                <bdi lang={lang}>{word}</bdi>
              </span>
            ))}
          </p>
        </figure>
      </div>
      {toTry ? (
        <ClientMessages namespaces={["translate", "languages", "tryOut"]}>
          <LazyTryBox languages={toTry.languages} pair={toTry.pair} />
        </ClientMessages>
      ) : null}
      <dl
        className={
          toTry
            ? "grid gap-x-8 gap-y-6 border-t pt-8 sm:grid-cols-2 lg:col-span-2 lg:grid-cols-4"
            : "flex flex-col self-center border-t"
        }
      >
        {(["texts", "files", "projects", "api"] as const).map((part) => (
          <div
            key={part}
            className={cx("grid gap-x-6 gap-y-1", toTry ? "content-start" : "border-b py-5 sm:grid-cols-[8rem_1fr]")}
          >
            <dt className="font-medium">{t(`${part}.title`)}</dt>
            <dd className="text-muted">{t(`${part}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
