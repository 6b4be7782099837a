"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { cx } from "@/components/ui/cx";

type DocsNavProps = { readonly groups: readonly { readonly name: string; readonly slug: string }[] };

/** Navigation of the reference, at the side or, on narrow screens, in a scrolling line above. */
export function DocsNav({ groups }: DocsNavProps) {
  const t = useTranslations("docs");
  return (
    <nav
      aria-label={t("contents")}
      className="shrink-0 text-sm max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:top-6 lg:w-52 print:hidden"
    >
      <ul className="flex gap-1 lg:flex-col lg:gap-0.5">
        <Entry href="/docs">{t("guide")}</Entry>
        {groups.map(({ name, slug }) => (
          <Entry key={slug} href={`/docs/${slug}`} lang="en">
            {name}
          </Entry>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ href, lang, children }: { href: string; lang?: string; children: React.ReactNode }) {
  const isCurrent = usePathname() === href;
  return (
    <li>
      <Link
        href={href}
        lang={lang}
        aria-current={isCurrent ? "page" : undefined}
        className={cx(
          "block rounded-md px-2.5 py-1.5 whitespace-nowrap -outline-offset-2",
          isCurrent ? "bg-accent-soft font-medium text-accent-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        {children}
      </Link>
    </li>
  );
}
