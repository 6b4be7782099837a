import { describeError, log } from "@/lib/base/log";
import { canMail, mailedUrl } from "@/lib/base/mail";
import { mailTo } from "./mails";
import type { User } from "./people";

const PAGES = { passwordChanged: "/reset-password", addressChanged: "", secondFactorChanged: "" } as const;

/**
 * Mails a person that their credentials changed, so that they notice if someone else changed them. Does nothing without
 * a mail server. Never rejects and need not be awaited.
 * @param user the person's data before the change
 */
export async function notifyOfChange(user: User, change: keyof typeof PAGES): Promise<void> {
  if (!canMail()) return;
  const { name, email, locale } = user;
  try {
    await mailTo(email, locale, change, { name, email, link: mailedUrl() + PAGES[change] });
  } catch (error) {
    log.error(describeError(error), "could not mail a change notice");
  }
}
