"use client";

import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";

const LOOKS = {
  side: "h-9 gap-3 rounded-md px-2.5 text-base text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink [&_svg]:size-4.5",
  foot: "h-14 flex-col justify-center gap-1 text-xs text-muted -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-accent-ink [&_svg]:size-5",
};

type NavLinkProps = { readonly href: string; readonly look: keyof typeof LOOKS; readonly children: ReactNode };

/** A navigation link that marks the current page. */
export function NavLink({ href, look, children }: NavLinkProps) {
  const path = usePathname();
  // If every page prefetched all of them, its own requests would be delayed.
  const [isNear, setNear] = useState(false);
  const current = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      prefetch={isNear ? null : false}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      aria-current={current ? "page" : undefined}
      className={cx("flex items-center transition-colors", LOOKS[look])}
    >
      <Pending>{children}</Pending>
    </Link>
  );
}

/** Fades while the page loads, as immediate feedback. */
function Pending({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return <span className={cx("contents", pending && "[&_svg]:animate-pulse")}>{children}</span>;
}
