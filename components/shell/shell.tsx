import Link from "next/link";
import type { ReactNode } from "react";
import type { z } from "zod";
import { translator } from "@/lib/i18n/translator";
import type { Me } from "@/lib/schemas/account";
import { AccountMenu } from "./account-menu";
import { Bell } from "./bell";
import { BottomBar } from "./bottom-bar";
import { Commands } from "./commands";
import { ConnectionBar } from "./connection-bar";
import { FileWatch } from "./file-watch";
import { Logo } from "./logo";
import { NavLink } from "./nav-link";
import { pagesFor } from "./navigation";
import { PaletteButton } from "./palette-button";
import { Queries } from "./queries";
import { SkipLink } from "./skip-link";

/** Layout of pages for signed-in people. The navigation is at the side or, on narrow screens, at the bottom. */
export async function Shell({ me, children }: { me: z.output<typeof Me>; children: ReactNode }) {
  const t = await translator("shell");
  const user = { role: me.user?.role ?? "viewer", isAdmin: me.user?.isAdmin ?? false };
  return (
    <Queries me={me}>
      <SkipLink label={t("skip")} />
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <header className="sticky top-0 z-20 flex h-14 low:static items-center justify-between gap-2 border-b bg-canvas ps-4 pe-2 lg:hidden print:hidden">
          <Link href="/" className="rounded-md">
            <Logo name={t("product")} />
          </Link>
          <div className="flex items-center">
            <PaletteButton look="icon" />
            <Bell size="lg" />
            <AccountMenu look="icon" />
          </div>
        </header>

        <header className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col gap-6 overflow-y-auto border-e bg-sunken px-3 py-5 lg:flex print:hidden">
          <div className="flex items-center justify-between gap-2">
            <Link href="/" className="ms-2 rounded-md">
              <Logo name={t("product")} />
            </Link>
            <Bell size="md" />
          </div>
          <PaletteButton look="field" />
          <nav aria-label={t("mainNavigation")} className="grow">
            <ul className="flex flex-col gap-0.5">
              {pagesFor(user).map(({ href, icon: Icon, name }) => (
                <li key={href}>
                  <NavLink href={href} look="side">
                    <Icon />
                    {t(name)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <AccountMenu look="wide" />
        </header>

        <main
          id="content"
          tabIndex={-1}
          className="flex min-w-0 grow flex-col pb-16 outline-none low:pb-0 lg:pb-0 print:pb-0"
        >
          <ConnectionBar />
          {children}
        </main>
        <BottomBar user={user} />
      </div>
      <FileWatch />
      <Commands user={user} />
    </Queries>
  );
}
