"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cx } from "./cx";

type SectionNavProps = {
  readonly label: string;
  /** The first link is the parent page of the others. */
  readonly links: readonly { readonly href: string; readonly name: string }[];
};

/** Navigation within a section of the dashboard. */
export function SectionNav({ label, links }: SectionNavProps) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // On narrow screens, scrolls the current link into view.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={label} className="scroll-hint -mt-3 overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-5">
        {links.map(({ href, name }) => {
          const isCurrent = path === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "-mb-px flex h-10 items-center border-b-2 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors",
                  isCurrent ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
                )}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
