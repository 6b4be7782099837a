import {
  BookA,
  BookOpenText,
  ChartColumn,
  DatabaseZap,
  Files,
  FolderKanban,
  Inbox,
  KeyRound,
  Languages,
  Settings,
  ShieldCheck,
  Webhook,
} from "lucide-react";

/** The main pages, in order. `name` is a key of the messages of `shell`. */
export const NAV = [
  { href: "/", name: "translate", icon: Languages, admin: false },
  { href: "/files", name: "files", icon: Files, admin: false },
  { href: "/projects", name: "projects", icon: FolderKanban, admin: false },
  { href: "/inbox", name: "inbox", icon: Inbox, admin: false },
  { href: "/glossaries", name: "glossaries", icon: BookA, admin: false },
  { href: "/memories", name: "memories", icon: DatabaseZap, admin: false },
  { href: "/keys", name: "keys", icon: KeyRound, admin: false },
  { href: "/webhooks", name: "webhooks", icon: Webhook, admin: false },
  { href: "/usage", name: "usage", icon: ChartColumn, admin: false },
  { href: "/settings", name: "settings", icon: Settings, admin: false },
  { href: "/docs", name: "docs", icon: BookOpenText, admin: false },
  { href: "/admin", name: "administration", icon: ShieldCheck, admin: true },
] as const;
