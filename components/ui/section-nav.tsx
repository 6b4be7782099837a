"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cx } from "./cx";

type SectionNavProps = {
  readonly label: string;
  /** The first one is the page that the others are below. */
  readonly links: readonly { readonly href: string; readonly name: string }[];
};

/** The pages of a part of the dashboard, above what they show. */
export function SectionNav({ label, links }: SectionNavProps) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // Where the screen is too narrow for all of them, the current one is in sight.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={label} className="-mt-3 overflow-x-auto border-b border-line print:hidden">
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
