import type { ReactNode } from "react";
import { messagesFor, type Namespace } from "@/lib/i18n/catalogue";
import { requestLocale } from "@/lib/i18n/request-locale";
import { AddMessages } from "./add-messages";

/** Gives the client components below it the named parts of the catalogue, beside those that the shell sends to every page. */
export async function ClientMessages({
  namespaces,
  children,
}: {
  namespaces: readonly Namespace[];
  children: ReactNode;
}) {
  return <AddMessages messages={messagesFor(await requestLocale(), namespaces)}>{children}</AddMessages>;
}
