import type { Locale } from "@/lib/vocabulary/locales";
import ar from "./messages/ar.json" with { type: "json" };
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import es from "./messages/es.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import it from "./messages/it.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };
import pl from "./messages/pl.json" with { type: "json" };
import ptBR from "./messages/pt-BR.json" with { type: "json" };
import zhHans from "./messages/zh-Hans.json" with { type: "json" };

/** The keys and placeholders of English. A test checks that the other catalogues have the same ones. */
export type Messages = typeof en;
export type Namespace = keyof Messages;

declare module "use-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

const CATALOGUES: Readonly<Record<Locale, Messages>> = {
  en,
  es,
  fr,
  de,
  it,
  "pt-BR": ptBR,
  pl,
  ar,
  ja,
  "zh-Hans": zhHans,
};

/** All messages of a locale in ICU syntax. Pages use `page-messages.ts` instead. */
export function catalogue(locale: Locale): Messages {
  return CATALOGUES[locale];
}
