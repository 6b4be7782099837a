import { createTransport } from "nodemailer";
import { env } from "./env";

/** True when a mail server is set. */
export function canMail(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Sends a plain text mail. Rejects without a mail server or if the server refuses the mail. */
export async function sendMail(mail: { to: string; subject: string; text: string }): Promise<void> {
  const transport = createTransport(env().SMTP_URL ?? "", {});
  try {
    await transport.sendMail({ from: env().MAIL_FROM, ...mail });
  } finally {
    transport.close();
  }
}

/** The public address for links in mails: never the request's `Host`, which an attacker could choose. */
export function mailedUrl(): string {
  return env().PUBLIC_URL ?? `http://localhost:${env().PORT}`;
}
