import { db } from "@/db/client";
import { describeError, log } from "@/lib/base/log";
import { mailedUrl } from "@/lib/base/mail";
import { hashToken } from "@/lib/identity/auth/session";
import { admitSubject } from "@/lib/identity/quota/limiter";
import { mailTo } from "./mails";
import { findLink, linkPath, makeLink } from "./one-time-links";
import { findUser } from "./people";

const HOURS = 24;
/** Sign-up mails per address and hour, so that no mailbox can be flooded. */
const REQUESTS_PER_HOUR = 5;

/**
 * Mails a sign-up link or, to a person who already has an account, a notice. Don't await it: the response time would
 * reveal whether the address has an account.
 * @param locale the requester's language
 */
export async function mailSignUpLink(email: string, locale: string): Promise<void> {
  try {
    const subject = `sign_up_mail:${hashToken(email.trim().toLowerCase()).toString("base64url")}`;
    if (!(await admitSubject(subject, REQUESTS_PER_HOUR, 3600)).admitted) return;
    const user = await findUser(email);
    if (user) {
      const pages = { signIn: `${mailedUrl()}/sign-in`, reset: `${mailedUrl()}/reset-password` };
      return await mailTo(user.email, user.locale, "addressTaken", { name: user.name, email: user.email, ...pages });
    }
    const { token } = await makeLink(db(), { purpose: "sign_up", email, mailed: true }, HOURS);
    await mailTo(email, locale, "signUp", { email, link: mailedUrl() + linkPath("sign_up", token) });
  } catch (error) {
    log.error(describeError(error), "could not mail a sign-up link");
  }
}

/** The address to which the sign-up link was mailed. Throws 404 for an invalid link. */
export async function previewSignUpLink(token: string): Promise<{ email: string }> {
  return { email: (await findLink("sign_up", token)).email ?? "" };
}
