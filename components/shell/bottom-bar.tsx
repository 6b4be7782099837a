"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Menu as MenuIcon } from "@/components/ui/icons";
import { useLayer } from "@/components/ui/use-layer";
import { NavLink } from "./nav-link";
import { type NavigationUser, pagesFor } from "./navigation";

const MoreSheet = lazy(() => import("./more-sheet"));

const IN_BAR = 4;

/** Navigation on narrow screens: the first four pages, and a button for all others. */
export function BottomBar({ user }: { user: NavigationUser }) {
  const t = useTranslations("shell");
  const [more, openMore, closeMore] = useLayer<true>();
  return (
    <nav
      aria-label={t("mainNavigation")}
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-canvas pb-[env(safe-area-inset-bottom)] low:static lg:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        {pagesFor(user)
          .slice(0, IN_BAR)
          .map(({ href, name, icon: Icon }) => (
            <li key={href} className="min-w-0">
              <NavLink href={href} look="foot">
                <Icon />
                <span className="max-w-full truncate">{t(name)}</span>
              </NavLink>
            </li>
          ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => openMore(true)}
            className="flex h-14 w-full flex-col items-center justify-center gap-1 text-xs text-muted -outline-offset-2"
          >
            <MenuIcon className="size-5" />
            {t("more")}
          </button>
        </li>
      </ul>
      <Suspense fallback={null}>{more ? <MoreSheet user={user} onClose={closeMore} /> : null}</Suspense>
    </nav>
  );
}
