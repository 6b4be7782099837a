"use client";

import { useTranslations } from "use-intl";
import { Sheet } from "@/components/ui/dialog";
import { NavLink } from "./nav-link";
import { type NavigationUser, pagesFor } from "./navigation";

/** All pages, on narrow screens. */
export default function MoreSheet({ user, onClose }: { user: NavigationUser; onClose: () => void }) {
  const t = useTranslations("shell");
  return (
    <Sheet open onOpenChange={onClose} title={t("product")}>
      <ul className="-mx-2 flex flex-col gap-1">
        {pagesFor(user).map(({ href, name, icon: Icon }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside is what is pressed; the press only closes the sheet
          <li key={href} onClick={onClose}>
            <NavLink href={href} look="side">
              <Icon />
              {t(name)}
            </NavLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
