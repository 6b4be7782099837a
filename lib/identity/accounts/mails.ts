import { createTranslator } from "use-intl/core";
import { env } from "@/lib/base/env";
import { sendMail } from "@/lib/base/mail";
import { catalogue, type Messages } from "@/lib/i18n/catalogue";
import { isLocale, type Locale } from "@/lib/vocabulary/locales";

type MailKind = keyof Messages["mail"];

/**
 * Sends a mail in the reader's language or, if unknown, in the server's default language. Rejects as {@link sendMail}.
 * @param locale the reader's language, if known
 * @param values for the placeholders of the mail
 */
export async function mailTo(
  to: string,
  locale: string | null | undefined,
  kind: MailKind,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const language: Locale = isLocale(locale) ? locale : env().DEFAULT_LOCALE;
  const t = createTranslator({ locale: language, messages: catalogue(language), namespace: "mail", timeZone: "UTC" });
  // Each kind has its own placeholders, which types cannot express for a variable kind; a test renders every mail.
  const write = (part: "subject" | "text"): string => t(`${kind}.${part}` as never, values as never);
  await sendMail({ to, subject: write("subject"), text: write("text") });
}
