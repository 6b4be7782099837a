import type { ReactNode } from "react";
import type { Namespace } from "@/lib/i18n/catalogue";
import { messagesFor } from "@/lib/i18n/page-messages";
import { requestLocale } from "@/lib/i18n/request-locale";
import { AddMessages } from "./add-messages";

/** Provides client components with the named parts of the catalogue, in addition to those sent to every page. */
export async function ClientMessages({
  namespaces,
  children,
}: {
  namespaces: readonly Namespace[];
  children: ReactNode;
}) {
  return <AddMessages messages={messagesFor(await requestLocale(), namespaces)}>{children}</AddMessages>;
}
