import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { translator } from "@/lib/i18n/translator";
import { Logo } from "./logo";
import { Preferences } from "./preferences";
import { SkipLink } from "./skip-link";

/** Layout of signed-out pages. */
export async function SignedOutFrame({ links = true, children }: { links?: boolean; children: ReactNode }) {
  const t = await translator("shell");
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={t("skip")} />
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-4 sm:px-8 print:hidden">
        <Link href="/" className="rounded-md">
          <Logo name={t("product")} />
        </Link>
        {links ? (
          <nav aria-label={t("mainNavigation")} className="flex items-center gap-1">
            <Link href="/docs" className={cx(buttonClass("ghost"), "max-sm:hidden")}>
              {t("docs")}
            </Link>
            <Link href="/sign-in" className={buttonClass("secondary")}>
              {t("signIn")}
            </Link>
          </nav>
        ) : null}
      </header>
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <footer className="flex flex-wrap items-center justify-between gap-4 px-4 py-6 sm:px-8 print:hidden">
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {t("tagline")}
          <Link
            href="/docs"
            className={cx("rounded-sm underline underline-offset-3 hover:no-underline", links && "sm:hidden")}
          >
            {t("docs")}
          </Link>
        </p>
        <Preferences />
      </footer>
    </div>
  );
}
