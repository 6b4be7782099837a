import { languageDirection } from "@/lib/text/languages";
import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { InterfaceLanguage } from "@/components/shell/interface-language";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { Tips } from "@/components/ui/tips";
import { Toaster } from "@/components/ui/toast";
import { messagesFor } from "@/lib/i18n/page-messages";
import { requestDateLocale, requestLocale } from "@/lib/i18n/request-locale";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("shell");
  return {
    title: { default: `${t("product")} · ${t("tagline")}`, template: `%s · ${t("product")}` },
    applicationName: t("product"),
    description: t("tagline"),
    // Search engines must not index a private service.
    robots: { index: false, follow: false },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f8f8" },
    { media: "(prefers-color-scheme: dark)", color: "#101719" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, dateLocale, jar] = await Promise.all([requestLocale(), requestDateLocale(), cookies()]);
  const theme = readTheme(jar.get(THEME_COOKIE)?.value);
  return (
    <html
      lang={locale}
      dir={languageDirection(locale)}
      data-theme={theme === "system" ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <head>
        <link rel="search" type="application/opensearchdescription+xml" title="Dragoman" href="/opensearch.xml" />
      </head>
      <body className="min-h-dvh">
        <InterfaceLanguage
          locale={locale}
          dateLocale={dateLocale}
          messages={messagesFor(locale, ["ui", "shell", "errors", "whyNot"])}
        >
          {children}
          <Toaster />
          <Tips />
        </InterfaceLanguage>
      </body>
    </html>
  );
}
