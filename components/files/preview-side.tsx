import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { languageDirection } from "@/lib/text/languages";

type PreviewSideProps = {
  readonly heading: string;
  readonly lang: string | null;
  /** A note in the language of the interface. */
  readonly note?: ReactNode;
  /** Undefined while loading. */
  readonly children: ReactNode;
};

/** One of two documents that are shown next to each other. */
export function PreviewSide({ heading, lang, note, children }: PreviewSideProps) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm text-muted">{heading}</h3>
      {note}
      {children === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <section
          aria-label={heading}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          lang={lang ?? ""}
          dir={lang ? languageDirection(lang) : "auto"}
          className="prose-text h-[60vh] overflow-y-auto rounded-md bg-sunken p-4 text-sm"
        >
          {children}
        </section>
      )}
    </section>
  );
}
