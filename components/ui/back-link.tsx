import Link from "next/link";
import type { ReactNode } from "react";
import { ArrowLeft } from "./icons";

/** Link to the parent page. */
export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-my-0.5 inline-flex items-center gap-1.5 rounded-sm py-0.5 text-sm text-accent-ink hover:underline"
    >
      <ArrowLeft className="flip-rtl size-4" />
      {children}
    </Link>
  );
}
