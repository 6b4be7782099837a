"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { AuthPanel } from "./auth-panel";

type NoLinkProps = {
  readonly title: ReactNode;
  /** Why the page cannot continue, and who can help. */
  readonly children: ReactNode;
  readonly signedIn: boolean;
};

/** Content of a page whose one-time link is invalid, with a way to continue. */
export function NoLink({ title, children, signedIn }: NoLinkProps) {
  const t = useTranslations("auth");
  const errors = useTranslations("errors");
  return (
    <AuthPanel title={title}>
      <p>{children}</p>
      <div className="flex flex-wrap gap-2.5">
        {signedIn ? null : (
          <Link href="/sign-in" className={buttonClass("primary")}>
            {t("signIn.submit")}
          </Link>
        )}
        <Link href="/" className={buttonClass(signedIn ? "primary" : "secondary")}>
          {errors("home")}
        </Link>
      </div>
    </AuthPanel>
  );
}
