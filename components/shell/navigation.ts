import {
  BookA,
  BookOpenText,
  ChartColumn,
  DatabaseZap,
  Files,
  FolderKanban,
  Globe,
  type IconComponent,
  Inbox,
  KeyRound,
  Languages,
  Settings,
  ShieldCheck,
  Webhook,
} from "@/components/ui/icons";
import { type Role, roleAllows } from "@/lib/vocabulary/rights";

type PageEntry = {
  readonly href: string;
  readonly name: string;
  readonly icon: IconComponent;
  readonly role?: Role;
  readonly isForAdmins?: true;
};

/** The main pages, in order. `name` is a key of the messages of `shell`; `role` is the lowest with access. */
const PAGES = [
  { href: "/", name: "translate", icon: Languages },
  { href: "/files", name: "files", icon: Files },
  { href: "/projects", name: "projects", icon: FolderKanban },
  { href: "/inbox", name: "inbox", icon: Inbox },
  { href: "/glossaries", name: "glossaries", icon: BookA },
  { href: "/memories", name: "memories", icon: DatabaseZap },
  { href: "/keys", name: "keys", icon: KeyRound, role: "manager" },
  { href: "/webhooks", name: "webhooks", icon: Webhook, role: "manager" },
  { href: "/usage", name: "usage", icon: ChartColumn, role: "manager" },
  { href: "/settings", name: "settings", icon: Settings },
  { href: "/languages", name: "languages", icon: Globe },
  { href: "/docs", name: "docs", icon: BookOpenText },
  { href: "/admin", name: "administration", icon: ShieldCheck, isForAdmins: true },
] as const satisfies readonly PageEntry[];

/** The person for whom the navigation is shown. */
export type NavigationUser = { readonly role: Role; readonly isAdmin: boolean };

/** The main pages that this person can use. */
export function pagesFor(user: NavigationUser) {
  return PAGES.filter((page) => {
    if ("isForAdmins" in page) return user.isAdmin;
    return !("role" in page) || roleAllows(user.role, page.role);
  });
}
